/* SPDX-License-Identifier: MIT */
/*
 * CROSSINGS: the part of a table with the rules of exception entry code, for the reader in
 * core/cross and the writer in gen. No other file defines these bytes. TABLE.md explains them at
 * length, with an example.
 *
 * A table has CROSSINGS if bit CROSSING_HEADER_FLAG of the header's reserved byte 6 is set. The
 * last word of the table is then the offset of CROSSINGS, a multiple of 4. CROSSINGS ends before
 * that word. All other readers ignore CROSSINGS: for them the addresses of entry code have no rule.
 *
 *   u16 blocks_count
 *   u16 words_count
 *   BLOCKS   8 bytes each, ascending by address, not overlapping
 *   PROGRAMS words_count words
 *   ROWS     bytes
 *
 * A block is code without gaps that has rows:
 *   u32 first address
 *   u16 offset of its rows, in bytes from the start of ROWS
 *   u16 size of the code in halfwords
 *
 * A row, in the order of addresses:
 *   1 or 2 bytes: halfwords that it covers, as in ROWS of the table (FORMAT_ROW_LONG)
 *   u16: bits 15..12 are bits 3..0 of the mode in which the code runs, CROSSING_MODE_ANY if it runs
 *        in several modes; bits 11..0 are the number of the first word of its program,
 *        CROSSING_NO_PROGRAM if there is none
 */
#ifndef BOBBIN_CROSSING_FORMAT_H
#define BOBBIN_CROSSING_FORMAT_H

enum {
    CROSSING_HEADER = 6,      /* offset in the header of the table */
    CROSSING_HEADER_FLAG = 1, /* bit in that byte */
    CROSSING_BLOCKS_COUNT = 0,
    CROSSING_WORDS_COUNT = 2,
    CROSSING_BLOCKS = 4,
    CROSSING_BLOCK_BYTES = 8,
    CROSSING_BLOCK_ROWS = 4,
    CROSSING_BLOCK_SIZE = 6,
    CROSSING_MODE_SHIFT = 12,
    CROSSING_MODE_ANY = 8, /* the mode of cursor->cpsr; no mode has these low bits */
    CROSSING_NO_PROGRAM = 0xfff,
    CROSSING_WORDS_MAX = 0xfff,
};

/*
 * A program undoes what the entry code has done, step by step, and ends with CROSSING_END. Programs
 * share their last words.
 *
 * State of the reader: r0-r12; sp, lr and SPSR of each bank; the other set of r8-r12; pc and psr
 * (of the interrupted code), neither set at the start; BASE, an address, at first sp of the bank of
 * the code's mode. "r13" and "r14" are sp and lr of the bank of the code's mode.
 *
 * A step is a word: value in bits 31..13, in two's complement; SKIP in bits 12..8; kind in bits
 * 7..6; place in bits 5..0. Each step sees what the steps before it have set.
 *
 *   place          kind 0 (SLOT)      kind 1 (ADD)      kind 2 (REGISTER)   kind 3 (NUMBER)
 *   0..14, PC, PSR = [BASE + value]   += value          = register VALUE    = BASE + value
 *   BANK_SP/LR/SPSR + bank   the same
 *   OTHER + 0..4   (r8-r12 of the other set) the same
 *   BASE           = [BASE + value]   += [BASE + value] = register VALUE    += value
 *   BASE_MINUS     -                  -                 -= register VALUE   -
 *   BASE_PLUS      -                  -                 += register VALUE   -
 *   BASE_NEXT      (any kind) BASE = the next word of the program; the reader passes over it
 *   LIST           r0-r14 and pc (bit 15) of a mask, from BASE + 4 * signed bits 31..24 on,
 *                  mask in bits 23..8
 *                  kind 1: the same, but 13, 14 and 8-12 are those of user mode (LDM ^)
 *                  kind 2: the registers of the mask (r0-r14) are lost; nothing is read
 *                  kind 3: sp of the banks in mask bits 0..7 and lr of those in 8..15 are lost
 *   SKIP           skip SKIP words if: kind 0: [BASE + value] is 0; kind 1: that word is 1;
 *                  kind 2: register VALUE is 0; kind 3: the mode of psr has low bits VALUE
 *   CHECK          ends the trace with NO_RULE unless: kind 0: BASE - sp of the code's bank is at
 *                  most value, unsigned; kind 2: this is the innermost exception of the trace;
 *                  kind 3: the mode of psr has low bits VALUE
 *   END            value: CROSSING_END_... fields
 *
 * "register VALUE" is a place number: 0..14, PC, PSR, BANK_..., OTHER. A place that is set from an
 * unknown or lost register, or from one that is not set, is lost; BASE: the trace ends with LOST.
 *
 * END: psr, if not set, is SPSR of the bank of ENTERED; pc, if not set, is lr of that bank. Then pc
 * is decremented by ARM in ARM state, by THUMB in Thumb state, as psr says. lr and SPSR of ENTERED
 * become lost, because the exception has overwritten them. The new mode is that of psr: r13 and r14
 * come from its bank, and r8-r12 from the other set if just one of the two modes is FIQ.
 * ENTERED of BOBBIN_BANK_USR stands for the bank of the code's mode (CROSSING_MODE_ANY: the mode of
 * cursor->cpsr). VECTOR of BOBBIN_VECTOR_NONE: one of several, as the bank of ENTERED says; for
 * abort mode a data abort.
 */
enum {
    CROSSING_SLOT = 0,
    CROSSING_ADD = 1,
    CROSSING_REGISTER = 2,
    CROSSING_NUMBER = 3,
    CROSSING_KIND_SHIFT = 6,
    CROSSING_SKIP_SHIFT = 8,
    CROSSING_SKIP_BITS = 5,
    CROSSING_VALUE_SHIFT = 13,
    CROSSING_PLACE_BITS = 6,
    CROSSING_LIST_MASK_SHIFT = 8,
    CROSSING_LIST_OFFSET_SHIFT = 24,

    CROSSING_PC = 15, /* as a place and as stop_value: pc of the interrupted code */
    CROSSING_PSR = 16,
    CROSSING_BASE = 17,
    CROSSING_BASE_MINUS = 18,
    CROSSING_BASE_PLUS = 19,
    CROSSING_BASE_NEXT = 20,
    CROSSING_OTHER = 24,   /* and the next 4 */
    CROSSING_BANK_SP = 32, /* + enum bobbin_bank */
    CROSSING_BANK_LR = 40,
    CROSSING_BANK_SPSR = 48,
    CROSSING_LIST = 60,
    CROSSING_SKIP = 61,
    CROSSING_CHECK = 62,
    CROSSING_END = 63,

    /* fields of END's value */
    CROSSING_END_ARM_SHIFT = 0,     /* 4 bits */
    CROSSING_END_THUMB_SHIFT = 4,   /* 4 bits */
    CROSSING_END_ENTERED_SHIFT = 8, /* 3 bits: enum bobbin_bank */
    CROSSING_END_VECTOR_SHIFT = 11, /* 3 bits: enum bobbin_vector */
    CROSSING_END_RETURN_SHIFT = 14, /* 1 bit: pc is a return address (kind CALL) */
};

#endif
