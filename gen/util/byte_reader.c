/* SPDX-License-Identifier: MIT */
/* Reads little-endian and LEB128 numbers, with a bounds check at every byte. */
#include "util/byte_reader.h"

bool byte_reader_skip(struct byte_reader *reader, uint64_t size_bytes)
{
    if ((uint64_t)(reader->end - reader->at) < size_bytes) {
        reader->failed = true;
        reader->at = reader->end;
        return false;
    }
    reader->at += size_bytes;
    return true;
}

uint64_t byte_reader_number(struct byte_reader *reader, unsigned size_bytes)
{
    const uint8_t *bytes = reader->at;
    uint64_t value = 0;

    if (!byte_reader_skip(reader, size_bytes))
        return 0;
    for (unsigned i = 0; i < size_bytes; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

static uint64_t leb128(struct byte_reader *reader, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint64_t byte;

    do {
        byte = byte_reader_number(reader, 1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    if (is_signed && shift < 64 && (byte & 0x40))
        value |= UINT64_MAX << shift;
    return value;
}

uint64_t byte_reader_uleb128(struct byte_reader *reader)
{
    return leb128(reader, false);
}

int64_t byte_reader_sleb128(struct byte_reader *reader)
{
    return (int64_t)leb128(reader, true);
}
