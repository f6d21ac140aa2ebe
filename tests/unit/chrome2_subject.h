/* SPDX-License-Identifier: MIT */
/*
 * Files in Chromium's format of 2021, composed by hand. As in the published tests, gaps separate
 * the tables.
 */
#ifndef CHROME2_SUBJECT_H
#define CHROME2_SUBJECT_H

#include <stddef.h>

#include "core/foreign/chrome2.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The offsets of a function table entry: start of the function in its page, and its first pair. */
struct subject_function {
    uint16_t start, pairs;
};

struct subject_tables {
    const uint32_t *pages;
    uint32_t pages_count;
    const struct subject_function *functions;
    uint32_t functions_count;
    const uint8_t *offsets;
    uint32_t offsets_bytes;
    const uint8_t *instructions;
    uint32_t instructions_bytes;
};
#define SUBJECT_TABLES(pages, functions, offsets, instructions)                                    \
    {                                                                                              \
        (pages), COUNT(pages), (functions), COUNT(functions), (offsets), sizeof(offsets),          \
            (instructions), sizeof(instructions)                                                   \
    }

/* Returns the file of TABLES in malloc'ed bytes of the exact size. */
uint8_t *subject_file(const struct subject_tables *tables, uint32_t *size_bytes);

/*
 * Looks up ADDRESS, an offset from the base, with the core's reader. FIRST is part 0 of the table.
 * SECOND is part 1, or NULL.
 */
enum bobbin_stop subject_read(const struct foreign_part *part, const struct foreign_part *second,
                              uint32_t address, struct bobbin_rule *rule);

#endif
