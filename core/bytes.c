/* SPDX-License-Identifier: MIT */
#include "bytes.h"

uint32_t bytes_u32(const uint8_t *p)
{
    return bytes_u16(p) | bytes_u16(p + 2) << 16;
}
