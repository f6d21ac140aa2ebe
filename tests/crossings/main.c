/* SPDX-License-Identifier: MIT */
#include "crossings.h"

#include "board.h"
#include "program.h"

/* The tick's IRQs come about every 500 to 1000 instructions under the oracle. */
enum { MODE_USR = 0x10 };
enum { TICK_MICROSECONDS_SLOW = 30, SLOW_HZ = 1000000 };

static void unmask(void)
{
    __asm__ volatile("cpsie if" ::: "memory");
}

static void mask(void)
{
    __asm__ volatile("cpsid if" ::: "memory");
}

/* In even rounds the timer makes IRQs, in odd ones FIQs. */
static void start(uint32_t round)
{
    board_timer_stop();
    if (round % 2)
        board_timer_start_fiq(50);
    else
        board_timer_start(50);
    unmask();
}

APART static void in_system_mode(uint32_t expected)
{
    CHECK(work(CALL_WORK) == expected);
    undefined_leaf();
    undefined_arm();
    undefined_thumb();
    abort_arm();
    abort_thumb();
    break_arm();
    call_last_arm();
    call_last_thumb();
    CHECK(call_arm(CALL_NOTHING) <= 1);
    CHECK(call_thumb(CALL_NOTHING) <= 1);
}

APART static void in_svc_mode(uint32_t expected)
{
    CHECK(call_arm(CALL_WORK) == expected);
    CHECK(call_thumb(CALL_WORK) == expected);
}

APART static void in_user_mode(uint32_t expected)
{
    user_mode(MODE_USR);
    in_system_mode(expected);
    system_mode();
}

/* Each kind must have come. */
static void check_counts(void)
{
    CHECK(crossings_counts.undefined > 0);
    CHECK(crossings_counts.calls > 0);
    CHECK(crossings_counts.breaks > 0);
    CHECK(crossings_counts.aborts > 0);
    CHECK(crossings_counts.irqs > 0);
}

static void run_round(uint32_t round)
{
    static uint32_t expected;

    if (round == 0) {
        expected = work(CALL_WORK);
        board_tick_start(board_timer_hz <= SLOW_HZ ? TICK_MICROSECONDS_SLOW : 1);
    }
    start(round);
    in_system_mode(expected);
    in_svc_mode(expected);
    in_user_mode(expected);
    mask();
    board_timer_stop();
    check_counts();
}

const struct program program = {"crossings", run_round, 20};
