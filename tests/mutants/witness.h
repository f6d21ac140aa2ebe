/* SPDX-License-Identifier: MIT */
/*
 * Shows that a rule which differs from the good table's is as true: a register that was saved and not
 * overwritten yet is both in its slot and where it was; a frame pointer just set and sp tell the same cfa.
 *
 * The argument: what a rule says of one register is true at a place when on every way there is an instruction at
 * which the good table says the same, and none since has written what it speaks of.
 */
#ifndef MUTANTS_WITNESS_H
#define MUTANTS_WITNESS_H

#include "places.h"
#include "points.h"

struct witness {
    struct points points;
    const struct bobbin_env *good; /* the table that is taken for true */
    bool *seen;                    /* by index of a point */
    size_t *queue;
};

/* STATUS_... */
int witness_open(struct witness *witness, const struct image *image, const struct bobbin_env *good);
void witness_close(struct witness *witness);

/* Whether ANSWER is shown to be as true at PLACE as the good table's. False when that is not known. */
bool witness_same(struct witness *witness, const struct place *place, const struct answer *answer);

/* Whether the instruction at ADDRESS is filler, and nothing but filler leads to it, or it is a nop that leads into data. Filler
   is a nop, what stands behind a trap, and what is outside all functions. */
bool witness_is_padding(struct witness *witness, uint32_t address);

#endif
