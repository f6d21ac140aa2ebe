/* SPDX-License-Identifier: MIT */
/* The table of questions.h in memory: core/format.h as a struct, on a target whose byte order is the format's. */
#ifndef ORACLE_MADE_TABLE_H
#define ORACLE_MADE_TABLE_H

#include "questions.h"

#define MADE_RANGES  8
#define MADE_RULES   96
#define MADE_SAMPLES (QUESTION_ROWS / 16)
#define MADE_WIDE    3

/* The rows of a range with one row. */
struct made_row {
    uint32_t sample;
    uint8_t length, rule, padding[2];
};

struct made_rows {
    uint32_t samples[MADE_SAMPLES];
    uint8_t lengths[QUESTION_ROWS], rules[QUESTION_ROWS];
    struct made_row late, root; /* root is the last: no rows can follow it */
};

struct made_table {
    uint32_t magic;
    uint8_t major, minor, sections_count, build_id_size;
    uint32_t size_bytes, crc, code_crc, build_id;
    struct {
        uint16_t type, flags;
        uint32_t size_bytes;
    } directory[6];
    struct {
        uint32_t start, size_bytes, rows, rows_count;
    } ranges[MADE_RANGES];
    struct made_rows rows;
    struct {
        uint16_t count, exidx_first;
        uint32_t words[MADE_RULES];
    } rules;
    struct {
        uint32_t address;
        uint16_t rule, zero;
    } wide[MADE_WIDE];
    uint8_t long_rules[MADE_RULES][QUESTION_BYTES_MAX]; /* up to the last question's */
};

#define MADE_BUILD_ID 0x0badcafeu

/* Fills TABLE. */
void made_table_fill(struct made_table *table);

#endif
