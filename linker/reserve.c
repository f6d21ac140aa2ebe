/* SPDX-License-Identifier: MIT */
/*
 * The first word of the space that bobbin.ld and insert.ld reserve for the table. A linker derives
 * the flags of a section from its inputs, so this constant makes .bobbin read-only. The value 0
 * differs from the magic number of a table: no table is embedded yet.
 */
#include <stdint.h>

extern const uint32_t bobbin_reserve;
const uint32_t bobbin_reserve __attribute__((section(".bobbin"), used)) = 0;
