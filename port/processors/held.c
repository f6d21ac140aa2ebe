/* SPDX-License-Identifier: MIT */
#include "held.h"

#include "../armv7/processor_number.h"
#include "processor_hints.h"

/* WHY of a processor that has not yet noticed the end of its round is out of date: ROUND tells. */
static struct {
    volatile uint32_t why, round;
    volatile uint32_t reported; /* the last round + 1 of which a report has HELD */
    const struct bobbin_held *volatile held;
} slots[BOBBIN_PROCESSORS];

static volatile uint32_t current_round;

uint32_t bobbin_round(void)
{
    uint32_t round = current_round;

    memory_barrier();
    return round;
}

bool bobbin_hold(uint32_t number, uint32_t why, const struct bobbin_held *held, uint32_t round)
{
    slots[number].held = held;
    slots[number].round = round;
    memory_barrier();
    slots[number].why = why;
    send_event();
    while (current_round == round)
        wait_for_event();
    slots[number].why = 0;
    memory_barrier();
    return slots[number].reported == round + 1;
}

uint32_t bobbin_held_by(uint32_t number, const struct bobbin_held **held)
{
    uint32_t why = slots[number].why;

    memory_barrier();
    *held = slots[number].held;
    if ((why != HELD_STOPPED && why != HELD_FAULTED) || slots[number].round != current_round)
        return 0;
    return why;
}

void bobbin_held_reported(uint32_t number)
{
    slots[number].reported = current_round + 1;
}

void bobbin_round_end(void)
{
    memory_barrier();
    current_round++;
    send_event();
}
