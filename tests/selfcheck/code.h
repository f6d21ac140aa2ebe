/* SPDX-License-Identifier: MIT */
/*
 * The code that a table describes, as a list of halfwords: range by range, in the order of the table
 * (core/format/TABLE.md, 3). The table is the one source of where code is, on the board and on the host.
 */
#ifndef SELFCHECK_CODE_H
#define SELFCHECK_CODE_H

#include <bobbin/bobbin.h>

struct code {
    const struct bobbin_table *table;
    const struct bobbin_env *memory; /* its read gives the bytes of the code */
    uint32_t halfwords;              /* whole ones, of all ranges */
};

/* TABLE has been opened without a load bias. */
void code_open(struct code *code, const struct bobbin_table *table,
               const struct bobbin_env *memory);

/* The address of halfword NUMBER (below CODE->halfwords). */
uint32_t code_address(const struct code *code, uint32_t number);

/* Reads SIZE_BYTES of code. False outside all ranges, whatever else memory may have there. */
bool code_read(const struct code *code, uint32_t address, void *out, uint32_t size_bytes);

#endif
