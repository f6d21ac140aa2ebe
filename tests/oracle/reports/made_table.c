/* SPDX-License-Identifier: MIT */
#include "made_table.h"

#include <string.h>

#include "rules.h"

#define U16(number) (number) & 0xff, (number) >> 8
#define ROOT        U16(QUESTION_ROOT_RULE)
#define NOTHING     U16(QUESTION_NO_RULE)
/* An entry in a page whose rule number takes two bytes, and an entry with a record of rows. */
#define WIDE(start, of_rule)                                                                       \
    {                                                                                              \
        {(start), (of_rule)&0xff},                                                                 \
        {                                                                                          \
            (start), FORMAT_NUMBER_WIDE + ((of_rule) >> 8)                                         \
        }                                                                                          \
    }
#define RECORD(offset) FORMAT_ENTRY_WIDE, 16, U16(FORMAT_ENTRY_HAS_ROWS + (offset))

#define AT(field)    ((uint32_t)offsetof(struct made_table, field))
#define PLACE(name)  (AT(entries.special) + ENTRY_##name * (uint32_t)sizeof(struct made_place[2]))
#define LENGTH(name) (AT(entries.length) + LENGTH_##name * MADE_ENTRY_BYTES)
#define INDEX(name)  (AT(index.one) + INDEX_##name * (uint32_t)sizeof(start.index.one[0]))
#define ROWS(name)   (AT(rows) + ROWS_##name * MADE_ROWS_BYTES)
enum { ENTRY_ROOT, ENTRY_LATE, ENTRY_EARLIER, ENTRY_LATER, ENTRY_FAST };
/*
 * Entries of the ranges in blocks. An entry without a length is followed by the next one in this
 * list.
 */
enum {
    LENGTH_LONG,
    LENGTH_LONGEST,
    LENGTH_NUMBER,
    LENGTH_NONE,
    LENGTH_ZERO,
    LENGTH_SMALL,
    LENGTH_BODY,
    LENGTH_ROWS,
    LENGTH_ROWS_LATER,
    LENGTH_ROWS_BEHIND,
};
enum { ROWS_FIRST, ROWS_LATER, ROWS_LONGEST, ROWS_NOT_READ };
enum {
    INDEX_CODE,
    INDEX_ONE,
    INDEX_EMPTY,
    INDEX_BEHIND,
    INDEX_BLOCK,
    INDEX_BLOCK_BEHIND,
    INDEX_BLOCK_BACK,
    INDEX_BLOCK_MORE,
};

#define SMALL_HOW FORMAT_HOW_READ | FORMAT_HOW_CODE

/* A range in pages, in GROUPS of pages, and a range of COUNT blocks. */
#define PAGES_OF(at, bytes, of_index, count, has, shift, its_group_shift)                          \
    {                                                                                              \
        .start = (at), .fast = (bytes), .size_bytes = (bytes), .groups = (of_index),               \
        .counts = (of_index) + 2 * (count), .entries = (has), .unit_shift = (shift),               \
        .group_shift = (its_group_shift)                                                           \
    }
#define PAGES(at, bytes, of_index, has) PAGES_OF(at, bytes, of_index, 1, has, 0, 0)
#define BLOCKS_OF(at, bytes, of_index, count, has, its_rows, bits, shift)                          \
    {                                                                                              \
        .start = (at), .size_bytes = (bytes), .groups = (of_index),                                \
        .counts = (of_index) + 2 * (count), .entries = (has), .rows = (its_rows),                  \
        .how = (bits) | FORMAT_HOW_CODE, .unit_shift = (shift)                                     \
    }
#define BLOCKS(at, bytes, of_index, has, its_rows, bits)                                           \
    BLOCKS_OF(at, bytes, of_index, 1, has, its_rows, bits, 0)
#define BLOCK(at, bytes, name, its_rows, bits)                                                     \
    BLOCKS(at, bytes, INDEX(BLOCK), LENGTH(name), its_rows, bits)

/* clang-format off */
static const struct made_table start = {
    .magic = FORMAT_MAGIC,
    .major = FORMAT_MAJOR,
    .build_id_size = 4,
    .size_bytes = sizeof(start),
    .ranges_count = MADE_RANGES,
    .runs_count = QUESTION_RUNS,
    .build_id = MADE_BUILD_ID,
    .ranges = {
        PAGES_OF(QUESTIONS_CODE, 2 * QUESTION_ROWS, INDEX(CODE), 1, AT(entries), 1, 0),
        PAGES(QUESTIONS_ROOT, 16, INDEX(ONE), PLACE(ROOT)),
        PAGES(0x71000, 16, INDEX(EMPTY), PLACE(LATE)),
        PAGES(0x72000, 16, INDEX(ONE), PLACE(LATE)),
        PAGES(0x80000, 16, INDEX(BEHIND), PLACE(ROOT)),
        PAGES_OF(QUESTIONS_ROWS_LATER, 512, AT(index.later), 2, PLACE(EARLIER), 0, 0),
        PAGES(QUESTIONS_FAST, 64, INDEX(ONE), PLACE(FAST)),
        PAGES_OF(QUESTIONS_LONG, 448, AT(index.two), 2, PLACE(ROOT), 0, 0),
        PAGES_OF(QUESTIONS_FAR, 256 * MADE_FAR, AT(index.far), 1, PLACE(ROOT), 0, 15),
        BLOCK(0x70000, 64, NUMBER, 0, 0),
        BLOCKS(0x70100, 16, INDEX(BLOCK), AT(entries_cut), 0, 0),
        BLOCKS(0x80100, 16, INDEX(BLOCK_BEHIND), LENGTH(NUMBER), 0, 0),
        BLOCKS(0x81000, 16, INDEX(BLOCK_BACK), LENGTH(SMALL), 0, 0),
        BLOCKS(0x89000, 16, INDEX(BLOCK_MORE), LENGTH(NUMBER), 0, 0),
        BLOCK(0x8a000, 16, NONE, 0, 0),
        BLOCK(0x82100, 16, ROWS_BEHIND, ROWS(FIRST), 0),
        BLOCK(0x83000, 16, ROWS, AT(rows_cut), 0),
        BLOCK(0x83100, 16, ROWS, AT(entries_cut), 0),
        BLOCK(0x84000, 16, ROWS, ROWS(LONGEST), 0),
        BLOCK(0x84100, 16, ROWS, ROWS(FIRST) + 1, 0),
        BLOCK(QUESTIONS_ROWS, 32, ROWS_LATER, ROWS(FIRST), 0),
        BLOCK(0x88000, 16, ROWS, ROWS(NOT_READ), SMALL_HOW),
        BLOCK(QUESTIONS_NOT_READ, 64, BODY, 0, 0),
        BLOCK(QUESTIONS_BODY, 64, BODY, 0, FORMAT_HOW_FORWARD),
        BLOCK(QUESTIONS_SMALL, 64, ZERO, 0, SMALL_HOW),
        BLOCKS_OF(QUESTIONS_SMALL_LONG, 448, INDEX(BLOCK), 1, LENGTH(LONG), 0, SMALL_HOW, 1),
        BLOCKS_OF(QUESTIONS_LONGEST, 256 * MADE_BLOCKS, AT(index.blocks), MADE_BLOCKS,
                  LENGTH(LONGEST), 0, 0, 0),
    },
    .index = {
        .one = {
            [INDEX_CODE] = {0, {0, QUESTION_ROW_WIDE + 2 * (QUESTION_ROWS - QUESTION_ROW_WIDE)}},
            [INDEX_ONE] = {0, {0, 1}},
            [INDEX_BEHIND] = {0xffff, {0xff, 0}},
            [INDEX_BLOCK_BEHIND] = {0xffff, {0, 0}},
            [INDEX_BLOCK_BACK] = {0, {FORMAT_BEFORE_MORE - 1, 0}},
            [INDEX_BLOCK_MORE] = {0, {FORMAT_BEFORE_MORE, 0}},
        },
        .two = {{0, 1}, {0, 1, 1}, 0},
        .later = {{0, 1}, {0, 1, 4}, 0},
        .blocks = {.entry = {0}, .before = {0, 128, FORMAT_BEFORE_MORE, FORMAT_BEFORE_MORE,
                   FORMAT_BEFORE_MORE, FORMAT_BEFORE_MORE, FORMAT_BEFORE_MORE, FORMAT_BEFORE_MORE}},
    },
    .entries = {
        .wide = {WIDE(QUESTION_ROW_WIDE, QUESTION_LEAF_RULE),
                 WIDE(QUESTION_ROW_ABSENT, FORMAT_NUMBER_MAX)},
        .special = {
            /*
             * The second entry is in no range, but it comes right before the next range's first
             * entry.
             */
            [ENTRY_ROOT] = {{0, QUESTION_ROOT_RULE}, {0, QUESTION_ROOT_RULE}},
            [ENTRY_LATE] = {{9, QUESTION_NO_RULE}},
            [ENTRY_EARLIER] = {{0, QUESTION_ROOT_RULE}, {0, QUESTION_NO_RULE}},
            [ENTRY_LATER] = {{8, QUESTION_ROOT_RULE}, {16, QUESTION_NO_RULE}},
            [ENTRY_FAST] = {{0, QUESTION_BODY_RULE}},
        },
        .length = {
            [LENGTH_NUMBER] = {FORMAT_ENTRY_WIDE, 8, ROOT},
            [LENGTH_LONG] = {FORMAT_ENTRY_LONG, 224},
            [LENGTH_LONGEST] = {FORMAT_ENTRY_LONGEST, U16(128 * MADE_BLOCKS), ROOT},
            [LENGTH_NONE] = {FORMAT_ENTRY_LONGEST + 1, 8},
            [LENGTH_SMALL] = {32},
            [LENGTH_BODY] = {FORMAT_ENTRY_WIDE, 32, U16(QUESTION_BODY_RULE)},
            [LENGTH_ROWS] = {RECORD(0)},
            [LENGTH_ROWS_LATER] = {RECORD(ROWS_LATER * MADE_ROWS_BYTES)},
            [LENGTH_ROWS_BEHIND] = {RECORD(FORMAT_ENTRY_HAS_ROWS - FORMAT_RECORD_UNIT)},
        },
    },
    .rows = {
        [ROWS_FIRST] = {ROOT, 0, 0},
        [ROWS_LATER] = {NOTHING, 0, 2, 4, 4, QUESTION_ROOT_RULE, 0, 4, FORMAT_ROW_WIDE, ROOT},
        [ROWS_LONGEST] = {NOTHING, 0, 1, 0, 0xff, 0xff, QUESTION_ROOT_RULE},
        [ROWS_NOT_READ] = {U16(QUESTION_BODY_RULE), FORMAT_HOW_FORWARD},
    },
    .long_cut = {FORMAT_RULE_WORD | 4, 4},
    .rows_cut = {ROOT, 0, FORMAT_ROWS_PER_ENTRY_MAX},
    .entries_cut = {8, 8},
};
/* clang-format on */

static uint32_t word_of(uint32_t number)
{
    if (questions[number].words[0])
        return LONG(MADE_WORD(long_rules) + number * QUESTION_WORDS_MAX);
    return questions[number].word;
}

void made_table_fill(struct made_table *table)
{
    memcpy(table, &start, sizeof(start));
    memset(table->index.far.counts + 1, 1, MADE_FAR);
    for (uint32_t i = 0; i < QUESTION_ROW_WIDE; i++)
        table->entries.plain[i] = (struct made_place){(uint8_t)i, (uint8_t)i};
    for (uint32_t i = 0; questions[i].pc == 0; i++) {
        if (i < QUESTION_RUNS)
            table->runs[i] = (uint16_t)word_of(i);
        else
            table->words[i - QUESTION_RUNS] = word_of(i);
        memcpy(table->long_rules[i], questions[i].words, sizeof(questions[i].words));
    }
}
