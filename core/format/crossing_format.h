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
 * A row, in the order of addresses. An interrupted frame is looked up at pc, a call frame at its
 * return address - 1 in Thumb state and - 2 in ARM state: so a call of 4 bytes can have a row for
 * each. The writer gives a block at most CROSSING_BLOCK_ROWS_MAX rows.
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
    CROSSING_BLOCK_ROWS_MAX = 8,
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
 * the code's mode. "r13" and "r14" are sp and lr in the code's mode.
 *
 * A step is a word: value in bits 31..13, in two's complement; SKIP in bits 12..8; kind in bits
 * 7..6; place in bits 5..0. Each step sees what the steps before it have set. The kind gives an
 * operand:
 *
 *   CROSSING_SLOT      the word at BASE + value
 *   CROSSING_WORD      the next word of the program, which is no step
 *   CROSSING_REGISTER  the register of place number VALUE; it may be unknown
 *   CROSSING_NUMBER    BASE + value
 *
 *   place                           effect
 *   0..14, PC, PSR, OTHER, BANK_... the register is the operand
 *   BASE                            BASE = operand
 *   BASE_PLUS, BASE_MINUS           BASE += operand, BASE -= operand
 *   SKIP_ZERO, SKIP_ONE             skip SKIP words if the operand is 0, is 1
 *   SKIP_MODE                       skip SKIP words if psr has the mode with low bits VALUE
 *   CHECK with kind CHECK_NEAR      NO_RULE unless BASE - r13 is at most VALUE, unsigned
 *   CHECK with CHECK_INNERMOST      NO_RULE unless the trace has crossed no exception before
 *   CHECK with CHECK_MODE           NO_RULE unless psr has the mode with low bits VALUE
 *   LIST                            loads registers, see below
 *   END                             value: CROSSING_END_... fields
 *
 * SKIP_MODE and END ignore the kind. A step of LIST has other fields: a mask of r0-r14 and pc (bit
 * 15) in bits 23..8. The registers are loaded in ascending order from BASE + 4 * the signed bits
 * 31..24 on. Kind 0: r13 and r14 are those of the code's mode. Kind 1: r8-r14 are those of user
 * mode (LDM with ^). Kind 2: the registers are lost, and nothing is read.
 *
 * END: psr, if not set, is SPSR of the bank of ENTERED; pc, if not set, is lr of that bank. Then pc
 * is decremented by ARM in ARM state, by THUMB in Thumb state, as psr says. lr and SPSR of ENTERED
 * become lost, because the exception has overwritten them. The new mode is that of psr: r13 and r14
 * come from its bank, and r8-r12 from the other set if just one of the two modes is FIQ. If the row
 * has CROSSING_MODE_ANY, ENTERED is the bank of the mode of cursor->cpsr.
 */
enum {
    CROSSING_SLOT = 0,
    CROSSING_WORD = 1,
    CROSSING_REGISTER = 2,
    CROSSING_NUMBER = 3,
    CROSSING_LIST_CURRENT = 0, /* kinds of LIST */
    CROSSING_LIST_USER = 1,
    CROSSING_LIST_LOST = 2,

    CROSSING_KIND_SHIFT = 6,
    CROSSING_SKIP_SHIFT = 8,
    CROSSING_SKIP_BITS = 5,
    CROSSING_VALUE_SHIFT = 13,
    CROSSING_PLACE_BITS = 6,
    CROSSING_LIST_MASK_SHIFT = 8,
    CROSSING_LIST_OFFSET_SHIFT = 24,

    CROSSING_PC = 15, /* as a place and as stop_value: pc of the interrupted code */
    CROSSING_PSR = 16,
    CROSSING_OTHER = 24, /* r8-r12 of the other set */
    CROSSING_BASE = 29,
    CROSSING_BANK_SP = 32, /* + enum bobbin_bank */
    CROSSING_BANK_LR = 40,
    CROSSING_BANK_SPSR = 48,
    CROSSING_PLACES = 56, /* from here on the places are no registers */
    CROSSING_BASE_PLUS = CROSSING_PLACES,
    CROSSING_BASE_MINUS,
    CROSSING_SKIP_ZERO,
    CROSSING_SKIP_ONE,
    CROSSING_CHECK, /* kind 0 NEAR, 1 INNERMOST, 2 MODE */
    CROSSING_SKIP_MODE,
    CROSSING_LIST,
    CROSSING_END,

    CROSSING_CHECK_NEAR = 0, /* kinds of CHECK */
    CROSSING_CHECK_INNERMOST = 1,
    CROSSING_CHECK_MODE = 2,

    /* fields of END's value */
    CROSSING_END_ARM_SHIFT = 0,     /* 4 bits */
    CROSSING_END_THUMB_SHIFT = 4,   /* 4 bits */
    CROSSING_END_ENTERED_SHIFT = 8, /* 3 bits: enum bobbin_bank */
    CROSSING_END_VECTOR_SHIFT = 11, /* 3 bits: enum bobbin_vector */
    CROSSING_END_RETURN_SHIFT = 14, /* 1 bit: pc is a return address (kind CALL) */
};

#endif
