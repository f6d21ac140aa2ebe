/* SPDX-License-Identifier: MIT */
/* Access to system control registers (CP15) and CPSR. For privileged modes only. */
#ifndef BOBBIN_CP15_H
#define BOBBIN_CP15_H

#include <stdint.h>

#define SCTLR_M  (1u << 0)  /* MMU or MPU on */
#define SCTLR_BR (1u << 17) /* PMSA: the default memory map applies outside the regions */

/* The operands of MRC and MCR; %0 is the general register. */
#define CP15(opc1, crn, crm, opc2) "p15, " #opc1 ", %0, " #crn ", " #crm ", " #opc2
#define cp15_read(value, opc1, crn, crm, opc2)                                                     \
    __asm__ volatile("mrc " CP15(opc1, crn, crm, opc2) : "=r"(value))
#define cp15_write(value, opc1, crn, crm, opc2)                                                    \
    __asm__ volatile("mcr " CP15(opc1, crn, crm, opc2)::"r"(value) : "memory")

static inline uint32_t cp15_sctlr(void)
{
    uint32_t value;

    cp15_read(value, 0, c1, c0, 0);
    return value;
}

static inline uint32_t cpsr_read(void)
{
    uint32_t value;

    __asm__ volatile("mrs %0, cpsr" : "=r"(value));
    return value;
}

/* Masks IRQ and FIQ around the use of registers that an interrupt handler may also use. Returns the
   value for interrupts_restore. */
static inline uint32_t interrupts_mask(void)
{
    uint32_t cpsr = cpsr_read();

    __asm__ volatile("cpsid if" : : : "memory");
    return cpsr;
}

static inline void interrupts_restore(uint32_t cpsr)
{
    __asm__ volatile("msr cpsr_c, %0" : : "r"(cpsr) : "memory");
}

static inline void cp15_isb(void)
{
    __asm__ volatile("isb" : : : "memory");
}

#endif
