/* SPDX-License-Identifier: MIT */
/*
 * Processors that wait while another one reports. Each keeps what only it can read, on its own
 * stack, and publishes the address.
 */
#ifndef BOBBIN_HELD_H
#define BOBBIN_HELD_H

#include "bank_values.h"

/* Why a processor waits. Unlikely values, like those of claim.c. */
enum {
    HELD_STOPPED = 0x0b0b5709, /* the reporter stopped it */
    HELD_FAULTED = 0x0b0bfa17, /* it has a fault of its own */
};

struct bobbin_held {
    const struct bobbin_context *context;
    struct bobbin_bank_values banks;
};

/*
 * The number of the current round. A round ends when the reporter lets the others go on. Read it
 * before bobbin_claim or bobbin_is_stopping: if the round has ended meanwhile, bobbin_hold returns
 * at once.
 */
uint32_t bobbin_round(void);

/*
 * Publishes HELD of this processor, NUMBER, and waits until ROUND ends. WHY is HELD_STOPPED or
 * HELD_FAULTED. Returns true if the report of the round has HELD.
 */
bool bobbin_hold(uint32_t number, uint32_t why, const struct bobbin_held *held, uint32_t round);

/* For the reporter. Returns WHY of processor NUMBER and stores its HELD; or 0 if it does not
   wait. */
uint32_t bobbin_held_by(uint32_t number, const struct bobbin_held **held);

/* For the reporter: the report has HELD of processor NUMBER. */
void bobbin_held_reported(uint32_t number);

/* For the reporter: ends the round. */
void bobbin_round_end(void);

#endif
