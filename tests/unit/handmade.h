/* SPDX-License-Identifier: MIT */
/*
 * Tables for the tests, written from core/SPEC.md alone: neither the tool's writer nor the core's
 * reader has a part in it, so that a mistake they share is seen here.
 */
#ifndef HANDMADE_H
#define HANDMADE_H

#include <stdbool.h>
#include <stdint.h>

#define HANDMADE_SIZE_MAX 8192

/* An explicit row of an entry. */
struct handmade_row {
    /* halfwords from the end of the row before it, or from the start of the entry */
    uint32_t distance;
    uint32_t halfwords; /* its length */
    uint32_t rule;      /* 0: none */
};

#define HANDMADE_CODE 0x7fffu /* in place of a rule: the body rule is read from the code */

/* How rules are found: of a range, and what an entry does without. */
#define HOW_FORWARD  1u
#define HOW_PROLOGUE 2u
#define HOW_WALK     8u
#define HOW_CODE     16u /* entries in blocks; else in pages */

struct handmade_entry {
    uint32_t halfwords; /* at most 0x7ffff */
    uint32_t rule;      /* 0: none; HANDMADE_CODE */
    uint32_t without;   /* HOW_FORWARD, HOW_PROLOGUE; in pages any of them is all of them */
    bool wide;          /* the number is wide, though it need not be */
    uint32_t rows_count;
    const struct handmade_row *rows;
};

struct handmade_range {
    uint32_t start;
    const struct handmade_entry *entries;
    uint32_t entries_count;
    uint32_t how; /* 0: every rule holds wherever its entry is */
    uint32_t unit_shift, group_shift;
    uint32_t body_shift; /* 0: no body map */
    /* as many bytes as it needs; NULL: left out, though BODY_SHIFT says that it is there */
    const uint8_t *body_map;
};

/* The plain ones: a rule and nothing else; nothing but such rules. */
#define ENTRY(of_halfwords, its_rule)                                                              \
    {                                                                                              \
        .halfwords = (of_halfwords), .rule = (its_rule)                                            \
    }
#define RANGE(at, has, count)                                                                      \
    {                                                                                              \
        .start = (at), .entries = (has), .entries_count = (count)                                  \
    }

/* The table of another format, in place of all but the ranges. */
struct handmade_foreign {
    uint32_t number, base;
    const uint8_t *parts[4];
    uint32_t sizes[4];
};

struct handmade {
    const struct handmade_range *ranges;
    uint32_t ranges_count;
    const uint16_t *shorts; /* the halfwords of the first rules, and how many rules have one */
    uint32_t shorts_count;
    const uint32_t *rules; /* the words of the others, as they are stored */
    uint32_t rules_count;  /* how many words */
    uint32_t exidx_first;  /* 0: none comes from there */
    const uint32_t *long_rules;
    uint32_t long_rules_size; /* in bytes */
    const struct handmade_foreign *foreign;
    const uint8_t *build_id;
    uint32_t build_id_size;
    uint32_t code_crc;
    uint32_t extra_type, extra_flags; /* a further, empty section when the type is not 0 */
    uint32_t rotation;                /* which section is the first; they may have any order */
};

/* Writes the table to OUT (HANDMADE_SIZE_MAX bytes) and returns its size. A table too big is
   the test's mistake and ends the program. */
uint32_t handmade_write(const struct handmade *table, uint8_t *out);

/* Puts the right checksum into the finished table at OUT. */
void handmade_seal(uint8_t *out, uint32_t size_bytes);

/* CRC-32 as IEEE 802.3 has it, bit by bit: 0 to start, then the value of the last call. */
uint32_t handmade_crc32(uint32_t crc, const uint8_t *bytes, uint32_t size_bytes);

/* A compact rule: FLAGS of COMPACT_RA, COMPACT_SPLIT and COMPACT_GAP, MASK bit 0 for r4. */
#define COMPACT_RA    (1u << 8)
#define COMPACT_SPLIT (1u << 30)
#define COMPACT_GAP   (1u << 29)
#define COMPACT_SLOTS(mask, flags)                                                                 \
    ((flags)&COMPACT_SPLIT ? (uint32_t)(mask) >> 4 | ((uint32_t)(mask)&15u) << 4 : (uint32_t)(mask))
#define COMPACT(register, cfa_words, mask, vfp, home, flags)                                       \
    (COMPACT_SLOTS(mask, flags) | (uint32_t)(cfa_words) << 9 |                                     \
     ((uint32_t)(register) ^ 13u) << 18 | (uint32_t)(vfp) << 22 | (uint32_t)(home) << 26 |         \
     (flags))
/* The same on sp, without doubles, home or flags but RA; LOST: bit 0 for r4. */
#define COMPACT_LOST(cfa_words, mask, flags, lost)                                                 \
    (COMPACT(15, cfa_words, mask, 0, 0, flags) | (uint32_t)(lost) << 22)
/* A run that no halfword has room for. */
#define LARGE_RUN(cfa_words, count) (1u << 31 | (uint32_t)(cfa_words) << 4 | (count))

/* A rule in LONG_RULES, from word OFFSET on; and no rule but the end of a trace. */
#define LONG_RULE(offset) (2u << 18 | (offset))
#define RULE_ROOT         LONG_RULE((1u << 18) - 1)

/* What a long rule begins with, PLACES having a bit for each that follows, the highest first; and such a place. */
#define LONG_HEAD(form, register, places)                                                          \
    ((uint32_t)(form) | (uint32_t)(register) << 3 | (uint32_t)(places) << 8)
#define LONG_PLACE(kind, value) ((uint32_t)(kind) | (uint32_t)(value) << 3)

/* All of one that is a compact WORD; the LOST places have a bit each. */
#define LONG_WORD(word, lost) LONG_HEAD(5, 0, lost), (word)

/* All of one that depends on the flags. */
#define LONG_EITHER(condition, number, otherwise)                                                  \
    LONG_HEAD(4, condition, 0), (uint32_t)(number) | (uint32_t)(otherwise) << 16

/*
 * The same in a halfword: on sp. A run, which has COUNT registers from r4 on; or the registers of MASK. Both have the
 * return address.
 */
#define SHORT(cfa_words, count)     ((uint16_t)((cfa_words) << 4 | (count)))
#define SHORT_MASK(cfa_words, mask) ((uint16_t)(1u << 15 | (cfa_words) << 8 | (mask)))

/* cfa = sp, return address in lr. */
#define RULE_LEAF COMPACT(13, 0, 0, 0, 0, 0)
/* After push {r4, lr}. */
#define RULE_R4_LR COMPACT(13, 2, 0x01, 0, 0, COMPACT_RA)
/* After push {r7, lr}; mov r7, sp. */
#define RULE_R7 COMPACT(7, 2, 0x08, 0, 0, COMPACT_RA)

#endif
