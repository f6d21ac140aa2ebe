/* SPDX-License-Identifier: MIT */
/*
 * The unwind tables that linkers make: .ARM.exidx and .ARM.extab of the Exception Handling ABI for
 * the Arm Architecture (EHABI, IHI 0038). Numbers in parentheses are its sections. Bobbin writes no
 * such table. FOREIGN has one part, with their linked addresses and their sizes in bytes:
 *
 *    0 4 address of .ARM.exidx
 *    4 4 size of .ARM.exidx
 *    8 4 address of the memory that contains .ARM.extab
 *   12 4 size of that memory
 *
 * .ARM.exidx (6): entries of 8 bytes, ascending by code address. Each is for the code up to the
 * next entry. prel31: bits 30..0 are a signed distance from the address of their own word.
 *   0 4 prel31 of the code, bit 31 clear. Bit 0 may mark Thumb code
 *   4 4 1: the code cannot be unwound. Bit 31 set: the only word of the entry, in the form of
 *       .ARM.extab. Otherwise prel31 of its first word in .ARM.extab
 *
 * .ARM.extab (7): words, whose bytes are read from the most significant one on. The first byte of
 * the first word selects the form:
 *   0x80          3 bytes of instructions in this word
 *   0x81, 0x82    u8 count of further words; then 2 bytes of instructions in this word, and the
 *                 bytes of the further words
 *   bit 7 clear   prel31 of a language's personality routine. Then, in GNU's form: u8 count of
 *                 further words, 3 bytes of instructions, and the bytes of the further words
 * Data for the language follows the instructions, and is ignored here.
 *
 * Instructions (10.3) change vsp. vsp starts as sp, and after the last instruction it is the cfa.
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
    EXIDX_SHORT = 0x80, /* this and the next two: first byte of a word in .ARM.extab */
    EXIDX_LONG_16 = 0x81,
    EXIDX_LONG_32 = 0x82,
};

enum exidx_instruction {
    EXIDX_ADD = 0x00,      /* 00nnnnnn: vsp += 4 * n + 4 */
    EXIDX_SUBTRACT = 0x40, /* 01nnnnnn: vsp -= 4 * n + 4 */
    EXIDX_POP_MASK = 0x80, /* 1000mmmm mmmmmmmm: bit 0 is r4; a mask of 0: refuses to unwind */
    EXIDX_SET = 0x90,      /* 1001nnnn: vsp = r[n]; n is not sp or pc */
    EXIDX_POP_RUN = 0xa0,  /* 1010lnnn: r4 to r[4 + n], and lr if l is set */
    /*
     * The end of the instructions; also implied after the last byte. Unless pc was popped, the
     * return address is in lr.
     */
    EXIDX_FINISH = 0xb0,
    EXIDX_POP_LOW = 0xb1,      /* 0000mmmm: bit 0 is r0; 0 is reserved */
    EXIDX_ADD_LONG = 0xb2,     /* uleb128: vsp += 4 * n + 0x204 */
    EXIDX_POP_FSTMX = 0xb3,    /* ssssnnnn: d[s] to d[s + n], then one unused word */
    EXIDX_POP_AUTH = 0xb4,     /* the authentication code of the return address */
    EXIDX_AUTH_BY_VSP = 0xb5,  /* vsp is the modifier of the authentication: no effect here */
    EXIDX_POP_FSTMX_D8 = 0xb8, /* 10111nnn: d8 to d[8 + n], then one unused word */
    EXIDX_POP_WMMX_10 = 0xc0,  /* 11000nnn, n to 5: wR10 to wR[10 + n] */
    EXIDX_POP_WMMX = 0xc6,     /* ssssnnnn: wR[s] to wR[s + n] */
    EXIDX_POP_WMMX_C = 0xc7,   /* 0000mmmm: bit 0 is wCGR0; 0 is reserved */
    EXIDX_POP_D16 = 0xc8,      /* ssssnnnn: d[16 + s] to d[16 + s + n] */
    EXIDX_POP_D0 = 0xc9,       /* ssssnnnn: d[s] to d[s + n] */
    EXIDX_POP_D8 = 0xd0,       /* 11010nnn: d8 to d[8 + n] */
    EXIDX_SPARE = 0xd8,        /* this and all above are reserved */
    EXIDX_ADD_LONG_BYTES = 0x204,
    EXIDX_WORDS_MAX = 255, /* further words of an entry */
};

/* The address that WORD, a prel31 at ADDRESS, refers to (6). */
static inline uint32_t exidx_prel31(uint32_t address, uint32_t word)
{
    return address + (word & 0x7fffffff) - ((word & 0x40000000) << 1);
}

/*
 * Linked addresses and sizes in bytes of the tables. The reader reads them through CURSOR, at these
 * addresses + LOAD_BIAS.
 */
struct exidx {
    struct bobbin_cursor *cursor;
    uint32_t load_bias;
    uint32_t index, index_bytes, data, data_bytes;
};

/*
 * Reads WORD, the second word of an entry, at ADDRESS, into RULE. RULE is of form FRAME on sp and
 * has no slots yet. Returns STOP_NONE; NO_RULE: the entry refuses to unwind, or no rule can express
 * it (sp is popped or vsp set after a saved register was popped); CORRUPT; or the stop reason of
 * gate_read.
 */
enum bobbin_stop exidx_read_entry(const struct exidx *exidx, uint32_t address, uint32_t word,
                                  struct bobbin_rule *rule);

#endif
