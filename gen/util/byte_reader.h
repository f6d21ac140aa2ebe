/* SPDX-License-Identifier: MIT */
/*
 * Reads numbers from bytes and never past their end, for the readers of DWARF lines and .ARM.extab.
 * After the first attempt to read past the end, FAILED stays true.
 */
#ifndef GEN_UTIL_BYTE_READER_H
#define GEN_UTIL_BYTE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct byte_reader {
    const uint8_t *at, *end;
    bool failed;
};

/*
 * Reads a little-endian number of 0 to 8 bytes. If fewer bytes are left, returns 0 and skips all of
 * them.
 */
uint64_t byte_reader_number(struct byte_reader *reader, unsigned size_bytes);

/* DWARF 5, 7.6. Bits beyond 64 are dropped. */
uint64_t byte_reader_uleb128(struct byte_reader *reader);
int64_t byte_reader_sleb128(struct byte_reader *reader);

/* If fewer than SIZE_BYTES are left, sets FAILED, skips all of them and returns false. */
bool byte_reader_skip(struct byte_reader *reader, uint64_t size_bytes);

#endif
