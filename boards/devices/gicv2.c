/* SPDX-License-Identifier: MIT */
/*
 * The interrupt controller of Cortex-A9 and A15 (GIC architecture 1.0, 4.3 and 4.4), for software
 * that has the registers of both groups: Secure software, or all if there are no security states.
 */
#include "gicv2.h"

#include "board.h"
#include "device.h"
#include "interrupts.h"

enum {
    GICC_CTLR = 0x0,
    GICC_PMR = 0x4,
    GICC_IAR = 0xc,
    GICC_EOIR = 0x10,
    GICC_CTLR_GROUPS = 1 << 1 | 1 << 0,
    GICC_CTLR_ACK_BOTH = 1 << 2,
    GICC_CTLR_FIQ = 1 << 3, /* group 0 interrupts are FIQs */
    GICC_PMR_ALL = 0xff,

    GICD_CTLR = 0x0,
    GICD_IGROUPR = 0x80,
    GICD_ISENABLER = 0x100,
    GICD_IPRIORITYR = 0x400,
    GICD_ITARGETSR = 0x800,
    GICD_CTLR_GROUPS = 1 << 1 | 1 << 0,

    WORD_BYTES = 4,
    FIQ_PRIORITY = 0x40,
    IRQ_PRIORITY = 0x80,
    FIRST_PROCESSOR = 1,
};

static volatile uint32_t *distributor(uint32_t offset)
{
    return device_register(board_gic_distributor, offset);
}

static volatile uint32_t *processor(uint32_t offset)
{
    return device_register(board_gic_processor, offset);
}

static volatile uint32_t *bit_register(uint32_t base, uint32_t interrupt)
{
    return distributor(base + interrupt / 32 * WORD_BYTES);
}

static void set_byte(uint32_t base, uint32_t interrupt, uint32_t value)
{
    volatile uint32_t *word = distributor(base + (interrupt & ~3u));
    uint32_t shift = 8 * (interrupt % WORD_BYTES);

    *word = (*word & ~(0xffu << shift)) | value << shift;
}

void interrupts_enable(uint32_t interrupt, bool fiq)
{
    volatile uint32_t *groups = bit_register(GICD_IGROUPR, interrupt);
    uint32_t bit = 1u << interrupt % 32;

    *groups = fiq ? *groups & ~bit : *groups | bit;
    set_byte(GICD_IPRIORITYR, interrupt, fiq ? FIQ_PRIORITY : IRQ_PRIORITY);
    set_byte(GICD_ITARGETSR, interrupt, FIRST_PROCESSOR);
    *bit_register(GICD_ISENABLER, interrupt) = bit;
    *distributor(GICD_CTLR) = GICD_CTLR_GROUPS;
    *processor(GICC_PMR) = GICC_PMR_ALL;
    *processor(GICC_CTLR) = GICC_CTLR_GROUPS | GICC_CTLR_ACK_BOTH | GICC_CTLR_FIQ;
}

uint32_t board_interrupt_begin(void)
{
    return *processor(GICC_IAR);
}

void board_interrupt_end(uint32_t interrupt)
{
    *processor(GICC_EOIR) = interrupt;
}
