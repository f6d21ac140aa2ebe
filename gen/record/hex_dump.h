/* SPDX-License-Identifier: MIT */
/*
 * Reads the bytes of a hex dump: of xxd, hexdump, od -t x1, gdb's x command, or U-Boot's md. Each
 * line has an address, then numbers with 2, 4, 8 or 16 digits.
 */
#ifndef GEN_RECORD_HEX_DUMP_H
#define GEN_RECORD_HEX_DUMP_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buffer.h"

enum hex_order {
    HEX_AS_PRINTED, /* the digits are in the order of memory: xxd */
    HEX_AS_NUMBERS, /* each number is little-endian: gdb, md, hexdump, xxd -e */
};

/* Whether several lines of TEXT are of a hex dump. */
bool hex_dump_is_one(const char *text, size_t length);

/* Whether WORD comes in TEXT, other than in a text column beside the bytes of WORD. */
bool hex_dump_has_outside(const char *text, size_t length, const char *word);

/* Appends the bytes of all lines of a dump in TEXT. Other lines are ignored. */
void hex_dump_read(const char *text, size_t length, enum hex_order order, struct buffer *out);

#endif
