/* SPDX-License-Identifier: MIT */
/* Loads of little-endian numbers, for every reader of a table, on the target and on the host. */
#ifndef BOBBIN_BYTES_H
#define BOBBIN_BYTES_H

#include <stdbool.h>
#include <stdint.h>

/* Numbers at any alignment. */
static inline uint32_t bytes_u16(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t bytes_u32(const uint8_t *p)
{
    return bytes_u16(p) | bytes_u16(p + 2) << 16;
}

/* Bits SHIFT to SHIFT + BITS - 1 of WORD, shifted down to bit 0. BITS is at most 31. */
static inline uint32_t bytes_field(uint32_t word, uint32_t shift, uint32_t bits)
{
    return word >> shift & ((1u << bits) - 1);
}

/* Access memory that is declared with another type, without breaking strict aliasing. */
typedef uint16_t __attribute__((may_alias)) bytes_any_half;
typedef uint32_t __attribute__((may_alias)) bytes_any_word;

/* The halfword at P. P is a multiple of 2, and the processor little-endian. */
static inline uint32_t bytes_half(const uint8_t *p)
{
    return *(const bytes_any_half *)(const void *)p;
}

/* The word at P. P is a multiple of 4, and the processor little-endian. */
static inline uint32_t bytes_word(const uint8_t *p)
{
    return *(const bytes_any_word *)(const void *)p;
}

#endif
