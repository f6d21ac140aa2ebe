/* SPDX-License-Identifier: MIT */
/* The board timer: the first timer of an SP804 (ARM DDI 0271, 3.3). */
#include "board.h"
#include "boards/devices/device.h"
#include "boards/devices/interrupts.h"

/* A tick is 1 us. Under QEMU with -icount shift=N this is 1000 / 2^N instructions. */
const uint32_t board_timer_hz = 1000000;

enum {
    TIMER = 0x101e2000,
    TIMER_LOAD = 0x0,
    TIMER_CONTROL = 0x8,
    TIMER_CLEAR = 0xc,
    CONTROL_RUN = 1 << 7 | 1 << 6 | 1 << 5 | 1 << 1, /* enable, periodic, interrupt, 32 bits */
};

const uint32_t board_timer_interrupt = 4;

void board_timer_again(uint32_t period_ticks)
{
    *device_register(TIMER, TIMER_CONTROL) = 0;
    *device_register(TIMER, TIMER_CLEAR) = 0;
    *device_register(TIMER, TIMER_LOAD) = period_ticks;
    *device_register(TIMER, TIMER_CONTROL) = CONTROL_RUN;
}

void board_timer_start(uint32_t period_ticks)
{
    interrupts_enable(board_timer_interrupt, false);
    board_timer_again(period_ticks);
}

void board_timer_start_fiq(uint32_t period_ticks)
{
    interrupts_enable(board_timer_interrupt, true);
    board_timer_again(period_ticks);
}

void board_timer_restart(uint32_t period_ticks)
{
    board_timer_again(period_ticks);
}

void board_timer_stop(void)
{
    *device_register(TIMER, TIMER_CONTROL) = 0;
    *device_register(TIMER, TIMER_CLEAR) = 0;
}
