/* SPDX-License-Identifier: MIT */
#include "work.h"

#include <assert.h>
#include <stdlib.h>

#include "board.h"
#include "port/processors/processor_hints.h"
#include "processors.h"

enum { STEPS_MIN = 100 };

static volatile uint32_t counters[BOBBIN_PROCESSORS];
static volatile uint32_t arrived;

/* Lets all crashing processors go on at about the same time, when the others have worked. */
static void meet(uint32_t number)
{
    uint32_t together = plan.crashing;

    for (uint32_t other = 0; other < BOBBIN_PROCESSORS; other++)
        while (counters[other] < STEPS_MIN)
            give_way();

    __atomic_fetch_or(&arrived, 1u << number, __ATOMIC_SEQ_CST);
    while ((arrived & together) != together)
        give_way();
}

__attribute__((noinline)) static void crash(uint32_t number)
{
    meet(number);
    switch (number) {
    case 0:
        *(volatile uint32_t *)0xcafe0000u = number;
        break;
    case 1:
        __builtin_trap();
    case 2:
        assert(number == 0);
        break;
    default:
        abort();
    }
}

/* It does not end, but the compiler does not know: a function that never returns need not save the
   registers of its callers. */
__attribute__((noinline)) static void spin(uint32_t number)
{
    uint32_t steps = 0;

    while (counters[number] != ~0u) {
        counters[number]++;
        give_way();
        if ((plan.crashing >> number & 1) && ++steps == STEPS_MIN)
            crash(number);
    }
}

void work_in_handler(uint32_t number)
{
    spin(number);
}

/* If it crashes in the handler, it does not before. */
static void start(uint32_t number)
{
    if (!(plan.in_handler >> number & 1))
        spin(number);
    board_send(number, WORK_IRQ);
    while (counters[number] != ~0u)
        give_way();
}

__attribute__((noinline)) void work(uint32_t number, uint32_t depth)
{
    if (depth > 0)
        work(number, depth - 1);
    else if (plan.rounds)
        work_rounds(number);
    else
        start(number);
    counters[number]++;
}
