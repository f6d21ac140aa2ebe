/* SPDX-License-Identifier: MIT */
/* Inside core: a rule, read from the table a place at a time, so that it never lies expanded on a stack. */
#ifndef BOBBIN_RULE_H
#define BOBBIN_RULE_H

#include "bobbin.h"
#include "bytes.h"

struct rule {
    uint8_t form; /* enum bobbin_form; NONE: the bytes make no rule */
    uint8_t cfa_register;
    uint8_t places_left; /* of a long rule */
    uint8_t places_from; /* of a long rule: places ascend, so the next is this one or above */
    int32_t cfa_offset, cfa_add;
    uint32_t word;              /* of a compact rule: the places left; else 0 */
    int32_t slot;               /* of a compact rule: the offset of the last slot given */
    struct bytes_reader reader; /* of a long rule: at the next place */
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

/* The next place; false behind the last, or when the bytes make none: then RULE->form is NONE. */
bool rule_next_place(struct rule *rule, struct rule_place *out);

/* All of RULE, which is read to its end; false when the bytes make none. */
bool rule_expand(struct rule *rule, struct bobbin_rule *out);

#endif
