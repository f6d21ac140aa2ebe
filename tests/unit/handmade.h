/* SPDX-License-Identifier: MIT */
/*
 * Tables for the tests, written from core/format/table_format.h alone: neither the tool's writer nor the core's
 * reader has a part in it, so that a mistake they share is seen here.
 */
#ifndef HANDMADE_H
#define HANDMADE_H

#include <stdbool.h>
#include <stdint.h>

#define HANDMADE_SIZE_MAX 8192

/* Of a record in RANGES. */
#define RANGE_BYTES 32u

/* An explicit row of an entry. */
struct handmade_row {
    /* halfwords from the end of the row before it, or from the start of the entry */
    uint32_t distance;
    uint32_t halfwords; /* its length */
    uint32_t rule;      /* its number */
};

#define HANDMADE_CODE 0x7fffu /* in place of a rule: the body rule is read from the code */

/* How rules are found: of a range, and what an entry does without. */
#define HOW_FORWARD  1u
#define HOW_PROLOGUE 2u
#define HOW_WALK     8u
#define HOW_CODE     16u /* entries in blocks; else in pages */
#define HOW_FOREIGN  32u

struct handmade_entry {
    uint32_t halfwords; /* at most 0x7ffff */
    uint32_t rule;      /* its number; in blocks HANDMADE_CODE, too */
    bool wide;          /* the number is wide, though it need not be */

    /* In blocks alone. */
    uint32_t without; /* HOW_FORWARD, HOW_PROLOGUE */
    uint32_t rows_count;
    const struct handmade_row *rows;
};

struct handmade_range {
    uint32_t start;
    const struct handmade_entry *entries;
    uint32_t entries_count;
    uint32_t how; /* of pages it says nothing */
    uint32_t unit_shift, group_shift;
};

/* The plain ones: a rule and nothing else; in pages. */
#define ENTRY(of_halfwords, its_rule)                                                              \
    {                                                                                              \
        .halfwords = (of_halfwords), .rule = (its_rule)                                            \
    }
#define RANGE(at, has, count)                                                                      \
    {                                                                                              \
        .start = (at), .entries = (has), .entries_count = (count)                                  \
    }

/* The table of another format, in place of all but where the ranges are. */
struct handmade_foreign {
    uint32_t number, base;
    const uint8_t *parts[4];
    uint32_t sizes[4];
};

struct handmade {
    const struct handmade_range *ranges;
    uint32_t ranges_count;
    const uint16_t *shorts; /* the first rules, which are runs */
    uint32_t shorts_count;
    const uint32_t *rules; /* the words of the others, as they are stored */
    uint32_t rules_count;
    const uint32_t *long_rules; /* words behind them */
    uint32_t long_rules_count;
    const struct handmade_foreign *foreign;
    const uint8_t *build_id;
    uint32_t build_id_size;
    uint32_t code_crc;
    uint32_t rotation; /* ROWS (0), ENTRIES (1) or, of blocks alone, INDEX (2) comes first */
};

/* Writes the table to OUT (HANDMADE_SIZE_MAX bytes) and returns its size. A table too big is
   the test's mistake and ends the program. */
uint32_t handmade_write(const struct handmade *table, uint8_t *out);

/* Puts the right checksum into the finished table at OUT. */
void handmade_seal(uint8_t *out, uint32_t size_bytes);

/* CRC-32 as IEEE 802.3 has it, bit by bit: 0 to start, then the value of the last call. */
uint32_t handmade_crc32(uint32_t crc, const uint8_t *bytes, uint32_t size_bytes);

/* ---- words of rules ----------------------------------------------------------------------------- */

/*
 * A compact rule, a body rule if FLAGS have no COMPACT_EXPLICIT: COMPACT_RA, COMPACT_SPLIT, COMPACT_GAP. MASK has bit 0
 * for r4.
 */
#define COMPACT_EXPLICIT (1u << 8)
#define COMPACT_GAP      (1u << 17)
#define COMPACT_RA       (1u << 26)
#define COMPACT_SPLIT    (1u << 30)
#define COMPACT_SLOTS(mask, flags)                                                                 \
    ((flags)&COMPACT_SPLIT ? (uint32_t)(mask) >> 4 | ((uint32_t)(mask)&15u) << 4 : (uint32_t)(mask))
#define COMPACT(register, cfa_words, mask, vfp, home, flags)                                       \
    (1u << 31 | (uint32_t)(cfa_words) | ((uint32_t)(register) ^ 13u) << 9 |                        \
     (uint32_t)(vfp) << 13 | COMPACT_SLOTS(mask, flags) << 18 | (uint32_t)(home) << 27 | (flags))

/* The same on sp, without doubles; LOST, of r4-r7, and MASK have bit 0 for r4. */
#define COMPACT_LOST(cfa_words, mask, flags, lost)                                                 \
    COMPACT(15, cfa_words, mask, lost, 0, (flags) | COMPACT_EXPLICIT)

/* Runs, which have COUNT registers from r4 on, and the return address: as a word, and as a halfword. */
#define RUN_EXPLICIT                (1u << 4)
#define LARGE_RUN(cfa_words, count) ((uint32_t)(cfa_words) << 5 | (uint32_t)(count))
#define SHORT(cfa_words, count)     ((uint16_t)LARGE_RUN(cfa_words, count))

/* Where a trace ends: at a root; or nothing is known. */
#define RULE_ROOT 1u
#define RULE_NONE 5u

/* cfa = sp, return address in lr. It holds wherever its entry is, as the next two do. */
#define RULE_LEAF COMPACT(13, 0, 0, 0, 0, COMPACT_EXPLICIT)
/* After push {r4, lr}. */
#define RULE_R4_LR COMPACT(13, 2, 0x01, 0, 0, COMPACT_RA | COMPACT_EXPLICIT)
/* After push {r7, lr}; mov r7, sp. */
#define RULE_R7 COMPACT(7, 2, 0x08, 0, 0, COMPACT_RA | COMPACT_EXPLICIT)

/* A long rule that begins with word NUMBER, the first of all words having number 0. */
#define LONG_RULE(number) (1u << 31 | 2u << 9 | (uint32_t)(number) << 13)

/*
 * What it begins with: a compact word for register, slots and how many steps follow; bytes to the cfa; which registers
 * are lost, as bits of valid. With LONG_EXIDX among the FLAGS it comes from .ARM.exidx.
 */
#define LONG_EXIDX COMPACT_EXPLICIT
#define LONG_HEAD(register, steps, mask, vfp, home, flags, cfa_offset, lost)                       \
    COMPACT(register, steps, mask, vfp, home, flags), (uint32_t)(cfa_offset), (uint32_t)(lost)

/*
 * A step: PLACE is in the word at cfa + VALUE, in register VALUE, or with STEP_NOBODY; of STEP_CFA: the cfa becomes
 * what it points to, + VALUE.
 */
#define STEP_SLOT     0u
#define STEP_HALF     (1u << 6) /* of a double */
#define STEP_REGISTER (2u << 6)
#define STEP(kind, place, value)                                                                   \
    ((uint32_t)(place) | (kind) |                                                                  \
     (uint32_t)((kind) == STEP_HALF || (place) == STEP_CFA ? STEP_NO_BIT                           \
                : (place) < 16                             ? (place)                               \
                                                           : 24 + ((place)-20) / 2)                                            \
         << 8 |                                                                                    \
     (uint32_t)(value) << 13)
#define STEP_NO_BIT  16
#define STEP_NOBODY  17u
#define STEP_R(n)    (n) /* 4..11 */
#define STEP_CFA     13u
#define STEP_RA      14u
#define STEP_LOW(n)  (20u + 2 * ((n)-8)) /* 8..15 */
#define STEP_HIGH(n) (STEP_LOW(n) + 1)

/*
 * All of a long rule that depends on the flags: the rule of WORD if they have one of the values of NZCV that MASK has a
 * bit for, else that of OTHERWISE.
 */
#define LONG_EITHER(mask, word, otherwise) (uint32_t)(mask), (uint32_t)(word), (uint32_t)(otherwise)

#endif
