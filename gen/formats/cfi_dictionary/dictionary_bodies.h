/* SPDX-License-Identifier: MIT */
/* Bodies: stretches of code in which one rule is that of all calls and of most else. */
#ifndef GEN_CFI_BODIES_H
#define GEN_CFI_BODIES_H

#include "formats/cfi_dictionary/dictionary_runs.h"

/* A run, or what is between two. */
struct cfi_piece {
    uint32_t start, end;
    uint32_t rule; /* number; where there is none, that behind the last one */
    bool calls;    /* somebody */
    uint32_t body; /* the rule of the stretch it is in */
};

struct cfi_bodies {
    struct cfi_piece *piece;
    size_t count, capacity;
};

/* What it costs. */
struct cfi_prices {
    uint32_t body;
    /* CFI_LENGTH_MAX units at most, or what is left, that have another rule than their body */
    uint32_t rare;
    uint32_t unit; /* each of these */
    uint32_t wide; /* more for a rule without a byte */
};

/*
 * Cuts RUNS of REFERENCE into bodies so that all calls have their rules, and bodies and rare rows
 * cost least.
 */
void cfi_bodies_build(struct cfi_bodies *bodies, const struct cfi_runs *runs,
                      const struct reference *reference, const struct cfi_prices *prices);
void cfi_bodies_free(struct cfi_bodies *bodies);

#endif
