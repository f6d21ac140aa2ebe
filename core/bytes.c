/* SPDX-License-Identifier: MIT */
#include "bytes.h"

int32_t bytes_next_sleb128(struct bytes_reader *reader)
{
    uint32_t value = 0;
    uint32_t shift = 0;
    uint32_t byte;

    do {
        if (shift > 28) {
            reader->failed = true;
            return 0;
        }
        byte = bytes_next_u8(reader);
        value |= (byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    if (shift < 32 && (byte & 0x40))
        value |= 0xffffffffu << shift;
    return (int32_t)value;
}
