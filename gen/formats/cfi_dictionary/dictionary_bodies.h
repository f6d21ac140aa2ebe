/* SPDX-License-Identifier: MIT */
/* Bodies: ranges of code in which one rule holds at all calls and at most other addresses. */
#ifndef GEN_CFI_DICTIONARY_DICTIONARY_BODIES_H
#define GEN_CFI_DICTIONARY_DICTIONARY_BODIES_H

#include "formats/cfi_dictionary/dictionary_runs.h"

/* A run, or the code between two runs. */
struct cfi_piece {
    uint32_t start, end;
    uint32_t rule; /* number of its rule, or rules_count if it has none */
    bool calls;    /* contains a call */
    uint32_t body; /* number of the rule of its body */
};

struct cfi_bodies {
    struct cfi_piece *piece;
    size_t count, capacity;
};

/* Prices in bytes. */
struct cfi_prices {
    uint32_t body;
    /*
     * of a rare row: code with another rule than its body, at most CFI_LENGTH_MAX units; 0: no such
     * rows
     */
    uint32_t rare;
    uint32_t unit; /* without rare rows: of each unit with another rule than its body */
    uint32_t wide; /* additional price of a rule that has no byte */
};

/*
 * Divides RUNS of REFERENCE into bodies. Each call gets the rule of its body. The total price of
 * bodies and rare rows is minimal.
 */
void cfi_bodies_build(struct cfi_bodies *bodies, const struct cfi_runs *runs,
                      const struct reference *reference, const struct cfi_prices *prices);
void cfi_bodies_free(struct cfi_bodies *bodies);

#endif
