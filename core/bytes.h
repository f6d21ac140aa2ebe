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

/* The word at P, a multiple of 4; for memory of the processor that this runs on. */
static inline uint32_t bytes_word(const uint8_t *p)
{
    uint32_t word;

    __builtin_memcpy(&word, __builtin_assume_aligned(p, 4), sizeof(word));
    return word;
}

#endif
