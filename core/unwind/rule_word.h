/* SPDX-License-Identifier: MIT */
/* Inside core: compact words, as section RULES has them (format.h). */
#ifndef BOBBIN_RULE_WORD_H
#define BOBBIN_RULE_WORD_H

#include "../format/bytes.h"
#include "../format/table_format.h"
#include "known.h"
#include <bobbin/bobbin.h>

/* The register of the cfa of a compact WORD. pc: it is none. */
static inline uint32_t rule_register(uint32_t word)
{
    return bytes_field(word, FORMAT_RULE_REGISTER_SHIFT, FORMAT_RULE_REGISTER_BITS) ^ BOBBIN_SP;
}

static inline uint32_t rule_cfa_bytes(uint32_t word)
{
    return 4 * bytes_field(word, 0, FORMAT_RULE_CFA_BITS);
}

static inline uint32_t rule_home_bytes(uint32_t word)
{
    return 4 * bytes_field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS);
}

/* No more than there are. */
static inline uint32_t rule_doubles(uint32_t word)
{
    uint32_t doubles = bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS);

    return doubles < 8 ? doubles : 8;
}

/* The registers of WORD, in the order of their slots: bit 7 is that of the highest. */
static inline uint32_t rule_mask(uint32_t word)
{
    return bytes_field(word, FORMAT_RULE_MASK_SHIFT, FORMAT_RULE_MASK_BITS);
}

/* MASK, a bit for each register from r4 on, as the slots of WORD lie; and the other way round. */
static inline uint32_t rule_turn(uint32_t word, uint32_t mask)
{
    return word & FORMAT_RULE_SPLIT ? (mask >> 4 | mask << 4) & 0xff : mask;
}

/* The number of the first word of the long rule that WORD stands for. */
static inline uint32_t rule_long(uint32_t word)
{
    return bytes_field(word, FORMAT_LONG_SHIFT, FORMAT_LONG_BITS);
}

/* The register and explicit of WORD; and what they are where it is no compact one as others are. */
enum { RULE_IS_LONG = 2 << 1, RULE_IS_LOSSY = 2 << 1 | 1 };
static inline uint32_t rule_kind(uint32_t word)
{
    return bytes_field(word, FORMAT_RULE_REGISTER_SHIFT - 1, FORMAT_RULE_REGISTER_BITS + 1);
}

/* Whether WORD stands for a long rule. */
static inline bool rule_is_long(uint32_t word)
{
    return (word & FORMAT_RULE_WORD) && rule_kind(word) == RULE_IS_LONG;
}

/* The registers that are lost by WORD, which is LOSSY, as bits of valid. */
static inline uint32_t rule_lost(uint32_t word)
{
    return bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS) << 4;
}

/*
 * What is KNOWN, a rule, as one that holds wherever it is told: no code is read around it. A long
 * one always does.
 */
static inline uint32_t rule_explicit(uint32_t known)
{
    if (known < KNOWN_RUN || rule_is_long(known))
        return known;
    return known | (known_is_run(known) ? FORMAT_RUN_EXPLICIT : FORMAT_RULE_EXPLICIT);
}

/* How many steps a long rule has that begins with WORD. */
static inline uint32_t rule_steps(uint32_t word)
{
    return bytes_field(word, 0, FORMAT_RULE_CFA_BITS);
}

/*
 * So many bytes the slots of a compact WORD take, from its home down: no more than MAX, which has
 * all there are.
 */
enum { RULE_SLOTS_BYTES_MAX = 4 * (1 + 8 + 1) + 8 * 8 };
uint32_t rule_slots_bytes(uint32_t word);

#endif
