/* SPDX-License-Identifier: MIT */
/* Software generated interrupts of a GICv3 (ARM IHI 0069, ICC_SGI1R and ICC_SGI0R). */
#include "board.h"
#include "boards/devices/interrupts.h"
#include "processors.h"

enum { INTERRUPT_SHIFT = 24 };

void board_stop_enable(void)
{
    interrupts_enable(STOP_IRQ, false);
    interrupts_enable(STOP_FIQ, true);
}

bool board_stop(uint32_t number, uint32_t attempt)
{
    uint32_t targets = 1u << number;

    if (attempt == 0)
        __asm__ volatile("mcrr p15, 0, %0, %1, c12"
                         :
                         : "r"(targets | STOP_IRQ << INTERRUPT_SHIFT), "r"(0)
                         : "memory");
    if (attempt == 1)
        __asm__ volatile("mcrr p15, 2, %0, %1, c12"
                         :
                         : "r"(targets | STOP_FIQ << INTERRUPT_SHIFT), "r"(0)
                         : "memory");
    return attempt <= 1;
}
