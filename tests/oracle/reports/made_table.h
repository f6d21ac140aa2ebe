/* SPDX-License-Identifier: MIT */
/*
 * The table for questions.h as a struct with the layout of core/format/table_format.h. The target's
 * byte order is the format's.
 */
#ifndef ORACLE_MADE_TABLE_H
#define ORACLE_MADE_TABLE_H

#include <stddef.h>

#include "questions.h"

#define MADE_RANGES      27
#define MADE_INDEX       9
#define MADE_BLOCKS      8
#define MADE_FAR         1028 /* pages: more than a reader follows to an entry */
#define MADE_RULES       144
#define MADE_SPECIALS    5
#define MADE_LENGTHS     10
#define MADE_ENTRY_BYTES 5
#define MADE_ROWS        4
#define MADE_ROWS_BYTES  12

struct made_place {
    uint8_t start, number;
};

struct made_entries {
    struct made_place plain[QUESTION_ROW_WIDE], wide[QUESTION_ROWS - QUESTION_ROW_WIDE][2];
    /* of ranges in pages that have one or two entries */
    struct made_place special[MADE_SPECIALS][2];
    uint8_t length[MADE_LENGTHS][MADE_ENTRY_BYTES]; /* of ranges in blocks */
};

struct made_index {
    struct {
        uint16_t before;
        uint8_t counts[2];
    } one[MADE_INDEX]; /* of ranges with one page or block */
    struct {
        uint16_t before[2];
        uint8_t counts[3], zero;
    } two, later; /* of ranges with two groups */
    struct {
        uint16_t entry[MADE_BLOCKS];
        uint8_t before[MADE_BLOCKS + 1], zero;
    } blocks;
    struct {
        uint16_t before;
        uint8_t counts[MADE_FAR + 2];
    } far;
};

struct made_table {
    uint32_t magic;
    uint8_t major, minor, zero, build_id_size;
    uint32_t size_bytes, crc, code_crc;
    uint16_t ranges_count, runs_count;
    uint32_t build_id;
    struct {
        uint32_t start, fast, groups, counts, entries;
        uint8_t unit_shift, how, group_shift, zero;
        uint32_t size_bytes, rows;
    } ranges[MADE_RANGES];
    uint16_t runs[QUESTION_RUNS];
    uint32_t words[MADE_RULES]; /* words of the rules after the runs */
    uint32_t long_rules[MADE_RULES][QUESTION_WORDS_MAX];
    _Alignas(4) uint8_t rows[MADE_ROWS][MADE_ROWS_BYTES];
    struct made_entries entries;
    _Alignas(4) struct made_index index;
    /* These parts are cut off by the end of the table. */
    uint32_t long_cut[3];
    uint8_t rows_cut[10], entries_cut[2];
};

#define MADE_BUILD_ID 0x0badcafeu

/* The index in WORDS of the first word of FIELD. */
#define MADE_WORD(field)                                                                           \
    ((uint32_t)(offsetof(struct made_table, field) - offsetof(struct made_table, words)) / 4)

/* Fills TABLE. */
void made_table_fill(struct made_table *table);

#endif
