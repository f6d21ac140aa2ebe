/* SPDX-License-Identifier: MIT */
/* Reads the rules of exception entry code from a finished table, with the core's own look-up. */
#ifndef GEN_PROVE_CROSSING_PROGRAM_H
#define GEN_PROVE_CROSSING_PROGRAM_H

#include "elf/image.h"
#include <bobbin/bobbin.h>

enum { CROSSING_PROGRAM_MAX = 3 * 128 };

/* A program (core/format/crossing_format.h) in its long form (rows/crossing_pack.h), up to END. */
struct crossing_program {
    uint32_t word[CROSSING_PROGRAM_MAX];
    uint32_t count;
    uint8_t mode; /* bits 3..0 of the mode of the code, or CROSSING_MODE_ANY */
};

/* Whether TABLE has rules of exception entry code. */
bool crossing_program_any(const struct bobbin_table *table);

/*
 * Finds in TABLE the program for a frame that is interrupted at AT or, for KIND CALL, that has
 * called a function there. Returns NONE, NO_RULE or CORRUPT.
 */
enum bobbin_stop crossing_program_find(const struct bobbin_table *table,
                                       const struct image_instruction *at, enum bobbin_kind kind,
                                       struct crossing_program *program);

#endif
