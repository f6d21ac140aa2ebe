/* SPDX-License-Identifier: MIT */
/* The functions of the board timer that also use a GIC. */
#include "board.h"
#include "interrupts.h"

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
    uint32_t interrupt = board_interrupt_begin();

    board_timer_again(period_ticks);
    board_interrupt_end(interrupt);
}
