/* SPDX-License-Identifier: MIT */
/*
 * For the programs that write tables with wrong rules: the steps of CROSSINGS and of RESUMES
 * (core/format/crossing_format.h), and the command line TABLE KIND OUT [STEP].
 */
#ifndef ORACLE_MUTATE_STEPS_H
#define ORACLE_MUTATE_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct step {
    uint32_t word;
    uint32_t place, kind;
    int32_t value;
};

struct step step_of(uint32_t word);
uint32_t step_with_place(const struct step *step, uint32_t place);
uint32_t step_with_value(const struct step *step, int32_t value);

/* Whether STEP is a list that loads one of the registers of MASK. */
bool step_loads(const struct step *step, uint32_t mask);

/* Returns the word that is in the place of STEP in a wrong table. */
typedef uint32_t change_step(const struct step *step);

change_step change_none;
change_step change_slot;        /* slots are 4 bytes too high */
change_step change_alternative; /* the condition of each alternative is inverted */
change_step change_r4;          /* r4 has the word of r5, or is left out of a list */

struct mutation {
    const char *kind;
    change_step *change;
};

/*
 * Changes all steps of TABLE, or just number ONLY of those that CHANGE concerns. Returns false if
 * TABLE has none, else *CHANGED, how many.
 */
enum { MUTATE_ALL = -1 };
typedef bool mutate_table(uint8_t *table, uint32_t size_bytes, change_step *change, long only,
                          uint32_t *changed);

void mutate_put_word(uint8_t *at, uint32_t word);

/* Reads the file TABLE, changes it, corrects its checksum, writes it to OUT. Returns STATUS_... */
int mutate_main(int argc, char **argv, const struct mutation *mutations, size_t count,
                mutate_table *mutate);

#endif
