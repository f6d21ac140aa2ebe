/* SPDX-License-Identifier: MIT */
/*
 * Padding: the encodings with which assemblers and linkers fill gaps between functions, besides
 * zeros. Instructions are little-endian numbers, as image_read_number reads them.
 */
#ifndef GEN_ELF_PADDING_H
#define GEN_ELF_PADDING_H

#include "elf/image.h"

/* The trap with which lld fills gaps, in Thumb state. In ARM state this halfword stands twice. */
#define PADDING_OF_LLD 0xd4d4u

/* NOP, or MOV r8, r8: Thumb instructions of 16 bits. */
static inline bool padding_is_nop_half(uint32_t half)
{
    return half == 0xbf00 || half == 0x46c0;
}

/* NOP.W: a Thumb instruction of 32 bits. */
static inline bool padding_is_nop_wide(uint32_t word)
{
    return word == 0x8000f3af;
}

/* NOP, or MOV r0, r0: ARM instructions. */
static inline bool padding_is_nop_arm(uint32_t word)
{
    return word == 0xe320f000 || word == 0xe1a00000;
}

/* Whether the instruction CODE, of 16 or 32 bits, is a no-operation. THUMB: its state. */
static inline bool padding_is_nop(uint32_t code, bool thumb)
{
    return thumb ? padding_is_nop_half(code) || padding_is_nop_wide(code)
                 : padding_is_nop_arm(code);
}

/*
 * The size in bytes of the zero halfword, or of the no-operation of either state, at ADDRESS. 0 if
 * there is none, or if it ends after END.
 */
uint32_t padding_bytes_at(const struct image *image, uint32_t address, uint32_t end);

#endif
