/* SPDX-License-Identifier: MIT */
/* Inside core: a rule as the table has it, so that it never lies expanded on a stack. */
#ifndef BOBBIN_RULE_H
#define BOBBIN_RULE_H

#include "bobbin.h"
#include "bytes.h"
#include "format.h"

#define RULE_RETURN BOBBIN_VALID_R(BOBBIN_PC) /* in KEEP: the return address */

struct rule {
    uint8_t form; /* enum bobbin_form; NONE: the bytes make no rule */
    uint8_t cfa_register;
    uint8_t places_left; /* of a long rule */
    /*
     * Of a compact rule: this place and all doubles behind it are lost, but for BOBBIN_PLACE_RA. Of a long one: places ascend from
     * here, but for the return address, which comes first.
     */
    uint8_t places_from;
    int32_t cfa_offset;
    union {
        int32_t slot;    /* of a compact rule: its slots go down from here, from the cfa */
        int32_t cfa_add; /* of a long rule of form DEREF; of an expanded one */
    };
    /* The places that have not been told yet: of a compact rule, see format.h; of an expanded one, a bit each. */
    uint32_t word;
    /* Slots of others are not there (yet, or any more): BOBBIN_VALID_R(4..11), _D(8..15), RETURN. */
    uint32_t keep;
    union {
        const uint8_t *at; /* of a long rule: the next place. NULL: compact */
        const struct bobbin_rule *expanded;
    };
    const uint8_t *end; /* of all of a long rule. NULL, and AT is not: expanded */
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

/* The register of the cfa of a compact WORD. */
static inline uint32_t rule_register(uint32_t word)
{
    return bytes_field(word, FORMAT_RULE_REGISTER_SHIFT, FORMAT_RULE_REGISTER_BITS) ^ BOBBIN_SP;
}

/* WORD, a compact one, with its cfa from another register. */
static inline uint32_t rule_from(uint32_t word, uint32_t cfa_register)
{
    uint32_t field = (1u << FORMAT_RULE_REGISTER_BITS) - 1;

    return (word & ~(field << FORMAT_RULE_REGISTER_SHIFT)) | (cfa_register ^ BOBBIN_SP)
                                                                 << FORMAT_RULE_REGISTER_SHIFT;
}

/* The word of rule NUMBER + 1 of TABLE, see format.h; one that leads nowhere when there is no such rule. */
uint32_t rule_word(const struct bobbin_table *table, uint32_t number);

/* Starts to read rule NUMBER (not 0) of TABLE. CPSR has the flags; NULL at a call that was executed. */
void rule_open(struct rule *rule, const struct bobbin_table *table, uint32_t number,
               const uint32_t *cpsr);

/* The same of a WORD, compact or not, of a rule of TABLE. */
void rule_open_any(struct rule *rule, const struct bobbin_table *table, uint32_t word,
                   const uint32_t *cpsr);

/* Starts to read a compact WORD. 0: the rule at the first instruction of a function. */
void rule_open_word(struct rule *rule, uint32_t word);

/* Whether PLACE of a rule that is not compact makes sense. */
bool rule_place_is_right(const struct rule_place *place);

/* The bit of valid for PLACE, a register's. */
static inline uint32_t rule_register_bit(uint32_t place)
{
    return place + (place < BOBBIN_PLACE_D8 ? 4u : 16u);
}

/* The same of any place; the return address is pc's. */
static inline uint32_t rule_bit(uint32_t place)
{
    return place == BOBBIN_PLACE_RA ? BOBBIN_PC : rule_register_bit(place);
}

/* Whether a compact WORD makes a rule: not with more than 8 doubles, or a cfa from pc. */
static inline bool rule_word_is_right(uint32_t word)
{
    return rule_register(word) != BOBBIN_PC &&
           bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS) <= 8;
}

/* Where the rule of WORD, with FORMAT_RULE_LONG, begins, and where all such end; NULL when it does not begin before that. */
static inline const uint8_t *rule_long(const struct bobbin_table *table, uint32_t word,
                                       const uint8_t **end)
{
    const struct bobbin_section *section = &table->section[FORMAT_SECTION_LONG_RULES];
    const uint8_t *start = table->bytes + section->offset;

    word &= ~FORMAT_RULE_LONG;
    *end = start + section->size_bytes;
    return word < section->size_bytes ? start + word : 0;
}

/* What a compact WORD has in slots: BOBBIN_VALID_R(4..11), _D(8..15), RETURN. */
uint32_t rule_saved(uint32_t word);

/*
 * The next place, the return address first if it is one; false behind the last, or when the bytes make none: then
 * RULE->form is NONE.
 */
bool rule_next_place(struct rule *rule, struct rule_place *out);

/* All of RULE, which is read to its end; false when the bytes make none. */
bool rule_expand(struct rule *rule, struct bobbin_rule *out);

#endif
