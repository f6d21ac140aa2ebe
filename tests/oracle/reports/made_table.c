/* SPDX-License-Identifier: MIT */
#include "made_table.h"

#include <stddef.h>
#include <string.h>

#include "format.h"

#define ROOT_RULE 2 /* of questions */
#define NO_INDEX  sizeof(start.index)

/* Where a range's entry and its rows stand. */
#define SPECIAL(offset) ((uint32_t)offsetof(struct made_entries, special) + (offset))
#define FLAGS           (FORMAT_ENTRY_FLAGS)
#define HAS_ROWS        (FORMAT_ENTRY_FLAGS | FORMAT_ENTRY_HAS_ROWS)
enum { ROWS_TOO_MANY = 0, ROWS_ENDLESS = 1, ROWS_GOOD = 5, ROWS_CUT = 14 };

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
            {FORMAT_SECTION_ENTRIES, FORMAT_ENTRY_REQUIRED, SPECIAL(49)},
            {FORMAT_SECTION_ROWS, FORMAT_ENTRY_REQUIRED, sizeof(start.rows)},
            {FORMAT_SECTION_RULES, FORMAT_ENTRY_REQUIRED, sizeof(start.rules)},
            {FORMAT_SECTION_LONG_RULES + 1, 0, 0},
            {FORMAT_SECTION_LONG_RULES, FORMAT_ENTRY_REQUIRED, 0},
        },
    .ranges =
        {
            {QUESTIONS_CODE, 2 * QUESTION_ROWS, 0, 0, 0, 7, 0, 0},
            {QUESTIONS_ROOT, 16, 0, SPECIAL(0), 0, 7, 0, 0},
            {0x30000, 16, NO_INDEX, SPECIAL(0), 0, 7, 0, 0},
            {0x40000, 16, 0, SPECIAL(49), 0, 7, 0, 0},
            {0x50000, 16, 0, 0x7fffffff, 0, 7, 0, 0},
            {0x60000, 16, 0, SPECIAL(2), 0, 7, 0, 0},
            {0x70000, 64, 0, SPECIAL(47), 0, 7, 0, 0},
            {0x80000, 16, 0, SPECIAL(7), 0, 7, 0, 0},
            {0x81000, 16, 0, SPECIAL(13), 0, 7, 0, 0},
            {0x82000, 16, 0, SPECIAL(18), 0, 7, 0, 0},
            {0x83000, 16, 0, SPECIAL(23), 0, 7, 0, 0},
            {0x84000, 16, 0, SPECIAL(28), 0, 7, 0, 0},
            {QUESTIONS_ROWS, 32, 0, SPECIAL(33), 0, 7, 0, 0},
            {QUESTIONS_LONG, 448, 0, SPECIAL(38), 0, 9, 0, 0},
            {QUESTIONS_FAST, 64, 0, SPECIAL(44), 0, 7, FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE, 0},
            {QUESTIONS_SMALL, 64, 0, SPECIAL(46), 0, 7, FORMAT_HOW_READ | FORMAT_HOW_CODE, 0},
        },
    .entries =
        {
            .wide = {{FORMAT_ENTRY_NUMBER, {1, 0}, 1}, {FORMAT_ENTRY_NUMBER, {0xff, 0xfe}, 1}},
            .behind = {1, FORMAT_ENTRY_CODE - 1},
            .special =
                {
                    [0] = 8,
                    ROOT_RULE,
                    [2] = HAS_ROWS,
                    0xff,
                    0xff,
                    8,
                    ROOT_RULE,
                    [7] = FLAGS,
                    FLAGS,
                    FLAGS,
                    FLAGS,
                    8,
                    ROOT_RULE,
                    [13] = FORMAT_ENTRY_NUMBER + 1,
                    0,
                    0,
                    8,
                    ROOT_RULE,
                    [18] = HAS_ROWS,
                    ROWS_TOO_MANY,
                    0,
                    8,
                    ROOT_RULE,
                    [23] = HAS_ROWS,
                    ROWS_CUT,
                    0,
                    8,
                    ROOT_RULE,
                    [28] = HAS_ROWS,
                    ROWS_ENDLESS,
                    0,
                    8,
                    ROOT_RULE,
                    [33] = HAS_ROWS,
                    ROWS_GOOD,
                    0,
                    16,
                    FORMAT_RULE_NONE,
                    [38] = FORMAT_ENTRY_MORE,
                    0,
                    0,
                    FORMAT_ENTRY_LONG,
                    224,
                    ROOT_RULE,
                    [44] = 32,
                    QUESTION_BODY_RULE,
                    [46] = 32,
                    [47] = 8,
                    ROOT_RULE, /* the last: no entry can follow it */
                },
        },
    .rows =
        {
            [ROWS_TOO_MANY] = FORMAT_ROWS_PER_ENTRY_MAX + 1,
            [ROWS_ENDLESS] = 0x80,
            0x80,
            0x80,
            0x80,
            [ROWS_GOOD] = 2,
            4,
            4,
            ROOT_RULE,
            0,
            4,
            FORMAT_ROW_WIDE,
            ROOT_RULE,
            0,
            [ROWS_CUT] = 2,
            32,
        },
};

void made_table_fill(struct made_table *table)
{
    uint32_t count = questions_count;

    memcpy(table, &start, sizeof(start));
    for (uint32_t i = 0; i < QUESTION_ROW_WIDE; i++)
        table->entries.plain[i].length = 1;
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            table->rules.words[i - 1] =
                questions[i].word ? questions[i].word : FORMAT_RULE_LONG | i * QUESTION_BYTES_MAX;
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
