/* SPDX-License-Identifier: MIT */
/* The table of questions.h in memory: core/format.h as a struct, on a target whose byte order is the format's. */
#ifndef ORACLE_MADE_TABLE_H
#define ORACLE_MADE_TABLE_H

#include "questions.h"

#define MADE_RANGES        16
#define MADE_RULES         96
#define MADE_SPECIAL_BYTES 52
#define MADE_ROWS_BYTES    16

struct made_entries {
    struct {
        uint8_t length, rule;
    } plain[QUESTION_ROW_WIDE];
    struct {
        uint8_t prefix, number[2], length;
    } wide[QUESTION_ROW_BEHIND - QUESTION_ROW_WIDE];
    uint8_t behind[2];
    uint8_t special[MADE_SPECIAL_BYTES]; /* those of the ranges that have one or none */
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
    uint32_t index[MADE_RANGES]; /* each range is one block, and begins with its first entry */
    struct made_entries entries;
    uint8_t rows[MADE_ROWS_BYTES];
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
