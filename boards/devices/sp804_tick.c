/* SPDX-License-Identifier: MIT */
/* The tick timer: the first timer of an SP804 (ARM DDI 0271, 3.3), at 1 MHz. */
#include "sp804_tick.h"

#include "board.h"
#include "device.h"
#include "interrupts.h"

enum {
    TIMER_LOAD = 0x0,
    TIMER_CONTROL = 0x8,
    TIMER_CLEAR = 0xc,
    CONTROL_RUN = 1 << 7 | 1 << 6 | 1 << 5 | 1 << 1, /* enable, periodic, interrupt, 32 bits */
};

void board_tick_start(uint32_t period_microseconds)
{
    interrupts_enable(board_tick_interrupt, false);
    *device_register(board_tick_base, TIMER_LOAD) = period_microseconds;
    *device_register(board_tick_base, TIMER_CONTROL) = CONTROL_RUN;
}

void board_tick_clear(void)
{
    *device_register(board_tick_base, TIMER_CLEAR) = 0;
}
