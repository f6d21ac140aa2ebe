/* SPDX-License-Identifier: MIT */
/*
 * Tables for the tests, written from core/SPEC.md alone: neither the tool's writer nor the core's
 * reader has a part in it, so that a mistake they share is seen here.
 */
#ifndef HANDMADE_H
#define HANDMADE_H

#include <stdint.h>

#define HANDMADE_SIZE_MAX 8192

struct handmade_row {
    uint32_t halfwords; /* 1..255 */
    uint32_t rule;      /* 0: none; from 255 on it goes to the wide section */
};

struct handmade_range {
    uint32_t start;
    const struct handmade_row *rows;
    uint32_t rows_count;
};

struct handmade {
    const struct handmade_range *ranges;
    uint32_t ranges_count;
    const uint32_t *rules; /* the words as they are stored, for rule 1 first */
    uint32_t rules_count;
    uint32_t exidx_first; /* 0: none comes from there */
    const uint8_t *long_rules;
    uint32_t long_rules_size;
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

/* A compact rule: FLAGS of COMPACT_RA and COMPACT_SPLIT, MASK bit 0 for r4. */
#define COMPACT_RA    (1u << 12)
#define COMPACT_SPLIT (1u << 30)
#define COMPACT(register, cfa_words, mask, vfp, home, flags)                                       \
    ((uint32_t)(register) | (uint32_t)(mask) << 4 | (uint32_t)(home) << 13 |                       \
     (uint32_t)(vfp) << 16 | (uint32_t)(cfa_words) << 20 | (flags))
#define LONG_RULE(offset) (1u << 31 | (offset))

/* cfa = sp, return address in lr. */
#define RULE_LEAF COMPACT(13, 0, 0, 0, 0, 0)
/* After push {r4, lr}. */
#define RULE_R4_LR COMPACT(13, 2, 0x01, 0, 0, COMPACT_RA)
/* After push {r7, lr}; mov r7, sp. */
#define RULE_R7 COMPACT(7, 2, 0x08, 0, 0, COMPACT_RA)

#endif
