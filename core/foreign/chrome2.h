/* SPDX-License-Identifier: MIT */
/*
 * The bytes of Chromium's unwind tables of 2021 for ARM (the asset unwind_cfi_32_v2), for the
 * readers here and the writer in gen. All numbers are little-endian. The format has one part, the
 * contents of the asset: eight words, then four tables at the offsets in these words.
 *
 *   words 0, 1  page table       its offset in bytes, and its number of entries of 4 bytes
 *   words 2, 3  function table   its offset in bytes, and its number of entries of 4 bytes
 *   words 4, 5  offsets          its offset and its size in bytes
 *   words 6, 7  instructions     its offset and its size in bytes
 *
 * Addresses are in units of 2 bytes, relative to the base address that the table stores in section
 * FOREIGN (TABLE.md 8). A page has 65536 units.
 *   page table      for each page u32 number of the first function that starts in it or after it.
 *                   Addresses after the last page are not code
 *   function table  for each function, ascending: u16 start in its page, u16 offset of its pairs in
 *                   the table of offsets. A function ends where the next one starts, in any page
 *   offsets         for each distinct function, pairs of uleb128 offset from its start and uleb128
 *                   byte in the table of instructions, from the highest offset down to 0. The first
 *                   pair applies whose offset is at most that of the address looked up
 *   instructions    bytecode that undoes the frame, up to FINISH: the subset of EHABI 9.3 below.
 *                   An instruction has one or two bytes, except ADD_FAR. FINISH is the only end,
 *                   and there is no padding
 *
 * The first two tables are aligned to 4. A second part of the same layout is optional. Its rule for
 * an address takes precedence over that of the first part, unless it is REFUSE.
 */
#ifndef BOBBIN_CHROME2_H
#define BOBBIN_CHROME2_H

#include "foreign.h"

enum {
    CHROME2_PAGES = 0,
    CHROME2_FUNCTIONS = 8,
    CHROME2_OFFSETS = 16,
    CHROME2_INSTRUCTIONS = 24,
    CHROME2_HEADER_BYTES = 32,
    CHROME2_PAGE_BYTES = 4, /* of an entry of the page table */
    CHROME2_FUNCTION_BYTES = 4,
    CHROME2_UNIT_SHIFT = 1,
    CHROME2_PAGE_SHIFT = 17,
    CHROME2_PAGE_UNITS = 1 << (CHROME2_PAGE_SHIFT - CHROME2_UNIT_SHIFT),
    /* of the documented layout, which never shipped: gen/formats/chrome2/chrome2_writer.h */
    CHROME2_DOCUMENT_HEADER_BYTES = 40,
    CHROME2_OFFSETS_MAX = 0xffff, /* highest offset of pairs, in the table of offsets */
};

/*
 * The first byte of each unwind instruction. Its low bits are the operand n; each comment says how
 * many bits.
 */
enum {
    CHROME2_ADD = 0x00,      /* 6 bits: sp += 4 n + 4 */
    CHROME2_SUBTRACT = 0x40, /* 6 bits: sp -= 4 n + 4 */
    CHROME2_SHORT_MASK = 0x3f,
    CHROME2_POP_MASK = 0x80, /* 12 bits, the last 8 in a second byte: pops r4 to r15, r4 is bit 0 */
    CHROME2_REFUSE = 0x80,   /* POP_MASK with an empty mask: the frame cannot be unwound */
    CHROME2_SET_SP = 0x90,   /* 4 bits: sp = r[n], n neither 13 nor 15 */
    CHROME2_POP_LR = 0xa8,   /* 3 bits: pops r4 to r[4 + n], and lr */
    CHROME2_FINISH = 0xb0,   /* pc = lr, unless pc has been popped */
    CHROME2_ADD_FAR = 0xb2,  /* n is a uleb128 after it: sp += 0x204 + 4 n */
    CHROME2_SHORT_MAX = 0x100,
    CHROME2_FAR_MIN = 0x204,
};

/* The registers that the format describes: r4-r11 and the return address. */
#define CHROME2_PLACES (0xffu | 1u << BOBBIN_PLACE_RA)

/* A table of unwind instructions; AT is the index of the next byte to read. */
struct chrome2_code {
    const uint8_t *bytes;
    uint32_t size_bytes, at;
};

/*
 * Executes CODE symbolically, without memory. RULE starts as the rule at a function's first
 * instruction, and becomes the rule of the frame. Registers that are popped before sp is set are
 * lost. Returns STOP_NONE; NO_RULE if CODE starts with REFUSE; CORRUPT for an unknown instruction,
 * an sp below the frame, or an sp that is set twice or from a popped register, which no writer
 * generates.
 */
enum bobbin_stop chrome2_execute(struct chrome2_code *code, struct bobbin_rule *rule);

/* The four tables of a part. */
struct chrome2 {
    const uint8_t *pages, *functions, *offsets, *instructions;
    uint32_t pages_count, functions_count;
    uint32_t offsets_bytes, instructions_bytes;
};

/*
 * Byte offsets in the header, for each of the four tables, of the two words that describe the
 * table. They differ between the two layouts.
 */
struct chrome2_words {
    uint8_t pages, functions, offsets, instructions;
    uint8_t header_bytes;
};

/* Finds the tables of PART. False: they are not all inside the part. */
bool chrome2_open(struct chrome2 *table, const struct foreign_part *part,
                  const struct chrome2_words *words);

/* Reads the rule for ADDRESS, relative to the base, as bobbin_foreign.read does. */
enum bobbin_stop chrome2_read(const struct chrome2 *table, uint32_t address,
                              struct bobbin_rule *rule);

/* bobbin_foreign.read for both parts. */
enum bobbin_stop chrome2_read_parts(const struct foreign_table *table,
                                    const struct foreign_question *question,
                                    struct bobbin_rule *rule);

/* Whether an entry of the function table starts at ADDRESS, relative to the base. */
bool chrome2_starts_at(const struct foreign_table *table, uint32_t address);

/*
 * Reads a uleb128 of at most 32 bits at index *AT of the SIZE_BYTES at BYTES, and advances *AT.
 * False: it is longer than 32 bits, or not all inside BYTES.
 */
bool chrome2_uleb128(const uint8_t *bytes, uint32_t size_bytes, uint32_t *at, uint32_t *value);

#endif
