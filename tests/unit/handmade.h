/* SPDX-License-Identifier: MIT */
/*
 * Tables for tests, written from core/format/table_format.h only. The tool's writer and the core's
 * reader share no code with this writer, so a mistake that both share is found.
 */
#ifndef HANDMADE_H
#define HANDMADE_H

#include <stdbool.h>
#include <stdint.h>

#define HANDMADE_SIZE_MAX 8192

/* The size of a record in RANGES. */
#define RANGE_BYTES 32u

/* An explicit row of an entry. */
struct handmade_row {
    /* halfwords from the end of the row before, or from the start of the entry */
    uint32_t distance;
    uint32_t halfwords; /* length */
    uint32_t rule;      /* rule number */
};

#define HANDMADE_CODE 0x7fffu /* instead of a rule number: the body rule is read from the code */

/* How code is read: the flags of a range. An entry may switch some of them off. */
#define HOW_FORWARD  1u
#define HOW_PROLOGUE 2u
#define HOW_WALK     8u
#define HOW_CODE     16u /* entries in blocks; without it, in pages */
#define HOW_FOREIGN  32u

struct handmade_entry {
    uint32_t halfwords; /* at most 0x7ffff */
    uint32_t rule;      /* rule number; in blocks also HANDMADE_CODE */
    bool wide;          /* uses the wide form even for a small number */

    /* The rest only in blocks. */
    uint32_t without; /* HOW_FORWARD, HOW_PROLOGUE: switched off for this entry */
    uint32_t rows_count;
    const struct handmade_row *rows;
};

struct handmade_range {
    uint32_t start;
    const struct handmade_entry *entries;
    uint32_t entries_count;
    uint32_t how; /* 0 for pages */
    uint32_t unit_shift, group_shift, ahead;
};

/* An entry with only a rule number, and a range in pages. */
#define ENTRY(of_halfwords, its_rule)                                                              \
    {                                                                                              \
        .halfwords = (of_halfwords), .rule = (its_rule)                                            \
    }
#define RANGE(at, has, count)                                                                      \
    {                                                                                              \
        .start = (at), .entries = (has), .entries_count = (count)                                  \
    }

/*
 * A table of another format. It replaces everything except the header and the start and size of the
 * ranges.
 */
struct handmade_foreign {
    uint32_t number, base;
    const uint8_t *parts[4];
    uint32_t sizes[4];
};

struct handmade {
    const struct handmade_range *ranges;
    uint32_t ranges_count;
    const uint16_t *shorts; /* the first rules: runs as halfwords */
    uint32_t shorts_count;
    const uint32_t *rules; /* the other rules, one word each */
    uint32_t rules_count;
    const uint32_t *long_rules; /* the words of long rules, stored after RULES */
    uint32_t long_rules_count;
    const struct handmade_foreign *foreign;
    const uint8_t *build_id;
    uint32_t build_id_size;
    uint32_t code_crc;
    uint32_t rotation; /* the first part is ROWS (0), ENTRIES (1) or INDEX (2, only with blocks) */
};

/*
 * Writes the table to OUT, which has HANDMADE_SIZE_MAX bytes, and returns its size. A larger table
 * is a mistake of the test and ends the program.
 */
uint32_t handmade_write(const struct handmade *table, uint8_t *out);

/* Sets size and checksum of the finished table at OUT. */
void handmade_seal(uint8_t *out, uint32_t size_bytes);

/* CRC-32 of IEEE 802.3, bit by bit. CRC is 0 at the start, then the result of the last call. */
uint32_t handmade_crc32(uint32_t crc, const uint8_t *bytes, uint32_t size_bytes);

/* ---- words of rules -------------------------------------------------------------------------- */

/*
 * A compact rule. FLAGS: COMPACT_RA, COMPACT_SPLIT, COMPACT_GAP, COMPACT_EXPLICIT. Without
 * COMPACT_EXPLICIT it is a body rule. Bit 0 of MASK is r4.
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

/*
 * A compact rule on sp without doubles, with lost registers. Bit 0 is r4 in MASK and in LOST; LOST
 * covers r4-r7.
 */
#define COMPACT_LOST(cfa_words, mask, flags, lost)                                                 \
    COMPACT(15, cfa_words, mask, lost, 0, (flags) | COMPACT_EXPLICIT)

/*
 * Runs save the return address and COUNT registers from r4 on. LARGE_RUN is a word, SHORT a
 * halfword.
 */
#define RUN_EXPLICIT                (1u << 4)
#define LARGE_RUN(cfa_words, count) ((uint32_t)(cfa_words) << 5 | (uint32_t)(count))
#define SHORT(cfa_words, count)     ((uint16_t)LARGE_RUN(cfa_words, count))

/* A trace ends here: at a root, or because no rule is known. */
#define RULE_ROOT 1u
#define RULE_NONE 5u

/* Explicit rule: cfa = sp, return address in lr. The next two are explicit, too. */
#define RULE_LEAF COMPACT(13, 0, 0, 0, 0, COMPACT_EXPLICIT)
/* The frame after push {r4, lr}. */
#define RULE_R4_LR COMPACT(13, 2, 0x01, 0, 0, COMPACT_RA | COMPACT_EXPLICIT)
/* The frame after push {r7, lr}; mov r7, sp. */
#define RULE_R7 COMPACT(7, 2, 0x08, 0, 0, COMPACT_RA | COMPACT_EXPLICIT)

/* A long rule whose first word has NUMBER. The first word of RULES has number 0. */
#define LONG_RULE(number) (1u << 31 | 2u << 9 | (uint32_t)(number) << 13)

/*
 * The head of a long rule: a compact word with register, slots and number of steps; the cfa offset
 * in bytes; the lost registers as bits of valid. In FLAGS, LONG_CFI marks a rule from CFI alone.
 * LONG_EXIDX marks a rule from .ARM.exidx.
 */
#define LONG_CFI   (1u << 7)
#define LONG_EXIDX (2u << 7)
#define LONG_HEAD(register, steps, mask, vfp, home, flags, cfa_offset, lost)                       \
    COMPACT(register, steps, mask, vfp, home, flags), (uint32_t)(cfa_offset), (uint32_t)(lost)

/*
 * A step: PLACE is restored from the word at cfa + VALUE, or from register VALUE. With STEP_NOBODY
 * it is lost. For STEP_CFA, the cfa becomes the word at the cfa, plus VALUE.
 */
#define STEP_SLOT                0u
#define STEP_HALF                (1u << 6) /* one half of a double */
#define STEP_REGISTER            (2u << 6)
#define STEP_BIT_OF_PLACE(place) ((place) < 16 ? (place) : 24 + ((place)-20) / 2)
#define STEP_BIT(kind, place)                                                                      \
    ((kind) == STEP_HALF || (place) == STEP_CFA ? STEP_NO_BIT : STEP_BIT_OF_PLACE(place))
#define STEP(kind, place, value)                                                                   \
    ((uint32_t)(place) | (kind) | (uint32_t)STEP_BIT(kind, place) << 8 | (uint32_t)(value) << 13)
#define STEP_NO_BIT  16
#define STEP_NOBODY  17u
#define STEP_R(n)    (n) /* n is 4..11 */
#define STEP_CFA     13u
#define STEP_RA      14u
#define STEP_LOW(n)  (20u + 2 * ((n)-8)) /* n is 8..15 */
#define STEP_HIGH(n) (STEP_LOW(n) + 1)

/*
 * A long rule that depends on the flags. MASK has one bit for each value of NZCV. If the bit for
 * the flags is set, the rule is WORD, else OTHERWISE.
 */
#define LONG_EITHER(mask, word, otherwise) (uint32_t)(mask), (uint32_t)(word), (uint32_t)(otherwise)

#endif
