/* SPDX-License-Identifier: MIT */
/* The FIQ that guards the motor, with the entry code of the compiler. */
#include <assert.h>

#include "board.h"
#include "pump.h"

static volatile uint32_t torque;

__attribute__((noinline)) static void measure(uint32_t interrupted)
{
    torque = torque * 3 + interrupted;
    if (!pump_dosing || !pump_regulating)
        return;
    if (pump_crash == PUMP_CRASH_NESTED)
        pump_write_nowhere(torque);
    assert(pump_crash != PUMP_CRASH_ASSERT);
}

/*
 * Clang warns that called functions may change VFP registers. The compiler flags of this file
 * prevent that.
 */
#ifdef __clang__
#pragma clang diagnostic ignored "-Warm-interrupt-vfp-clobber"
#endif
__attribute__((interrupt("FIQ"))) void overload_interrupt(void)
{
    measure(1);
    board_timer_again(PUMP_GUARD_TICKS);
}
