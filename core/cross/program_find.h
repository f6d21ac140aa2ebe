/* SPDX-License-Identifier: MIT */
/* Inside core: the look-up of a program in CROSSINGS (crossing_format.h). */
#ifndef BOBBIN_PROGRAM_FIND_H
#define BOBBIN_PROGRAM_FIND_H

#include "../format/bytes.h"
#include "../format/crossing_format.h"
#include "../unwind/find.h"

/* A program in a table: WORD is its first word, END the end of all programs. */
struct program {
    const uint8_t *word, *end;
    uint32_t mode; /* bits 3..0 of the mode of the code, or CROSSING_MODE_ANY */
};

/*
 * Finds the program for the frame of CURSOR. Returns NONE and fills PROGRAM; or NO_RULE if no table
 * has one; or CORRUPT.
 */
enum bobbin_stop program_find(const struct bobbin_cursor *cursor, const struct bobbin_env *env,
                              struct program *program);

#endif
