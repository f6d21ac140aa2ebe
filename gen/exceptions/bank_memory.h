/* SPDX-License-Identifier: MIT */
/* Loads and stores of entry code. */
#ifndef GEN_EXCEPTIONS_BANK_MEMORY_H
#define GEN_EXCEPTIONS_BANK_MEMORY_H

#include "exceptions/bank_transfer.h"

/* The address of base number BASE, with all that was known of it forgotten. 0: no base. */
struct bank_value bank_memory_fresh(struct bank_state *state, uint8_t base);

/* The word at ADDRESS, as the instruction at AT loads it. */
struct bank_value bank_memory_load(const struct bank_transfer *transfer, struct bank_state *state,
                                   struct bank_value address, uint32_t at);

/* Stores VALUE at ADDRESS. Words that may be the same are forgotten. */
void bank_memory_store(const struct bank_transfer *transfer, struct bank_state *state,
                       struct bank_value address, struct bank_value value);

/* What a called function leaves: nothing below its sp, and other words of its own. */
void bank_memory_lend(const struct bank_bases *bases, struct bank_state *state);

#endif
