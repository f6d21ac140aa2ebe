/* SPDX-License-Identifier: MIT */
/* Software generated interrupts of a GICv3 (ARM IHI 0069, ICC_SGI1R and ICC_SGI0R). */
#include "processors.h"

enum { INTERRUPT_SHIFT = 24 };

void board_send(uint32_t number, uint32_t interrupt)
{
    uint32_t value = 1u << number | interrupt << INTERRUPT_SHIFT;

    if (interrupt == STOP_FIQ)
        __asm__ volatile("mcrr p15, 2, %0, %1, c12" : : "r"(value), "r"(0) : "memory");
    else
        __asm__ volatile("mcrr p15, 0, %0, %1, c12" : : "r"(value), "r"(0) : "memory");
}
