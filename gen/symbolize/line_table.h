/* SPDX-License-Identifier: MIT */
/*
 * Line number programs (DWARF 2 to 5, section 6.2), with each sequence kept separate. libdw sorts
 * the rows of a unit by address, and so mixes the rows of removed functions, which the linker
 * leaves at address 0, with the rows of the code that is there.
 */
#ifndef GEN_SYMBOLIZE_LINE_TABLE_H
#define GEN_SYMBOLIZE_LINE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line_row {
    uint32_t address;
    uint32_t file; /* index for dwarf_filesrc in the unit's files */
    uint32_t line; /* 0: the compiler gives no line */
    bool is_stmt;
};

/* Rows for the addresses from LOW to HIGH - 1, ascending. The first row is at LOW. */
struct line_sequence {
    uint32_t low, high;
    size_t first_row, rows_count;
    size_t unit; /* the UNIT argument of line_table_add */
};

struct line_table {
    struct line_row *rows;
    size_t rows_count, rows_capacity;
    struct line_sequence *sequences;
    size_t sequences_count, sequences_capacity;
};

/*
 * Adds the sequences of the program at OFFSET of the section .debug_line, which has SIZE bytes at
 * BYTES. Sequences that are empty, run backwards or exceed 32 bits are left out. Returns false if
 * the program is damaged; sequences before the damage are kept.
 */
bool line_table_add(struct line_table *table, const uint8_t *bytes, size_t size, uint64_t offset,
                    size_t unit);
void line_table_free(struct line_table *table);

/* Returns the row for ADDRESS, which must be within SEQUENCE. */
const struct line_row *line_table_row(const struct line_table *table,
                                      const struct line_sequence *sequence, uint32_t address);

#endif
