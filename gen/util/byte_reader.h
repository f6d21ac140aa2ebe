/* SPDX-License-Identifier: MIT */
/* Reads numbers out of bytes and never past their end. FAILED stays true once one was missing. */
#ifndef GEN_UTIL_BYTE_READER_H
#define GEN_UTIL_BYTE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct byte_reader {
    const uint8_t *at, *end;
    bool failed;
};

/* Little-endian, 0 to 8 bytes. 0 when they are not there; then nothing is. */
uint64_t byte_reader_number(struct byte_reader *reader, unsigned size_bytes);

/* DWARF 5, 7.6. Bits beyond 64 are dropped. */
uint64_t byte_reader_uleb128(struct byte_reader *reader);
int64_t byte_reader_sleb128(struct byte_reader *reader);

/* False, and failed, when SIZE_BYTES are not there. */
bool byte_reader_skip(struct byte_reader *reader, uint64_t size_bytes);

#endif
