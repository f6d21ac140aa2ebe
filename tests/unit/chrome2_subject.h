/* SPDX-License-Identifier: MIT */
/*
 * Chromium's tables of 2021 for tests: files put together by hand, tables apart from each other as in the published
 * tests.
 */
#ifndef CHROME2_SUBJECT_H
#define CHROME2_SUBJECT_H

#include <stddef.h>

#include "core/foreign/chrome2.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* From an entry of the table on: where in its page the function starts, and where its pairs begin. */
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

/* The file of TABLES in malloc'ed bytes that end where it does. */
uint8_t *subject_file(const struct subject_tables *tables, uint32_t *size_bytes);

/*
 * What core reads in such a file at ADDRESS, from the base on, by part 0 of a section and, unless that is NULL, part 1.
 */
enum bobbin_stop subject_read(const struct foreign_part *part, const struct foreign_part *second,
                              uint32_t address, struct bobbin_rule *rule);

#endif
