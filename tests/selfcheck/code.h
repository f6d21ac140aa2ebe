/* SPDX-License-Identifier: MIT */
/*
 * The code that a table describes, as a list of halfwords: range by range, in the order of the
 * table (core/format/TABLE.md, 3). Board and host both take the code's addresses from the table
 * alone.
 */
#ifndef SELFCHECK_CODE_H
#define SELFCHECK_CODE_H

#include <bobbin/bobbin.h>

struct code {
    const struct bobbin_table *table;
    const struct bobbin_env *memory; /* its read gives the bytes of the code */
    uint32_t halfwords;              /* whole halfwords in all ranges */
};

/* TABLE was opened without a load bias. */
void code_open(struct code *code, const struct bobbin_table *table,
               const struct bobbin_env *memory);

/* The address of halfword NUMBER, which must be below CODE->halfwords. */
uint32_t code_address(const struct code *code, uint32_t number);

/* Reads SIZE_BYTES of code. False outside all ranges, even if memory has bytes there. */
bool code_read(const struct code *code, uint32_t address, void *out, uint32_t size_bytes);

#endif
