/* SPDX-License-Identifier: MIT */
/* The table of questions.h in memory: core/format.h as a struct, on a target whose byte order is the format's. */
#ifndef ORACLE_MADE_TABLE_H
#define ORACLE_MADE_TABLE_H

#include "questions.h"

#define MADE_RANGES      19
#define MADE_INDEX       4
#define MADE_BLOCKS      8
#define MADE_RULES       112
#define MADE_SPECIALS    11
#define MADE_ENTRY_BYTES 6
#define MADE_ROWS        4
#define MADE_ROWS_BYTES  12
#define MADE_END_BYTES   12

struct made_entries {
    struct {
        uint8_t length, rule;
    } plain[QUESTION_ROW_WIDE];
    struct {
        uint8_t first, length, number[2];
    } wide[QUESTION_ROW_BEHIND - QUESTION_ROW_WIDE];
    uint8_t behind[2];
    /* Of the ranges that have one or none. No entry follows the last but the one that stands for none. */
    uint8_t special[MADE_SPECIALS][MADE_ENTRY_BYTES], last[2], end[MADE_END_BYTES];
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
        uint8_t block_shift, how;
        uint16_t zero;
    } ranges[MADE_RANGES];
    struct {
        struct {
            uint16_t entry;
            uint8_t before, zero;
        } one[MADE_INDEX]; /* of ranges that are one block, mostly from the first entry on */
        uint16_t entry[MADE_BLOCKS];
        uint8_t before[MADE_BLOCKS];
    } index;
    struct made_entries entries;
    _Alignas(4) uint8_t rows[MADE_ROWS][MADE_ROWS_BYTES];
    uint8_t rows_cut[5]; /* by the end of the section */
    struct {
        uint16_t count, exidx_first, short_count, zero;
        uint16_t halfword, padding; /* rule 1 */
        uint32_t words[MADE_RULES]; /* from rule 2 on */
    } rules;
    uint8_t long_rules[MADE_RULES][QUESTION_BYTES_MAX]; /* up to the last question's */
};

#define MADE_BUILD_ID 0x0badcafeu

/* Fills TABLE. */
void made_table_fill(struct made_table *table);

#endif
