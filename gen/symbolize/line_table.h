/* SPDX-License-Identifier: MIT */
/*
 * Line number programs (DWARF 2 to 5, section 6.2), each sequence by itself. libdw sorts the rows
 * of a unit by address; where the linker has left sequences of removed functions at address 0, they
 * are then among those of the code that lives there and cannot be told apart.
 */
#ifndef GEN_LINE_TABLE_H
#define GEN_LINE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line_row {
    uint32_t address;
    uint32_t file; /* index for dwarf_filesrc of the unit's files */
    uint32_t line; /* 0: the compiler knows of none */
    bool is_stmt;
};

/* Rows for the addresses from LOW to HIGH - 1, ascending; the first is at LOW. */
struct line_sequence {
    uint32_t low, high;
    size_t first_row, rows_count;
    size_t unit; /* as given to line_table_add */
};

struct line_table {
    struct line_row *rows;
    size_t rows_count, rows_capacity;
    struct line_sequence *sequences;
    size_t sequences_count, sequences_capacity;
};

/*
 * Adds the sequences of the program at OFFSET of the section .debug_line, SIZE bytes at BYTES.
 * Empty ones, those that run backwards and those beyond 32 bits are left out. False when the
 * program is damaged; what came before the damage stays.
 */
bool line_table_add(struct line_table *table, const uint8_t *bytes, size_t size, uint64_t offset,
                    size_t unit);
void line_table_free(struct line_table *table);

/* The row for ADDRESS, which SEQUENCE has. */
const struct line_row *line_table_row(const struct line_table *table,
                                      const struct line_sequence *sequence, uint32_t address);

#endif
