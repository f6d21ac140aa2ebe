/* SPDX-License-Identifier: MIT */
/*
 * The tables of the Exception Handling ABI for the Arm Architecture (IHI 0038), which linkers make: .ARM.exidx and
 * .ARM.extab. Bobbin writes nothing of them; its section FOREIGN says where they are, in one part (addresses as
 * linked):
 *
 *   0 4 address of .ARM.exidx   4 4 its size_bytes   8 4 address of what has .ARM.extab   12 4 its size_bytes
 *
 * .ARM.exidx (6): entries of 8 bytes, ascending by their code, each for the code up to the next one. "prel31" is what
 * bits 30..0, with their sign, add to the address of their own word.
 *   0 4 prel31 of the code (bit 0 may say that it is Thumb code), bit 31 clear
 *   4 4 1: cannot be unwound; bit 31 set: what would be the first word of .ARM.extab; else prel31 of that word
 *
 * .ARM.extab (7): words whose bytes are read from the most significant one on. The first byte of the first word says how:
 *   0x80          3 bytes of instructions are in this word
 *   0x81, 0x82    u8 count of further words; then 2 bytes of instructions in this word, and those of the further words
 *   bit 7 clear   prel31 of a routine of a language; behind it, as GNU's routines have it, u8 count of further words, 3 bytes, ...
 * What follows the instructions is for languages.
 *
 * Instructions (10.3). They act on vsp, which is sp at first; behind the last one it is the cfa.
 */
#ifndef BOBBIN_EXIDX_H
#define BOBBIN_EXIDX_H

#include "foreign.h"

enum {
    EXIDX_PART_INDEX = 0,
    EXIDX_PART_INDEX_SIZE = 4,
    EXIDX_PART_DATA = 8,
    EXIDX_PART_DATA_SIZE = 12,
    EXIDX_PART_BYTES = 16,
    EXIDX_ENTRY_BYTES = 8,
    EXIDX_CANT_UNWIND = 1,
    EXIDX_SHORT = 0x80, /* first bytes in .ARM.extab */
    EXIDX_LONG_16 = 0x81,
    EXIDX_LONG_32 = 0x82,
};

enum exidx_instruction {
    EXIDX_ADD = 0x00,      /* 00nnnnnn: vsp += 4 * n + 4 */
    EXIDX_SUBTRACT = 0x40, /* 01nnnnnn: vsp -= 4 * n + 4 */
    EXIDX_POP_MASK = 0x80, /* 1000mmmm mmmmmmmm: bit 0 is r4's; a mask of 0: refuses to unwind */
    EXIDX_SET = 0x90,      /* 1001nnnn: vsp = r[n]; sp and pc are reserved */
    EXIDX_POP_RUN = 0xa0,  /* 1010lnnn: r4 to r[4 + n], and lr if l is set */
    /* also behind the last byte; the return address is in lr unless pc was popped */
    EXIDX_FINISH = 0xb0,
    EXIDX_POP_LOW = 0xb1,      /* 0000mmmm: bit 0 is r0's; 0 is spare */
    EXIDX_ADD_LONG = 0xb2,     /* uleb128: vsp += 4 * n + 0x204 */
    EXIDX_POP_FSTMX = 0xb3,    /* ssssnnnn: d[s] to d[s + n], and one word more */
    EXIDX_POP_AUTH = 0xb4,     /* the word that authenticates the return address */
    EXIDX_AUTH_BY_VSP = 0xb5,  /* nothing but how it does so */
    EXIDX_POP_FSTMX_D8 = 0xb8, /* 10111nnn: d8 to d[8 + n], and one word more */
    EXIDX_POP_WMMX_10 = 0xc0,  /* 11000nnn, n to 5: wR10 to wR[10 + n] */
    EXIDX_POP_WMMX = 0xc6,     /* ssssnnnn: wR[s] to wR[s + n] */
    EXIDX_POP_WMMX_C = 0xc7,   /* 0000mmmm: bit 0 is wCGR0's; 0 is spare */
    EXIDX_POP_D16 = 0xc8,      /* ssssnnnn: d[16 + s] to d[16 + s + n] */
    EXIDX_POP_D0 = 0xc9,       /* ssssnnnn: d[s] to d[s + n] */
    EXIDX_POP_D8 = 0xd0,       /* 11010nnn: d8 to d[8 + n] */
    EXIDX_SPARE = 0xd8,        /* and all above it */
    EXIDX_ADD_LONG_BYTES = 0x204,
    EXIDX_WORDS_MAX = 255, /* further ones of an entry */
};

/* 6: what prel31 WORD at ADDRESS leads to. */
static inline uint32_t exidx_prel31(uint32_t address, uint32_t word)
{
    return address + (word & 0x7fffffff) - ((word & 0x40000000) << 1);
}

/* Where the tables are, as linked, and by whom memory is read, LOAD_BIAS away. */
struct exidx {
    struct bobbin_cursor *cursor;
    uint32_t load_bias;
    uint32_t index, index_bytes, data, data_bytes;
};

/*
 * The second WORD of an entry, which stands at ADDRESS, read into RULE: of form FRAME on sp, no place in a slot. NONE;
 * NO_RULE: it refuses, or does what has no equation (to pop sp, or set vsp, behind a saved register); CORRUPT; or why
 * memory was not read.
 */
enum bobbin_stop exidx_read_entry(const struct exidx *exidx, uint32_t address, uint32_t word,
                                  struct bobbin_rule *rule);

#endif
