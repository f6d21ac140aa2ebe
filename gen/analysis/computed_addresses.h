/* SPDX-License-Identifier: MIT */
/*
 * Computed addresses: addresses of code that code computes from pc or from another address (ADR,
 * sums, differences of labels). Something refers to the code there, although no word of memory
 * does. For prescan.c and unused_code.c.
 */
#ifndef GEN_ANALYSIS_COMPUTED_ADDRESSES_H
#define GEN_ANALYSIS_COMPUTED_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct computed_address {
    uint32_t address; /* without the Thumb bit */
    bool is_base;     /* code adds an unknown number to it: code after ADDRESS may be meant */
};

/* Zero-initialize it. */
struct computed_addresses {
    struct computed_address *at; /* after computed_addresses_settle: ascending, each once */
    size_t count, capacity;
};

struct analysis;

/* Adds the addresses that the current region computes. */
void computed_addresses_find(struct analysis *analysis);

/* Sorts the addresses. Call it once, after the last region. */
void computed_addresses_settle(struct computed_addresses *computed);

/* NULL if no code computes ADDRESS. */
const struct computed_address *computed_addresses_at(const struct computed_addresses *computed,
                                                     uint32_t address);

void computed_addresses_free(struct computed_addresses *computed);

#endif
