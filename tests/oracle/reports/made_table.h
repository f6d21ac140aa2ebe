/* SPDX-License-Identifier: MIT */
/* The table of questions.h in memory: core/format.h as a struct, on a target whose byte order is the format's. */
#ifndef ORACLE_MADE_TABLE_H
#define ORACLE_MADE_TABLE_H

#include "questions.h"

#define MADE_RANGES      28
#define MADE_INDEX       9
#define MADE_BLOCKS      8
#define MADE_FAR         1028 /* pages, more than a reader goes to an entry */
#define MADE_RULES       144
#define MADE_SPECIALS    11
#define MADE_LENGTHS     6
#define MADE_ENTRY_BYTES 5
#define MADE_ROWS        5
#define MADE_ROWS_BYTES  12

struct made_place {
    uint8_t start, number;
};

struct made_entries {
    struct made_place plain[QUESTION_ROW_WIDE], wide[QUESTION_ROW_BEHIND - QUESTION_ROW_WIDE][2],
        behind;
    /* Of the ranges that have one or none, in pages and in blocks. Nothing follows the last. */
    struct made_place special[MADE_SPECIALS][2];
    uint8_t length[MADE_LENGTHS][MADE_ENTRY_BYTES], last;
};

struct made_index {
    struct {
        uint16_t before;
        uint8_t counts[2];
    } one[MADE_INDEX]; /* of ranges that are one page or block */
    struct {
        uint16_t before[2];
        uint8_t counts[3], zero;
    } two, later; /* of ranges of two groups */
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
    uint8_t major, minor, sections_count, build_id_size;
    uint32_t size_bytes, crc, code_crc, build_id;
    struct {
        uint16_t type, flags;
        uint32_t size_bytes;
    } directory[7];
    struct {
        uint32_t start, size_bytes, index, entries, rows;
        uint8_t unit_shift, how, group_shift, body_shift;
    } ranges[MADE_RANGES];
    struct made_index index;
    _Alignas(4) struct made_entries entries;
    _Alignas(4) uint8_t rows[MADE_ROWS][MADE_ROWS_BYTES];
    uint8_t rows_cut[5]; /* by the end of the section */
    struct {
        uint16_t count, exidx_first, short_count, runs_count;
        uint16_t halfwords[QUESTION_SHORTS];
        uint32_t words[MADE_RULES]; /* of the rules behind those */
    } rules;
    uint32_t long_rules[MADE_RULES][QUESTION_WORDS_MAX]; /* up to the last question's */
};

#define MADE_BUILD_ID 0x0badcafeu

/* Fills TABLE. */
void made_table_fill(struct made_table *table);

#endif
