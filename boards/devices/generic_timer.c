/* SPDX-License-Identifier: MIT */
/*
 * Counter and timers of boards with the generic timer (ARM ARM B8.1, and B4.1.30 for the physical,
 * B4.1.34 for the virtual timer). The board timer is the physical timer, the tick timer the virtual
 * one. board.mk sets the counter's frequency: with -icount shift=0 a tick is an instruction.
 */
#include "board.h"
#include "interrupts.h"
#include "port/armv7/cp15.h"

const uint32_t board_timer_hz = BOARD_EMULATED_HZ;
const uint32_t board_timer_interrupt = 30;
const uint32_t board_tick_interrupt = 27;

enum { TIMER_OFF = 0, TIMER_ENABLE = 1 };

#define TICKS_PER_MICROSECOND (BOARD_EMULATED_HZ / 1000000u)

static uint32_t tick_period;

void board_init_counter(void)
{
}

uint32_t board_now(void)
{
    uint32_t low, high;

    __asm__ volatile("mrrc p15, 0, %0, %1, c14" : "=r"(low), "=r"(high)); /* CNTPCT */
    return low;
}

/* Writing TVAL sets the compare value to the counter plus TVAL, so the request ends. */
void board_timer_again(uint32_t period_ticks)
{
    cp15_write(period_ticks, 0, c14, c2, 0); /* CNTP_TVAL */
    cp15_write(TIMER_ENABLE, 0, c14, c2, 1); /* CNTP_CTL */
}

void board_timer_stop(void)
{
    cp15_write(TIMER_OFF, 0, c14, c2, 1);
}

void board_tick_start(uint32_t period_microseconds)
{
    tick_period = period_microseconds * TICKS_PER_MICROSECOND;
    interrupts_enable(board_tick_interrupt, false);
    cp15_write(tick_period, 0, c14, c3, 0);  /* CNTV_TVAL */
    cp15_write(TIMER_ENABLE, 0, c14, c3, 1); /* CNTV_CTL */
}

/* Adds to the compare value, so that the time of the handler does not lengthen the period. */
void board_tick_clear(void)
{
    uint64_t compare;

    __asm__ volatile("mrrc p15, 3, %Q0, %R0, c14" : "=r"(compare)); /* CNTV_CVAL */
    compare += tick_period;
    __asm__ volatile("mcrr p15, 3, %Q0, %R0, c14" : : "r"(compare));
}
