/* SPDX-License-Identifier: MIT */
/*
 * The bytes of Chromium's unwind tables of 2021 for ARM (the asset unwind_cfi_32_v2), for their reader here and their
 * writer in gen. One part, which is that file: eight words, then four tables, wherever the words say.
 *
 *   words 0, 1  page table       its offset in bytes, and how many entries of 4 bytes
 *   words 2, 3  function table   the same
 *   words 4, 5  offsets          its offset and its size in bytes
 *   words 6, 7  instructions     the same
 *
 * Addresses count from the base on in units of 2 bytes; a page is 65536 of them.
 *   page table      for each page u32 number of the first function that starts there, or behind it. Pages behind the last are no
 *                   code
 *   function table  u16 where in its page a function starts, u16 where in the table of offsets its pairs begin; ascending by
 *                   address. A function goes on until the next one starts, in whatever page that is
 *   offsets         for each different function pairs of uleb128 offset from its start and uleb128 byte of the table of
 *                   instructions, from the highest offset down to 0: the first one that is not above what is looked for
 *                   holds
 *   instructions    what gives the frame back, from there on up to FINISH: bytecode as in EHABI 9.3, as far as it is below, but
 *                   for ADD_FAR all in one byte or two; there is no other end, and no padding
 *
 * All little-endian. The first two tables are 4-aligned. With a second part, of the same layout, what that has of an
 * address comes before what the first one has; REFUSE there: it has nothing.
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
    CHROME2_PAGE_BYTES = 4, /* an entry of the table, not what it stands for */
    CHROME2_FUNCTION_BYTES = 4,
    CHROME2_UNIT_SHIFT = 1,
    CHROME2_PAGE_SHIFT = 17,
    CHROME2_PAGE_UNITS = 1 << (CHROME2_PAGE_SHIFT - CHROME2_UNIT_SHIFT),
    CHROME2_DOCUMENT_HEADER_BYTES =
        40, /* of the layout that never shipped: gen/formats/chrome2/chrome2_writer.h */
    CHROME2_OFFSETS_MAX = 0xffff, /* the last byte at which pairs may begin */
};

/* Instructions: the first byte, and what of it is an operand. */
enum {
    CHROME2_ADD = 0x00,      /* 6 bits: sp += 4 n + 4 */
    CHROME2_SUBTRACT = 0x40, /* 6 bits: sp -= 4 n + 4 */
    CHROME2_SHORT_MASK = 0x3f,
    CHROME2_POP_MASK = 0x80, /* 4 bits, and 8 in a second byte: r4 to r15, r4 the lowest bit */
    CHROME2_REFUSE = 0x80,   /* the same with an empty mask: there is no way to unwind */
    CHROME2_SET_SP = 0x90,   /* 4 bits: sp = r[n], n neither 13 nor 15 */
    CHROME2_POP_LR = 0xa8,   /* 3 bits: pops r4 to r[4 + n], and lr */
    CHROME2_FINISH = 0xb0,   /* pc = lr, unless pc has been popped */
    CHROME2_ADD_FAR = 0xb2,  /* and a uleb128: sp += 0x204 + 4 n */
    CHROME2_SHORT_MAX = 0x100,
    CHROME2_FAR_MIN = 0x204,
};

#define CHROME2_PLACES (0xffu | 1u << BOBBIN_PLACE_RA)

/* A table of instructions, and where in it the next one stands. */
struct chrome2_code {
    const uint8_t *bytes;
    uint32_t size_bytes, at;
};

/*
 * Executes CODE on no memory: RULE, which is that of a function's first instruction, becomes that of the frame. NO_RULE
 * where it begins with REFUSE. CORRUPT where there is no such instruction, where sp would be below the frame, and where
 * sp is set twice, or from a register that has been popped: no writer makes that. What was popped before sp is set is
 * lost.
 */
enum bobbin_stop chrome2_execute(struct chrome2_code *code, struct bobbin_rule *rule);

/* The tables of a part. */
struct chrome2 {
    const uint8_t *pages, *functions, *offsets, *instructions;
    uint32_t pages_count, functions_count;
    uint32_t offsets_bytes, instructions_bytes;
};

/* Where in the header the words of the four tables stand. */
struct chrome2_words {
    uint8_t pages, functions, offsets, instructions;
    uint8_t header_bytes;
};

/* False where they are not all there. */
bool chrome2_open(struct chrome2 *table, const struct foreign_part *part,
                  const struct chrome2_words *words);

/* What TABLE has for ADDRESS, from its base on, as in struct bobbin_foreign. */
enum bobbin_stop chrome2_read(const struct chrome2 *table, uint32_t address,
                              struct bobbin_rule *rule);

/* The read of struct bobbin_foreign. */
enum bobbin_stop chrome2_read_parts(const struct foreign_table *table,
                                    const struct foreign_question *question,
                                    struct bobbin_rule *rule);

/* Whether a function starts at ADDRESS, or what stands for one. */
bool chrome2_starts_at(const struct foreign_table *table, uint32_t address);

/* At most 32 bits at *AT of BYTES, of which there are SIZE_BYTES; false when it is not all there. */
bool chrome2_uleb128(const uint8_t *bytes, uint32_t size_bytes, uint32_t *at, uint32_t *value);

#endif
