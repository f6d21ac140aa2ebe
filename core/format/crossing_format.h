/* SPDX-License-Identifier: MIT */
/*
 * CROSSINGS: the part of a table with the rules of exception entry code, for the reader in
 * core/cross and the writer in gen. No other file defines these bytes. TABLE.md explains them at
 * length, with an example.
 *
 * A table has CROSSINGS if bit CROSSING_HEADER_FLAG of the header's reserved byte 6 is set. Then
 * CROSSINGS is the end of the table. All other readers ignore CROSSINGS: for them the addresses of
 * entry code have no rule.
 *
 *   u32 words of programs, words_count of them
 *   u32 addresses, one for each row, ascending
 *   u16 rows, 2 * pairs_count of them
 *   u16 pairs_count
 *   u16 words_count
 *
 * The number of rows is even: if needed, the last row is written twice.
 *
 * A row covers the code from its address up to the address of the next row. The first row has
 * address 0. An interrupted frame is looked up at pc, a call frame at its return address - 2: so a
 * call of 4 bytes can have a row for each.
 *   bits 15..12 are bits 3..0 of the mode in which the code runs, CROSSING_MODE_ANY if it runs in
 *   several modes; bits 11..0 are the number of the first word of its program. A frame that was
 *   interrupted in a mode of another bank has no rule. Code without a rule,
 *   and all that is no entry code, has row 0. Word 0 is CROSSING_CHECK with CHECK_NEVER.
 */
#ifndef BOBBIN_CROSSING_FORMAT_H
#define BOBBIN_CROSSING_FORMAT_H

enum {
    CROSSING_HEADER = 6,      /* offset in the header of the table */
    CROSSING_HEADER_FLAG = 1, /* bit in that byte */
    CROSSING_PAIR_BYTES = 12, /* two addresses and two rows */
    CROSSING_MODE_SHIFT = 12,
    CROSSING_MODE_ANY = 8, /* the mode of cursor->cpsr; no mode has these low bits */
    CROSSING_PROGRAM_MASK = 0xfff,
    CROSSING_WORDS_MAX = 0xfff,
};

/*
 * A program undoes what the entry code has done, step by step, and ends with CROSSING_END. Programs
 * share their last words.
 *
 * State of the reader: r0-r14 in the code's mode; sp, lr and SPSR of each other bank; the other set
 * of r8-r12; pc and psr (of the interrupted code), neither set at the start; BASE, an address, at
 * first sp. A program names sp and lr of the code's mode by their numbers 13 and 14 only: their
 * places in the banks mean nothing. In HYP mode "r14" is lr of user mode.
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
 *   BASE_PLUS                       BASE += operand
 *   SKIP_ZERO, SKIP_ONE             skip SKIP words if the operand is 0, is 1
 *   CHECK with CHECK_INNERMOST      NO_RULE unless the trace has crossed no exception before
 *   CHECK with CHECK_NEVER          NO_RULE
 *   LIST                            loads registers, see below
 *   END                             value: CROSSING_END_... fields
 *
 * END ignores the kind. A step of LIST has other fields: a mask of r0-r14, pc (bit 15) and psr (bit
 * 16) in bits 24..8. CROSSING_LIST_LOAD loads the registers in ascending order from BASE + 4 * the
 * signed bits 31..25 on. It does not load r13: if r13 is in the mask, it becomes the address after
 * the words (as with writeback, ARM ARM B9.3.13). CROSSING_LIST_LOST reads nothing: the registers
 * are lost.
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
    CROSSING_LIST_LOAD = 0, /* kinds of LIST */
    CROSSING_LIST_LOST = 1,

    CROSSING_KIND_SHIFT = 6,
    CROSSING_SKIP_SHIFT = 8,
    CROSSING_SKIP_BITS = 5,
    CROSSING_VALUE_SHIFT = 13,
    CROSSING_PLACE_BITS = 6,
    CROSSING_LIST_MASK_SHIFT = 8,
    CROSSING_LIST_MASK_BITS = 17,
    CROSSING_LIST_OFFSET_SHIFT = 25,

    /* Places up to PSR are words of the cursor, those from OTHER on are words of bobbin_banks. */
    CROSSING_PC = 15, /* as a place and as stop_value: pc of the interrupted code */
    CROSSING_PSR = 16,
    CROSSING_OTHER = 17,   /* r8-r12 of the other set */
    CROSSING_BANK_SP = 22, /* + enum bobbin_bank */
    CROSSING_BANK_LR = 30,
    CROSSING_BANK_SPSR = 38,
    CROSSING_PLACES = 46, /* from here on the places are no registers */
    CROSSING_BASE = CROSSING_PLACES,
    CROSSING_BASE_PLUS,
    CROSSING_SKIP_ZERO,
    CROSSING_SKIP_ONE,
    CROSSING_CHECK = 61,
    CROSSING_LIST,
    CROSSING_END,

    CROSSING_CHECK_NEVER = 0, /* kinds of CHECK */
    CROSSING_CHECK_INNERMOST = 1,

    /* fields of END's value */
    CROSSING_END_ARM_SHIFT = 0,      /* 4 bits */
    CROSSING_END_THUMB_SHIFT = 4,    /* 4 bits */
    CROSSING_END_ENTERED_SHIFT = 12, /* 3 bits: enum bobbin_bank */
    CROSSING_END_RETURN_SHIFT = 15,  /* 1 bit: pc is a return address (kind CALL) */
    CROSSING_END_VECTOR_SHIFT = 16,  /* 3 bits: enum bobbin_vector */
};

/* The bank of PLACE, which is CROSSING_BANK_SP or more. */
#define CROSSING_BANK_OF(place) (((place)-CROSSING_BANK_SP) % 8)

#endif
