/* SPDX-License-Identifier: MIT */
/* The interrupt controller PL190 (ARM DDI 0181, 3.3). Its vectored interrupts are not used. */
#include "boards/devices/interrupts.h"

#include "board.h"
#include "boards/devices/device.h"

enum {
    VIC = 0x10140000,
    VIC_IRQ_STATUS = 0x0,
    VIC_FIQ_STATUS = 0x4,
    VIC_SELECT = 0xc,
    VIC_ENABLE = 0x10,
    LINES = 32,
};

void interrupts_enable(uint32_t interrupt, bool fiq)
{
    volatile uint32_t *select = device_register(VIC, VIC_SELECT);
    uint32_t bit = 1u << interrupt;

    *select = fiq ? *select | bit : *select & ~bit;
    *device_register(VIC, VIC_ENABLE) = bit;
}

/* Without vectors the controller has no priorities: the lowest pending line comes first. */
uint32_t board_interrupt_begin(void)
{
    uint32_t pending = *device_register(VIC, VIC_IRQ_STATUS);
    uint32_t line = 0;

    while (line < LINES && !(pending >> line & 1))
        line++;
    return line;
}

void board_interrupt_end(uint32_t interrupt)
{
    (void)interrupt;
}
