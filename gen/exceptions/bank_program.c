/* SPDX-License-Identifier: MIT */
/* Writes the words of programs. */
#include "exceptions/bank_program.h"

#include <string.h>

void bank_program_word(struct bank_program *program, uint32_t word)
{
    if (program->count < BANK_PROGRAM_MAX)
        program->word[program->count] = word;
    if (program->count <= BANK_PROGRAM_MAX)
        program->count++;
}

void bank_program_skip(struct bank_program *program, unsigned place, unsigned kind, int32_t value,
                       uint32_t skip)
{
    bank_program_word(program, place | kind << CROSSING_KIND_SHIFT | skip << CROSSING_SKIP_SHIFT |
                                   (uint32_t)value << CROSSING_VALUE_SHIFT);
}

void bank_program_add(struct bank_program *program, unsigned place, unsigned kind, int32_t value)
{
    bank_program_skip(program, place, kind, value, 0);
}

void bank_program_list(struct bank_program *program, uint32_t mask, unsigned kind)
{
    bank_program_word(program, CROSSING_LIST | kind << CROSSING_KIND_SHIFT |
                                   mask << CROSSING_LIST_MASK_SHIFT);
}

void bank_program_append(struct bank_program *program, const struct bank_program *more)
{
    for (uint32_t i = 0; i < more->count; i++)
        bank_program_word(program, more->word[i]);
}

bool bank_program_equal(const struct bank_program *a, const struct bank_program *b)
{
    return a->count == b->count && bank_program_fits(a) &&
           memcmp(a->word, b->word, a->count * sizeof(a->word[0])) == 0;
}
