/* SPDX-License-Identifier: MIT */
/*
 * Inside core: quick tests that show, without decoding, that an instruction cannot affect a frame.
 */
#ifndef BOBBIN_CODE_PLAIN_H
#define BOBBIN_CODE_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Whether the first byte (bits 15..8) of a 16-bit Thumb instruction shows that the instruction
 * cannot affect a frame.
 */
static inline bool code_is_plain_narrow(uint32_t first)
{
    static const uint32_t others[8] = {
        /*
         * One bit for each value of the first byte; set: the instruction may affect a frame. The
         * highest bit of each word stands for the lowest value.
         */
        0x00000000, 0x00000101, 0x0b000000, 0x00000000,
        0x00000f0f, 0x0001dc5d, 0x0000fffe, 0xffffffff,
    };

    return (int32_t)(others[first >> 13] << (first >> 8 & 31)) >= 0;
}

/*
 * For 16-bit instructions that code_is_plain_narrow does not exclude: whether FIRST is ADD or MOV
 * between registers, neither from sp nor to sp or pc. Then it cannot affect a frame.
 */
static inline bool code_is_plain_high(uint32_t first)
{
    return (first & 0xfd00) == 0x4400 && (first & 0x85) != 0x85 && (first & 0x78) != 0x68;
}

#endif
