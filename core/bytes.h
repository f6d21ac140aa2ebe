/* SPDX-License-Identifier: MIT */
/* Byte-wise readers: any alignment, never past the end given. */
#ifndef BOBBIN_BYTES_H
#define BOBBIN_BYTES_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t bytes_u16(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

uint32_t bytes_u32(const uint8_t *p);

#endif
