/* SPDX-License-Identifier: MIT */
#include "made_table.h"

#include <stddef.h>
#include <string.h>

#include "format.h"

#define ROOT_RULE       2 /* of questions */
#define ROWS_OF(member) ((uint32_t)offsetof(struct made_rows, member))

static const struct made_table start = {
    .magic = FORMAT_MAGIC,
    .major = FORMAT_MAJOR,
    .sections_count = 6,
    .build_id_size = 4,
    .build_id = MADE_BUILD_ID,
    .directory =
        {
            {FORMAT_SECTION_RANGES, FORMAT_ENTRY_REQUIRED, sizeof(start.ranges)},
            {FORMAT_SECTION_ROWS, FORMAT_ENTRY_REQUIRED, sizeof(start.rows)},
            {FORMAT_SECTION_RULES, FORMAT_ENTRY_REQUIRED, sizeof(start.rules)},
            {FORMAT_SECTION_WIDE, FORMAT_ENTRY_REQUIRED, sizeof(start.wide)},
            {FORMAT_SECTION_WIDE + 1, 0, 0},
            {FORMAT_SECTION_LONG_RULES, FORMAT_ENTRY_REQUIRED, 0},
        },
    .ranges =
        {
            {QUESTIONS_CODE, 2 * QUESTION_ROWS, 0, QUESTION_ROWS},
            {QUESTIONS_ROOT, 16, ROWS_OF(root), 1},
            {0x30000, 16, sizeof(start.rows) + 4, 1},
            {0x40000, 16, 0, 0},
            {0x50000, 16, 0, 0x7fffffff},
            {0x60000, 16, ROWS_OF(root), 8},
            {0x70000, 64, ROWS_OF(root), 1},
            {0x80000, 32, ROWS_OF(late), 1},
        },
    .rows =
        {
            .samples = {0, 32, 64, 96},
            .late = {.sample = 8, .length = 8, .rule = ROOT_RULE},
            .root = {.sample = 0, .length = 8, .rule = ROOT_RULE},
        },
    .wide = {{QUESTIONS_CODE, 1, 0},
             {QUESTIONS_CODE + 2 * QUESTION_ROW_WIDE, 1, 0},
             {QUESTIONS_ROOT, 1, 0}},
};

void made_table_fill(struct made_table *table)
{
    uint32_t count = questions_count;

    memcpy(table, &start, sizeof(start));
    memset(table->rows.lengths, 1, sizeof(table->rows.lengths));
    for (uint32_t i = 0; i < count; i++) {
        table->rules.words[i] =
            questions[i].word ? questions[i].word : FORMAT_RULE_LONG | i * QUESTION_BYTES_MAX;
        memcpy(table->long_rules[i], questions[i].bytes, QUESTION_BYTES_MAX);
    }
    for (uint32_t i = 0; questions[i].pc == 0; i++) {
        table->rows.rules[i] = (uint8_t)(i + 1);
        count = i + 1;
    }
    table->rows.rules[QUESTION_ROW_WIDE] = FORMAT_ROW_WIDE;
    table->rows.rules[QUESTION_ROW_ABSENT] = FORMAT_ROW_WIDE;
    table->rows.rules[QUESTION_ROW_BEHIND] = FORMAT_ROW_WIDE - 1;
    table->rules.count = (uint16_t)count;
    table->rules.exidx_first = (uint16_t)count;
    table->directory[5].size_bytes = count * QUESTION_BYTES_MAX;
    table->size_bytes =
        (uint32_t)offsetof(struct made_table, long_rules) + count * QUESTION_BYTES_MAX;
}
