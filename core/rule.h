/* SPDX-License-Identifier: MIT */
/* Inside core: a rule as the table has it, so that it never lies expanded on a stack. */
#ifndef BOBBIN_RULE_H
#define BOBBIN_RULE_H

#include "bobbin.h"
#include "bytes.h"
#include "format.h"
#include "known.h"

struct rule {
    uint8_t form; /* enum bobbin_form; NONE: the bytes make no rule */
    uint8_t cfa_register;
    int32_t cfa_offset;
    union {
        int32_t slot;    /* of a compact rule: its slots go down from here, from the cfa */
        int32_t cfa_add; /* of another one of form DEREF */
    };
    /* The places that have not been told yet: of a compact rule, see format.h; of another one a bit each. */
    uint32_t word;
    uint32_t lost;     /* of a compact rule: places that are, a bit each; told last */
    const uint8_t *at; /* of a long rule: the next place. NULL: compact, or expanded */
    const struct bobbin_rule *expanded; /* NULL: not */
};

/* What is added to the cfa that RULE has in memory: nothing, if it has it elsewhere. */
static inline int32_t rule_cfa_add(const struct rule *rule)
{
    return rule->form == BOBBIN_FORM_DEREF ? rule->cfa_add : 0;
}

/* A place that is not SAME. */
struct rule_place {
    uint8_t place, kind;
    int32_t value; /* as in struct bobbin_rule */
};

/* The register of the cfa of a compact WORD. pc: it is the word of a long rule. */
static inline uint32_t rule_register(uint32_t word)
{
    return bytes_field(word, FORMAT_RULE_REGISTER_SHIFT, FORMAT_RULE_REGISTER_BITS) ^ BOBBIN_SP;
}

/* The registers that are lost by what is KNOWN, a bit each from r4 on; 0: it is no word of that kind. */
static inline uint32_t rule_lost(uint32_t known)
{
    return rule_register(known) == BOBBIN_PC
               ? bytes_field(known, FORMAT_LOST_SHIFT, FORMAT_LOST_BITS)
               : 0;
}

/* KNOWN, a rule's, as the compact word that holds where nothing is lost. */
static inline uint32_t rule_bare(uint32_t known)
{
    return rule_lost(known) ? known & ((1u << FORMAT_RULE_REGISTER_SHIFT) - 1) : known;
}

/* WORD, a compact one, with its cfa from another register. */
static inline uint32_t rule_from(uint32_t word, uint32_t cfa_register)
{
    uint32_t field = (1u << FORMAT_RULE_REGISTER_BITS) - 1;

    return (word & ~(field << FORMAT_RULE_REGISTER_SHIFT)) | (cfa_register ^ BOBBIN_SP)
                                                                 << FORMAT_RULE_REGISTER_SHIFT;
}

/* MASK, a bit for each register from r4 on, as the slots of a compact WORD lie; and the other way round. */
static inline uint32_t rule_turn(uint32_t word, uint32_t mask)
{
    return word & FORMAT_RULE_SPLIT ? mask >> 4 | (mask & 15) << 4 : mask;
}

/* Whether a compact WORD makes a rule: not with more than 8 doubles, or a cfa from pc. */
static inline bool rule_word_is_right(uint32_t word)
{
    return rule_register(word) != BOBBIN_PC &&
           bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS) <= 8;
}

/* So many bytes lie between the cfa of a compact WORD and the end of its slots. */
uint32_t rule_slots_bytes(uint32_t word);

/*
 * Where the rule that is KNOWN is in LONG_RULES of TABLE, a multiple of 4; NULL when it is no long one, or not there.
 */
const uint8_t *rule_long(const struct bobbin_table *table, uint32_t known);

/* The form of a long rule that begins with HEAD: enum bobbin_form, or FORMAT_FORM_.... */
static inline uint32_t rule_form(uint32_t head)
{
    return bytes_field(head, 0, FORMAT_LONG_FORM_BITS);
}

/* Whether the long rule AT depends on the flags; NULL does not. */
static inline bool rule_is_either(const uint8_t *at)
{
    return at && rule_form(*at) == FORMAT_FORM_EITHER;
}

/* What is known by WORD of section RULES. */
static inline uint32_t rule_known_word(uint32_t word)
{
    if (word == FORMAT_RULE_ROOT)
        return KNOWN_ROOT;
    word ^= KNOWN_RULE;
    return (int32_t)word >> (FORMAT_RUN_COUNT_BITS + FORMAT_RUN_CFA_BITS) > 0
               ? (uint32_t)KNOWN_CORRUPT
               : word;
}

/* What is known by rule NUMBER of TABLE. */
uint32_t rule_known(const struct bobbin_table *table, uint32_t number);

/*
 * Starts to read the rule that is KNOWN of TABLE, of which LONG_RULES is needed, and RULES where it depends on the
 * flags. CPSR has those; NULL at a call that was executed.
 */
void rule_open(struct rule *rule, const struct bobbin_table *table, uint32_t known,
               const uint32_t *cpsr);

/* Starts to read a compact WORD, whatever its bit 31 is. 0: the rule at the first instruction of a function. */
void rule_open_word(struct rule *rule, uint32_t word);

/* The bit of valid for PLACE, a register's. */
static inline uint32_t rule_register_bit(uint32_t place)
{
    return place + (place < BOBBIN_PLACE_D8 ? 4u : 16u);
}

/*
 * The next place, the return address first if it is one; false behind the last. One of a damaged table may make no
 * sense, but is one.
 */
bool rule_next_place(struct rule *rule, struct rule_place *out);

/*
 * All of RULE, which is read to its end, but for places that are SAME. Field by field: a struct assignment may become a
 * call.
 */
static inline void rule_tell(struct rule *rule, struct bobbin_rule *out)
{
    struct rule_place place;

    out->form = rule->form;
    out->cfa_register = rule->cfa_register;
    out->cfa_offset = rule->cfa_offset;
    out->cfa_add = rule_cfa_add(rule);
    while (rule_next_place(rule, &place)) {
        out->place_kind[place.place] = place.kind;
        out->place_value[place.place] = place.value;
    }
}

/* All of RULE, which is read to its end; false when the bytes make none. */
bool rule_expand(struct rule *rule, struct bobbin_rule *out);

#endif
