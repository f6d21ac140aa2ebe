/* SPDX-License-Identifier: MIT */
/* The tick interrupt: regulates the flow, and lets the FIQ guard the motor meanwhile. */
#include "board.h"
#include "pump.h"

enum { STEPS = 256, FLOWS = 8 };

static uint32_t flow[FLOWS];

__attribute__((noinline)) static uint32_t filter(const uint32_t *values, uint32_t weight)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < FLOWS; i++)
        sum += values[i] * (weight + i);
    return sum;
}

__attribute__((noinline)) static void regulate(void)
{
    for (uint32_t i = 0; i < STEPS; i++)
        flow[i % FLOWS] = filter(flow, i) >> 4;
    if (pump_crash == PUMP_CRASH_IRQ && !pump_dosing)
        pump_write_nowhere(flow[0]);
}

void regulator_interrupt(void)
{
    uint32_t interrupt = board_interrupt_begin();

    pump_regulating = true;
    if (!pump_sampling)
        board_timer_start_fiq(PUMP_GUARD_TICKS);
    regulate();
    if (!pump_sampling)
        board_timer_stop();
    pump_regulating = false;
    board_tick_clear();
    board_interrupt_end(interrupt);
}
