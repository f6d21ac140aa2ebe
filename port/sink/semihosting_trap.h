/* SPDX-License-Identifier: MIT */
/*
 * Semihosting calls by the HLT instruction (Arm "Semihosting for AArch32 and AArch64", "The
 * semihosting interface"). SVC, the older instruction, overwrites lr and SPSR of Supervisor mode,
 * and without a debugger it enters the firmware's own SVC handler. HLT without a debugger is an
 * undefined instruction.
 */
#ifndef BOBBIN_SEMIHOSTING_TRAP_H
#define BOBBIN_SEMIHOSTING_TRAP_H

#include <stdint.h>

enum { SYS_OPEN = 1, SYS_CLOSE = 2, SYS_WRITE0 = 4, SYS_WRITE = 5 };

#ifdef __thumb__
#define SEMIHOSTING_TRAP ".inst.n 0xbabc" /* hlt 0x3c */
#else
#define SEMIHOSTING_TRAP ".inst 0xe10f0070" /* hlt 0xf000 */
#endif

/* Requests operation NUMBER with the parameters at BLOCK and returns its result. */
static inline uint32_t semihosting(uint32_t number, const void *block)
{
    register uint32_t operation __asm__("r0") = number;
    register const void *argument __asm__("r1") = block;

    __asm__ volatile(SEMIHOSTING_TRAP : "+r"(operation) : "r"(argument) : "memory");
    return operation;
}

#endif
