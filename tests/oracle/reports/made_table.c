/* SPDX-License-Identifier: MIT */
#include "made_table.h"

#include <stddef.h>
#include <string.h>

#include "format.h"

#define ROOT_RULE 2 /* of questions */
#define NO_INDEX  sizeof(start.index)

#define U16(number)  (number) & 0xff, (number) >> 8
#define WIDE(length) FORMAT_ENTRY_WIDE, (length)
#define ROOT         U16(ROOT_RULE)

/* Where a range's entry and its rows stand. */
#define SPECIAL(name)                                                                              \
    ((uint32_t)offsetof(struct made_entries, special) + ENTRY_##name * MADE_ENTRY_BYTES)
#define ROWS(name) U16(FORMAT_ENTRY_HAS_ROWS + ROWS_##name * MADE_ROWS_BYTES)
enum {
    ENTRY_ROOT,
    ENTRY_ROWS_BEHIND,
    ENTRY_ROWS_TOO_MANY,
    ENTRY_ROWS_CUT,
    ENTRY_ROWS_LONGEST,
    ENTRY_ROWS,
    ENTRY_LONG,
    ENTRY_LONGEST,
    ENTRY_NOT_READ,
    ENTRY_FAST,
    ENTRY_SMALL,
    ENTRY_LAST,
};
enum { ROWS_LONGEST, ROWS_GOOD, ROWS_NOT_READ, ROWS_TOO_MANY, ROWS_CUT };
enum { INDEX_START, INDEX_BEHIND, INDEX_BACK, INDEX_MORE };
#define INDEX(name)  (INDEX_##name * (uint32_t)sizeof(start.index.one[0]))
#define INDEX_BLOCKS ((uint32_t)sizeof(start.index.one))

static const struct made_table start = {
    .magic = FORMAT_MAGIC,
    .major = FORMAT_MAJOR,
    .sections_count = 7,
    .build_id_size = 4,
    .build_id = MADE_BUILD_ID,
    .directory =
        {
            {FORMAT_SECTION_RANGES, FORMAT_ENTRY_REQUIRED, sizeof(start.ranges)},
            {FORMAT_SECTION_INDEX, FORMAT_ENTRY_REQUIRED, sizeof(start.index)},
            {FORMAT_SECTION_ENTRIES, FORMAT_ENTRY_REQUIRED, sizeof(start.entries)},
            {FORMAT_SECTION_ROWS, FORMAT_ENTRY_REQUIRED,
             sizeof(start.rows) + sizeof(start.rows_cut)},
            {FORMAT_SECTION_RULES, FORMAT_ENTRY_REQUIRED, sizeof(start.rules)},
            {FORMAT_SECTION_FOREIGN + 1, 0, 0},
            {FORMAT_SECTION_LONG_RULES, FORMAT_ENTRY_REQUIRED, 0},
        },
    .ranges =
        {
            {QUESTIONS_CODE, 2 * QUESTION_ROWS, 0, 0, 0, 7, 0, 0},
            {QUESTIONS_ROOT, 16, 0, SPECIAL(ROOT), 0, 7, 0, 0},
            {0x30000, 16, NO_INDEX, SPECIAL(ROOT), 0, 7, 0, 0},
            {0x40000, 16, 0, sizeof(start.entries), 0, 7, 0, 0},
            {0x50000, 16, 0, 0x7fffffff, 0, 7, 0, 0},
            {0x60000, 16, 0, SPECIAL(ROWS_BEHIND), 0, 7, 0, 0},
            {0x70000, 64, 0, SPECIAL(LAST), 0, 7, 0, 0},
            {0x80000, 16, INDEX(BEHIND), SPECIAL(ROOT), 0, 7, 0, 0},
            {0x81000, 16, INDEX(BACK), SPECIAL(LAST), 0, 7, 0, 0},
            {0x82000, 16, 0, SPECIAL(ROWS_TOO_MANY), 0, 7, 0, 0},
            {0x83000, 16, 0, SPECIAL(ROWS_CUT), 0, 7, 0, 0},
            {0x84000, 16, 0, SPECIAL(ROWS_LONGEST), 0, 7, 0, 0},
            {QUESTIONS_ROWS, 32, 0, SPECIAL(ROWS), 0, 7, 0, 0},
            {QUESTIONS_LONG, 448, 0, SPECIAL(LONG), 0, 9, 0, 0},
            {QUESTIONS_LONGEST, 128 * MADE_BLOCKS, INDEX_BLOCKS, SPECIAL(LONGEST), 0, 7, 0, 0},
            {0x88000, 16, 0, SPECIAL(NOT_READ), 0, 7, FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE, 0},
            {0x89000, 16, INDEX(MORE), SPECIAL(ROOT), 0, 7, 0, 0},
            {QUESTIONS_FAST, 64, 0, SPECIAL(FAST), 0, 7, FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE,
             0},
            {QUESTIONS_SMALL, 64, 0, SPECIAL(SMALL), 0, 7, FORMAT_HOW_READ | FORMAT_HOW_CODE, 0},
        },
    .index =
        {
            .one =
                {
                    [INDEX_BEHIND] = {0xffff, 0, 0},
                    [INDEX_BACK] = {0, FORMAT_BEFORE_MORE - 1, 0},
                    [INDEX_MORE] = {0, FORMAT_BEFORE_MORE, 0},
                },
            .before = {0, 64, 128, 192, FORMAT_BEFORE_MORE, FORMAT_BEFORE_MORE, FORMAT_BEFORE_MORE,
                       FORMAT_BEFORE_MORE},
        },
    .entries =
        {
            .wide = {{WIDE(1), {U16(1)}}, {WIDE(1), {U16(FORMAT_RULES_MAX)}}},
            .behind = {1, 0xff},
            .special =
                {
                    [ENTRY_ROOT] = {8, ROOT_RULE},
                    [ENTRY_ROWS_BEHIND] = {WIDE(8), U16(0xffff)},
                    [ENTRY_ROWS_TOO_MANY] = {WIDE(8), ROWS(TOO_MANY)},
                    [ENTRY_ROWS_CUT] = {WIDE(8), ROWS(CUT)},
                    [ENTRY_ROWS_LONGEST] = {WIDE(8), ROWS(LONGEST)},
                    [ENTRY_ROWS] = {WIDE(16), ROWS(GOOD)},
                    [ENTRY_LONG] = {FORMAT_ENTRY_LONG, 224, ROOT_RULE},
                    [ENTRY_LONGEST] = {FORMAT_ENTRY_LONGEST, U16(64 * MADE_BLOCKS), ROOT},
                    [ENTRY_NOT_READ] = {WIDE(8), ROWS(NOT_READ)},
                    [ENTRY_FAST] = {32, QUESTION_BODY_RULE},
                    [ENTRY_SMALL] = {32},
                },
            .last = {8, ROOT_RULE},
        },
    .rows =
        {
            [ROWS_LONGEST] = {0, U16(FORMAT_RULE_NONE), 1, 0, 0x80, 0x80, 0x80, ROOT_RULE},
            [ROWS_GOOD] = {0, U16(FORMAT_RULE_NONE), 2, 4, 4, ROOT_RULE, 0, 4, FORMAT_ROW_WIDE,
                           ROOT},
            [ROWS_NOT_READ] = {FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE, U16(QUESTION_BODY_RULE)},
            [ROWS_TOO_MANY] = {0, ROOT, FORMAT_ROWS_PER_ENTRY_MAX + 1},
        },
    .rows_cut = {0, ROOT, 2, 32},
};

void made_table_fill(struct made_table *table)
{
    uint32_t count = questions_count;

    memcpy(table, &start, sizeof(start));
    memset(table->entries.end, 0xff, sizeof(table->entries.end));
    for (uint32_t i = 0; i < QUESTION_ROW_WIDE; i++)
        table->entries.plain[i].length = 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t word = questions[i].word;
        if (questions[i].bytes[0])
            word = FORMAT_RULE_LONG | i * QUESTION_BYTES_MAX;
        if (i > 0)
            table->rules.words[i - 1] = word;
        memcpy(table->long_rules[i], questions[i].bytes, QUESTION_BYTES_MAX);
    }
    for (uint32_t i = 0; questions[i].pc == 0; i++) {
        table->entries.plain[i].rule = (uint8_t)(i + 1);
        count = i + 1;
    }
    table->rules.count = (uint16_t)count;
    table->rules.exidx_first = (uint16_t)count;
    table->rules.short_count = 1; /* all zero: a leaf, which is question 1 */
    table->directory[6].size_bytes = count * QUESTION_BYTES_MAX;
    table->size_bytes =
        (uint32_t)offsetof(struct made_table, long_rules) + count * QUESTION_BYTES_MAX;
}
