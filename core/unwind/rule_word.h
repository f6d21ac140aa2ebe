/* SPDX-License-Identifier: MIT */
/* Inside core: fields of compact rules. table_format.h, section RULES, defines them. */
#ifndef BOBBIN_RULE_WORD_H
#define BOBBIN_RULE_WORD_H

#include "../format/bytes.h"
#include "../format/table_format.h"
#include "known.h"
#include <bobbin/bobbin.h>

/*
 * Number of the register from which the cfa is computed. pc means that WORD is not a plain compact
 * rule: see rule_kind.
 */
static inline uint32_t rule_register(uint32_t word)
{
    return bytes_field(word, FORMAT_RULE_REGISTER_SHIFT, FORMAT_RULE_REGISTER_BITS) ^ BOBBIN_SP;
}

static inline uint32_t rule_cfa_bytes(uint32_t word)
{
    return 4 * bytes_field(word, 0, FORMAT_RULE_CFA_BITS);
}

enum { RULE_HOME_BYTES_MAX = 4 * ((1 << FORMAT_RULE_HOME_BITS) - 1) };
static inline uint32_t rule_home_bytes(uint32_t word)
{
    return 4 * bytes_field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS);
}

/* 0 to 8, in a damaged table, too. */
static inline uint32_t rule_doubles(uint32_t word)
{
    uint32_t doubles = bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS);

    return doubles < 8 ? doubles : 8;
}

/* The bits of the saved registers in the order of their slots: bit 7 is the highest slot. */
static inline uint32_t rule_mask(uint32_t word)
{
    return bytes_field(word, FORMAT_RULE_MASK_SHIFT, FORMAT_RULE_MASK_BITS);
}

/*
 * Converts MASK between register order (bit 0 is r4) and the order of the slots of WORD. Works in
 * both directions.
 */
static inline uint32_t rule_turn(uint32_t word, uint32_t mask)
{
    return word & FORMAT_RULE_SPLIT ? (mask >> 4 | mask << 4) & 0xff : mask;
}

/* Number of the first word of the long rule that WORD refers to. */
static inline uint32_t rule_long(uint32_t word)
{
    return bytes_field(word, FORMAT_LONG_SHIFT, FORMAT_LONG_BITS);
}

/*
 * The fields register and explicit of WORD in one number. These two values mark words that are not
 * plain compact rules.
 */
enum { RULE_IS_LONG = 2 << 1, RULE_IS_LOSSY = 2 << 1 | 1 };
static inline uint32_t rule_kind(uint32_t word)
{
    return bytes_field(word, FORMAT_RULE_REGISTER_SHIFT - 1, FORMAT_RULE_REGISTER_BITS + 1);
}

/* Whether WORD refers to a long rule. */
static inline bool rule_is_long(uint32_t word)
{
    return (word & FORMAT_RULE_WORD) && rule_kind(word) == RULE_IS_LONG;
}

/* The registers that WORD, of kind RULE_IS_LOSSY, loses, as bits of valid. */
static inline uint32_t rule_lost(uint32_t word)
{
    return bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS) << 4;
}

/*
 * KNOWN with EXPLICIT set, so that the core does not read code to adapt the rule. Long rules and
 * stop reasons are always explicit.
 */
static inline uint32_t rule_explicit(uint32_t known)
{
    if (!known_is_rule(known) || rule_is_long(known))
        return known;
    return known | (known_is_run(known) ? FORMAT_RUN_EXPLICIT : FORMAT_RULE_EXPLICIT);
}

/* Number of steps of a long rule whose first word is WORD. */
static inline uint32_t rule_steps(uint32_t word)
{
    return bytes_field(word, 0, FORMAT_LONG_STEPS_BITS);
}

/* The source of a long rule whose first word is WORD: FORMAT_LONG_PROVED, CFI or EXIDX. */
static inline uint32_t rule_source(uint32_t word)
{
    return bytes_field(word, FORMAT_LONG_SOURCE_SHIFT, FORMAT_LONG_SOURCE_BITS);
}

/*
 * Bytes of the slots of compact rule WORD, below its home. MAX: with all slots that a rule can
 * have.
 */
enum { RULE_SLOTS_BYTES_MAX = 4 * (1 + 8 + 1) + 8 * 8 };
uint32_t rule_slots_bytes(uint32_t word);

#endif
