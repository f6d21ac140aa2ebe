/* SPDX-License-Identifier: MIT */
/* Readers of little-endian bytes, as the target has them. */
#ifndef BOBBIN_BYTES_H
#define BOBBIN_BYTES_H

#include <stdbool.h>
#include <stdint.h>

/* At any alignment. */
static inline uint32_t bytes_u16(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

uint32_t bytes_u32(const uint8_t *p);

/* The halfword at P, a multiple of 2. */
static inline uint32_t bytes_half(const uint8_t *p)
{
    uint16_t half;

    __builtin_memcpy(&half, __builtin_assume_aligned(p, 2), sizeof(half));
    return half;
}

/* The word at P, a multiple of 4. */
static inline uint32_t bytes_word(const uint8_t *p)
{
    uint32_t word;

    __builtin_memcpy(&word, __builtin_assume_aligned(p, 4), sizeof(word));
    return word;
}

#endif
