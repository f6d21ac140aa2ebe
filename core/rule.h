/* SPDX-License-Identifier: MIT */
/* Inside core: a rule as the table has it, so that it never lies expanded on a stack. */
#ifndef BOBBIN_RULE_H
#define BOBBIN_RULE_H

#include "bobbin.h"

#define RULE_RETURN BOBBIN_VALID_R(BOBBIN_PC) /* in KEEP: the return address */

struct rule {
    uint8_t form; /* enum bobbin_form; NONE: the bytes make no rule */
    uint8_t cfa_register;
    uint8_t places_left; /* of a long rule */
    int32_t cfa_offset, cfa_add;
    uint32_t word; /* of a compact rule, see format.h; 0: a long one, or a leaf's */
    uint32_t
        keep; /* slots of others are not there (yet, or any more): BOBBIN_VALID_R(4..11), _D(8..15), RETURN */
    const uint8_t *at, *end; /* of a long rule: the next place; the end of all */
};

/* A place that is not SAME. */
struct rule_place {
    uint8_t place, kind;
    int32_t value; /* as in struct bobbin_rule */
};

/* Starts to read rule NUMBER (not 0) of TABLE. CPSR has the flags; NULL at a call that was executed. */
void rule_open(struct rule *rule, const struct bobbin_table *table, uint32_t number,
               const uint32_t *cpsr);

/* The rule at the first instruction of a function: cfa = sp, the return address in lr, all same. */
void rule_open_leaf(struct rule *rule);

/* Gives RULE, a leaf's, what a compact WORD says. */
void rule_set_word(struct rule *rule, uint32_t word);

/* How far below the cfa the slots of a compact WORD begin, the return address first. */
uint32_t rule_home_bytes(uint32_t word);

/*
 * The next place of a long rule, the return address first if it is one; false behind the last, or when the bytes make
 * none: then RULE->form is NONE.
 */
bool rule_next_place(struct rule *rule, struct rule_place *out);

/* All of RULE, which is read to its end; false when the bytes make none. */
bool rule_expand(struct rule *rule, struct bobbin_rule *out);

#endif
