/* SPDX-License-Identifier: MIT */
/*
 * Inside core: what of an instruction tells, before it is decoded, that it does nothing to a frame.
 */
#ifndef BOBBIN_CODE_PLAIN_H
#define BOBBIN_CODE_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

/* An instruction of Thumb of 16 bits, by its first byte. */
static inline bool code_is_plain_narrow(uint32_t first)
{
    static const uint32_t others[8] = {
        /* a bit for each that may, the highest for the lowest byte */
        0x00000000, 0x00000101, 0x0b000000, 0x00000000,
        0x00000f0f, 0x0001dc5d, 0x0000fffe, 0xffffffff,
    };

    return (int32_t)(others[first >> 13] << (first >> 8 & 31)) >= 0;
}

/* One at which one looks: ADD and MOV of any registers, but neither from sp nor to sp or pc. */
static inline bool code_is_plain_high(uint32_t first)
{
    return (first & 0xfd00) == 0x4400 && (first & 0x85) != 0x85 && (first & 0x78) != 0x68;
}

#endif
