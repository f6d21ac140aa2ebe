/* SPDX-License-Identifier: MIT */
#include "chrome2_subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { APART_BYTES = 64 }; /* offset of the first table; distance of the others, or more */

static uint32_t put_words(uint8_t *file, uint32_t words, uint32_t at, const void *bytes,
                          uint32_t size, uint32_t count)
{
    memcpy(file + words, &at, sizeof(at));
    memcpy(file + words + 4, &count, sizeof(count));
    memcpy(file + at, bytes, size);
    return (at + size + APART_BYTES - 1) / APART_BYTES * APART_BYTES;
}

uint8_t *subject_file(const struct subject_tables *tables, uint32_t *size_bytes)
{
    uint32_t sizes[4] = {4 * tables->pages_count, 4 * tables->functions_count,
                         tables->offsets_bytes, tables->instructions_bytes};
    uint32_t at = APART_BYTES;
    uint8_t *file;

    *size_bytes = APART_BYTES + sizes[3];
    for (uint32_t i = 0; i < 3; i++)
        *size_bytes += (sizes[i] + APART_BYTES - 1) / APART_BYTES * APART_BYTES;
    file = calloc(1, *size_bytes);
    assert_non_null(file);
    at = put_words(file, 0, at, tables->pages, sizes[0], tables->pages_count);
    at = put_words(file, 8, at, tables->functions, sizes[1], tables->functions_count);
    at = put_words(file, 16, at, tables->offsets, sizes[2], sizes[2]);
    put_words(file, 24, at, tables->instructions, sizes[3], sizes[3]);
    return file;
}

enum bobbin_stop subject_read(const struct foreign_part *part, const struct foreign_part *second,
                              uint32_t address, struct bobbin_rule *rule)
{
    struct foreign_table table = {.part = {*part}};
    struct foreign_question question = {address, true};

    if (second)
        table.part[1] = *second;
    memset(rule, 0, sizeof(*rule));
    rule->form = BOBBIN_FORM_FRAME;
    rule->cfa_register = BOBBIN_SP;
    return bobbin_chrome2.read(&table, &question, rule);
}
