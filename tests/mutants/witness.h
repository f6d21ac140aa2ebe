/* SPDX-License-Identifier: MIT */
/*
 * Shows that a rule that differs from the good table's is equally true. Example: a register that
 * was saved and not yet overwritten is both in its slot and in the register; after the frame
 * pointer is set, it and sp give the same cfa.
 *
 * Argument: a rule's claim about one register is true at a place if every path to the place has an
 * instruction at which the good table states the claim, and nothing on the path after that
 * instruction writes what the claim depends on.
 */
#ifndef MUTANTS_WITNESS_H
#define MUTANTS_WITNESS_H

#include "places.h"
#include "points.h"

struct witness {
    struct points points;
    const struct bobbin_env *good; /* the table that is taken as true */
    bool *seen;                    /* one for each point */
    size_t *queue;
};

/* Returns STATUS_... */
int witness_open(struct witness *witness, const struct image *image, const struct bobbin_env *good);
void witness_close(struct witness *witness);

/*
 * Whether ANSWER is shown to be as true at PLACE as the good table's answer. False if that is not
 * known.
 */
bool witness_same(struct witness *witness, const struct place *place, const struct answer *answer);

/*
 * Whether the instruction at ADDRESS is padding: filler reached only through filler, or nops that
 * run into data. Filler is a nop, an instruction after a trap, or anything outside all functions.
 */
bool witness_is_padding(struct witness *witness, uint32_t address);

#endif
