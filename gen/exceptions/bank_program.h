/* SPDX-License-Identifier: MIT */
/* Programs under construction: the steps of core/format/crossing_format.h, one word each. */
#ifndef GEN_EXCEPTIONS_BANK_PROGRAM_H
#define GEN_EXCEPTIONS_BANK_PROGRAM_H

#include "exceptions/bank_state.h"
#include "rows/crossing_pack.h"

enum { BANK_PROGRAM_MAX = CROSSING_PACK_MAX };

struct bank_program {
    uint32_t word[BANK_PROGRAM_MAX];
    uint32_t count; /* more than BANK_PROGRAM_MAX: too long; the words after that are missing */
};

void bank_program_add(struct bank_program *program, unsigned place, unsigned kind, int32_t value);

/* Adds a step that skips SKIP words. */
void bank_program_skip(struct bank_program *program, unsigned place, unsigned kind, int32_t value,
                       uint32_t skip);

/* Adds LIST for the registers of MASK, from BASE on. KIND: CROSSING_LIST_... */
void bank_program_list(struct bank_program *program, uint32_t mask, unsigned kind);

/* Adds a word that is no step. */
void bank_program_word(struct bank_program *program, uint32_t word);

/* Adds all words of MORE. */
void bank_program_append(struct bank_program *program, const struct bank_program *more);

bool bank_program_equal(const struct bank_program *a, const struct bank_program *b);

/* Whether PROGRAM has at most BANK_PROGRAM_MAX words. */
static inline bool bank_program_fits(const struct bank_program *program)
{
    return program->count <= BANK_PROGRAM_MAX;
}

#endif
