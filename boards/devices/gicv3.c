/* SPDX-License-Identifier: MIT */
/*
 * The interrupt controller of the Cortex-R52 (ARM IHI 0069, chapters 9.9 to 9.11 and 12.2 to 12.5),
 * for the interrupts of one processor (numbers 0 to 31). Group 0 interrupts are FIQs, group 1
 * interrupts are IRQs.
 */
#include "gicv3.h"

#include "board.h"
#include "device.h"
#include "interrupts.h"
#include "port/armv7/cp15.h"
#include "port/armv7/processor_modes.h"

enum {
    GICD_CTLR = 0x0,
    GICD_CTLR_ROUTED = 1 << 4, /* ARE */
    GICD_CTLR_GROUPS = 1 << 1 | 1 << 0,

    GICR_WAKER = 0x14,
    GICR_WAKER_SLEEP = 1 << 1,
    GICR_WAKER_CHILDREN_ASLEEP = 1 << 2,
    GICR_IGROUPR0 = 0x10080,
    GICR_ISENABLER0 = 0x10100,
    GICR_IPRIORITYR = 0x10400,

    ICC_SRE_REGISTERS = 7,
    ICC_PMR_ALL = 0xff,

    FIQ_PRIORITY = 0x40,
    IRQ_PRIORITY = 0x80,
};

/* That of the processor that calls. */
static volatile uint32_t *redistributor(uint32_t offset)
{
    uint32_t mpidr;

    cp15_read(mpidr, 0, c0, c0, 5);
    return device_register(board_gic_redistributor + (mpidr & 0xff) * GICV3_REDISTRIBUTOR_BYTES,
                           offset);
}

static void wake_redistributor(void)
{
    *redistributor(GICR_WAKER) &= ~(uint32_t)GICR_WAKER_SLEEP;
    while (*redistributor(GICR_WAKER) & GICR_WAKER_CHILDREN_ASLEEP)
        ;
}

static void enable_processor(void)
{
    cp15_write(ICC_SRE_REGISTERS, 0, c12, c12, 5); /* ICC_SRE */
    cp15_isb();
    cp15_write(ICC_PMR_ALL, 0, c4, c6, 0); /* ICC_PMR */
    cp15_write(1, 0, c12, c12, 6);         /* ICC_IGRPEN0 */
    cp15_write(1, 0, c12, c12, 7);         /* ICC_IGRPEN1 */
}

static void set_priority(uint32_t interrupt, uint32_t priority)
{
    volatile uint8_t *bytes = (volatile uint8_t *)redistributor(GICR_IPRIORITYR);

    bytes[interrupt] = (uint8_t)priority;
}

void interrupts_enable(uint32_t interrupt, bool fiq)
{
    volatile uint32_t *groups = redistributor(GICR_IGROUPR0);
    uint32_t bit = 1u << interrupt;

    *device_register(board_gic_distributor, GICD_CTLR) = GICD_CTLR_ROUTED;
    *device_register(board_gic_distributor, GICD_CTLR) = GICD_CTLR_ROUTED | GICD_CTLR_GROUPS;
    wake_redistributor();
    enable_processor();
    *groups = fiq ? *groups & ~bit : *groups | bit;
    set_priority(interrupt, fiq ? FIQ_PRIORITY : IRQ_PRIORITY);
    *redistributor(GICR_ISENABLER0) = bit;
}

static bool in_fiq_mode(void)
{
    return (cpsr_read() & 0x1f) == MODE_FIQ;
}

/* Each group has its own registers. Call in the mode that the interrupt entered. */
uint32_t board_interrupt_begin(void)
{
    uint32_t interrupt;

    if (in_fiq_mode())
        cp15_read(interrupt, 0, c12, c8, 0); /* ICC_IAR0 */
    else
        cp15_read(interrupt, 0, c12, c12, 0); /* ICC_IAR1 */
    return interrupt;
}

void board_interrupt_end(uint32_t interrupt)
{
    if (in_fiq_mode())
        cp15_write(interrupt, 0, c12, c8, 1); /* ICC_EOIR0 */
    else
        cp15_write(interrupt, 0, c12, c12, 1); /* ICC_EOIR1 */
}
