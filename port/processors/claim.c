/* SPDX-License-Identifier: MIT */
#include "claim.h"

#include "../armv7/processor_number.h"
#include "processor_hints.h"

/* Unlikely values, because a wild store may have overwritten the words before the crash. Every
   other value counts as no claim. */
#define CHOOSING    0x0b0bc000u
#define TICKET      0x0b0b7000u /* | the number, from 1 on */
#define TICKET_BITS 0x00000fffu

/* A processor chooses for a few instructions, with interrupts masked. */
#define CHOOSING_POLLS_MAX 1000000u

/* Each word is written by its processor only. */
static volatile uint32_t claims[BOBBIN_PROCESSORS];

static uint32_t ticket_in(uint32_t claim)
{
    return (claim & ~TICKET_BITS) == TICKET ? claim & TICKET_BITS : 0;
}

static uint32_t next_ticket(void)
{
    uint32_t last = 0;

    for (uint32_t i = 0; i < BOBBIN_PROCESSORS; i++) {
        uint32_t ticket = ticket_in(shared_load(&claims[i]));

        if (ticket > last)
            last = ticket;
    }
    return last + 1;
}

/* Returns the claim of processor NUMBER once it has chosen. */
static uint32_t chosen_claim(uint32_t number)
{
    uint32_t claim;

    for (uint32_t polls = 0; polls < CHOOSING_POLLS_MAX; polls++) {
        claim = shared_load(&claims[number]);
        if (claim != CHOOSING)
            return claim;
        give_way();
    }
    return 0;
}

static bool comes_first(uint32_t other, uint32_t number, uint32_t ticket)
{
    uint32_t theirs = ticket_in(chosen_claim(other));

    return theirs != 0 && (theirs < ticket || (theirs == ticket && other < number));
}

bool bobbin_claim(uint32_t number)
{
    uint32_t ticket;

    if (ticket_in(shared_load(&claims[number])) != 0)
        return true;
    shared_store(&claims[number], CHOOSING);
    memory_barrier();
    ticket = next_ticket();
    shared_store(&claims[number], TICKET | ticket);
    memory_barrier();
    for (uint32_t other = 0; other < BOBBIN_PROCESSORS; other++)
        if (other != number && comes_first(other, number, ticket)) {
            bobbin_claim_release(number);
            return false;
        }
    return true;
}

void bobbin_claim_release(uint32_t number)
{
    memory_barrier();
    shared_store(&claims[number], 0);
    memory_barrier();
}

void bobbin_claim_reset(void)
{
    for (uint32_t i = 0; i < BOBBIN_PROCESSORS; i++)
        bobbin_claim_release(i);
}
