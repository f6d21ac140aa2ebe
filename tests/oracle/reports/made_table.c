/* SPDX-License-Identifier: MIT */
#include "made_table.h"

#include <stddef.h>
#include <string.h>

#include "known.h"

#define ROOT_RULE 3 /* of questions */
#define NO_INDEX  sizeof(start.index)

#define U16(number) (number) & 0xff, (number) >> 8
#define ROOT        U16(ROOT_RULE)
/* An entry whose number has two places, and one with a record. */
#define WIDE(start, of_rule)                                                                       \
    {                                                                                              \
        {(start), (of_rule)&0xff},                                                                 \
        {                                                                                          \
            (start), FORMAT_NUMBER_WIDE + ((of_rule) >> 8)                                         \
        }                                                                                          \
    }
#define RECORD(name)                                                                               \
    WIDE(0, FORMAT_NUMBER_RECORD + ROWS_##name * MADE_ROWS_BYTES / FORMAT_RECORD_UNIT)
#define WIDE_MAX (FORMAT_NUMBER_RECORD - 1)

/* Where a range's entry stands, and its part of the index. */
#define PLACE(name)                                                                                \
    ((uint32_t)offsetof(struct made_entries, special) +                                            \
     ENTRY_##name * (uint32_t)sizeof(struct made_place[2]))
#define LENGTH(name)                                                                               \
    ((uint32_t)offsetof(struct made_entries, length) + LENGTH_##name * MADE_ENTRY_BYTES)
#define LAST        ((uint32_t)offsetof(struct made_entries, last))
#define INDEX(name) (INDEX_##name * (uint32_t)sizeof(start.index.one[0]))
#define PART(name)  ((uint32_t)offsetof(struct made_index, name))
enum {
    ENTRY_ROOT,
    ENTRY_ROWS_BEHIND,
    ENTRY_ROWS_TOO_MANY,
    ENTRY_ROWS_CUT,
    ENTRY_ROWS_LONGEST,
    ENTRY_ROWS,
    ENTRY_NOT_READ,
    ENTRY_FAST,
    ENTRY_LATE,
    ENTRY_EARLIER, /* two, before a record of the next page */
    ENTRY_LATER,
};
/* Entries of no length stand before another one. */
enum { LENGTH_NUMBER, LENGTH_LONG, LENGTH_LONGEST, LENGTH_NONE, LENGTH_ZERO, LENGTH_SMALL };
enum { ROWS_LONGEST, ROWS_GOOD, ROWS_LATER, ROWS_NOT_READ, ROWS_TOO_MANY, ROWS_CUT };
enum {
    INDEX_CODE,
    INDEX_ONE,
    INDEX_WIDE,
    INDEX_EMPTY,
    INDEX_BEHIND,
    INDEX_BLOCK,
    INDEX_BLOCK_BEHIND,
    INDEX_BLOCK_BACK,
    INDEX_BLOCK_MORE,
};

#define FAST_HOW  FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE
#define SMALL_HOW FORMAT_HOW_READ | FORMAT_HOW_CODE

static const struct made_table
    start =
        {
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
                    {QUESTIONS_CODE, 2 * QUESTION_ROWS, INDEX(CODE), 0, 0, 1, 0, 0, 0},
                    {QUESTIONS_ROOT, 16, INDEX(ONE), PLACE(ROOT), 0, 0, 0, 0, 0},
                    {0x30000, 16, NO_INDEX, PLACE(ROOT), 0, 0, 0, 0, 0},
                    {0x31000, 512, NO_INDEX - 4, PLACE(ROOT), 0, 0, 0, 1, 0},
                    {0x32000, 512, NO_INDEX - 4, PLACE(ROOT), 0, 1, 0, 0, 4},
                    {0x40000, 16, INDEX(ONE), sizeof(start.entries), 0, 0, 0, 0, 0},
                    {0x50000, 16, INDEX(ONE), 0x7fffffff, 0, 0, 0, 0, 0},
                    {0x60000, 16, INDEX(WIDE), PLACE(ROWS_BEHIND), 0, 0, 0, 0, 0},
                    {0x70000, 64, INDEX(BLOCK), LAST, 0, 0, FORMAT_HOW_CODE, 0, 0},
                    {0x71000, 16, INDEX(EMPTY), PLACE(ROOT), 0, 0, 0, 0, 0},
                    {0x72000, 16, INDEX(ONE), PLACE(LATE), 0, 0, 0, 0, 0},
                    {0x80000, 16, INDEX(BEHIND), PLACE(ROOT), 0, 0, 0, 0, 0},
                    {0x80100, 16, INDEX(BLOCK_BEHIND), LENGTH(NUMBER), 0, 0, FORMAT_HOW_CODE, 0, 0},
                    {0x81000, 16, INDEX(BLOCK_BACK), LAST, 0, 0, FORMAT_HOW_CODE, 0, 0},
                    {0x82000, 16, INDEX(WIDE), PLACE(ROWS_TOO_MANY), 0, 0, 0, 0, 0},
                    {0x83000, 16, INDEX(WIDE), PLACE(ROWS_CUT), 0, 0, 0, 0, 0},
                    {0x84000, 16, INDEX(WIDE), PLACE(ROWS_LONGEST), 0, 0, 0, 0, 0},
                    {QUESTIONS_ROWS, 32, INDEX(WIDE), PLACE(ROWS), 0, 0, 0, 0, 0},
                    {QUESTIONS_ROWS_LATER, 512, PART(later), PLACE(EARLIER), 0, 0, 0, 0, 0},
                    {QUESTIONS_LONG, 448, PART(two), PLACE(ROOT), 0, 0, 0, 0, 0},
                    {QUESTIONS_LONGEST, 256 * MADE_BLOCKS, PART(blocks), LENGTH(LONGEST), 0, 0,
                     FORMAT_HOW_CODE, 0, 0},
                    {0x88000, 16, INDEX(WIDE), PLACE(NOT_READ), 0, 0, FAST_HOW, 0, 0},
                    {0x89000, 16, INDEX(BLOCK_MORE), LENGTH(NUMBER), 0, 0, FORMAT_HOW_CODE, 0, 0},
                    {0x8a000, 16, INDEX(BLOCK), LENGTH(NONE), 0, 0, FORMAT_HOW_CODE, 0, 0},
                    {QUESTIONS_FAST, 64, INDEX(ONE), PLACE(FAST), 0, 2, FAST_HOW, 0, 0},
                    {QUESTIONS_SMALL, 64, INDEX(BLOCK), LENGTH(ZERO), 0, 0, SMALL_HOW, 0, 0},
                    {QUESTIONS_SMALL_LONG, 448, INDEX(BLOCK), LENGTH(LONG), 0, 1, SMALL_HOW, 0, 0},
                    {QUESTIONS_FAR, 256 * MADE_FAR, PART(far), PLACE(ROOT), 0, 0, 0, 15, 0},
                },
            .index =
                {
                    .one =
                        {
                            [INDEX_CODE] = {0, {0, QUESTION_ROWS + 2}},
                            [INDEX_ONE] = {0, {0, 1}},
                            [INDEX_WIDE] = {0, {0, 2}},
                            [INDEX_BEHIND] = {0xffff, {0xff, 0}},
                            [INDEX_BLOCK_BEHIND] = {0xffff, {0, 0}},
                            [INDEX_BLOCK_BACK] = {0, {FORMAT_BEFORE_MORE - 1, 0}},
                            [INDEX_BLOCK_MORE] = {0, {FORMAT_BEFORE_MORE, 0}},
                        },
                    .two = {{0, 1}, {0, 1, 1}, 0},
                    .later = {{0, 2}, {0, 2, 4}, 0},
                    .blocks = {.before = {0, 128, FORMAT_BEFORE_MORE, FORMAT_BEFORE_MORE,
                                          FORMAT_BEFORE_MORE, FORMAT_BEFORE_MORE,
                                          FORMAT_BEFORE_MORE, FORMAT_BEFORE_MORE}},
                },
            .entries =
                {
                    .wide = {WIDE(QUESTION_ROW_WIDE, 1), WIDE(QUESTION_ROW_ABSENT, WIDE_MAX)},
                    .behind = {QUESTION_ROW_BEHIND, FORMAT_NUMBER_WIDE - 1},
                    .special =
                        {
                            [ENTRY_ROOT] = {{0, ROOT_RULE}},
                            [ENTRY_ROWS_BEHIND] = WIDE(0, 0x1fff),
                            [ENTRY_ROWS_TOO_MANY] = RECORD(TOO_MANY),
                            [ENTRY_ROWS_CUT] = RECORD(CUT),
                            [ENTRY_ROWS_LONGEST] = RECORD(LONGEST),
                            [ENTRY_ROWS] = RECORD(GOOD),
                            [ENTRY_NOT_READ] = RECORD(NOT_READ),
                            [ENTRY_FAST] = {{0, QUESTION_BODY_RULE}},
                            [ENTRY_LATE] = {{9, ROOT_RULE}},
                            [ENTRY_EARLIER] = {{0, ROOT_RULE}, {128, ROOT_RULE}},
                            [ENTRY_LATER] = RECORD(LATER),
                        },
                    .length =
                        {
                            [LENGTH_NUMBER] = {FORMAT_ENTRY_WIDE, 8, ROOT},
                            [LENGTH_LONG] = {FORMAT_ENTRY_LONG, 224},
                            [LENGTH_LONGEST] = {FORMAT_ENTRY_LONGEST, U16(128 * MADE_BLOCKS), ROOT},
                            [LENGTH_SMALL] = {32},
                            [LENGTH_NONE] = {FORMAT_ENTRY_LONGEST + 1, 8},
                        },
                    .last = 8,
                },
            .rows =
                {
                    [ROWS_LONGEST] = {U16(FORMAT_RULE_NONE), 0, 1, 0, 0xff, 0xff, ROOT_RULE},
                    [ROWS_GOOD] = {U16(FORMAT_RULE_NONE), 0, 2, 4, 4, ROOT_RULE, 0, 4,
                                   FORMAT_ROW_WIDE, ROOT},
                    [ROWS_LATER] = {U16(FORMAT_RULE_NONE), 1, 1, 4, 4, ROOT_RULE},
                    [ROWS_NOT_READ] = {U16(QUESTION_BODY_RULE | FORMAT_RECORD_PLAIN)},
                    [ROWS_TOO_MANY] = {ROOT, 0, FORMAT_ROWS_PER_ENTRY_MAX},
                },
            .rows_cut = {ROOT, 0, 2, 32},
};

void made_table_fill(struct made_table *table)
{
    uint32_t count = questions_count;

    memcpy(table, &start, sizeof(start));
    memset(table->index.far.counts + 1, 1, MADE_FAR);
    for (uint32_t i = 0; i < QUESTION_ROW_WIDE; i++)
        table->entries.plain[i].start = (uint8_t)i;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t word = questions[i].word;
        if (questions[i].words[0])
            word = KNOWN_LONG + i * QUESTION_WORDS_MAX;
        if (i < QUESTION_SHORTS)
            table->rules.halfwords[i] = (uint16_t)word;
        else
            table->rules.words[i - QUESTION_SHORTS] = word;
        memcpy(table->long_rules[i], questions[i].words, sizeof(questions[i].words));
    }
    for (uint32_t i = 0; questions[i].pc == 0; i++) {
        table->entries.plain[i].number = (uint8_t)(i + 1);
        count = i + 1;
    }
    table->rules.count = (uint16_t)count;
    table->rules.exidx_first = (uint16_t)count;
    table->rules.short_count = QUESTION_SHORTS;
    table->rules.runs_count = QUESTION_RUNS;
    table->directory[6].size_bytes = count * (uint32_t)sizeof(table->long_rules[0]);
    table->size_bytes =
        (uint32_t)offsetof(struct made_table, long_rules) + table->directory[6].size_bytes;
}
