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

static inline uint32_t bytes_u32(const uint8_t *p)
{
    return bytes_u16(p) | bytes_u16(p + 2) << 16;
}

/* BITS bits of WORD, less than 32, from SHIFT on. */
static inline uint32_t bytes_field(uint32_t word, uint32_t shift, uint32_t bits)
{
    return word >> shift & ((1u << bits) - 1);
}

/* Whatever the memory is declared as. */
typedef uint16_t __attribute__((may_alias)) bytes_any_half;
typedef uint32_t __attribute__((may_alias)) bytes_any_word;

/* The halfword at P, a multiple of 2. */
static inline uint32_t bytes_half(const uint8_t *p)
{
    return *(const bytes_any_half *)(const void *)p;
}

/* The word at P, a multiple of 4. */
static inline uint32_t bytes_word(const uint8_t *p)
{
    return *(const bytes_any_word *)(const void *)p;
}

#endif
