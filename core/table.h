/* SPDX-License-Identifier: MIT */
/* Inside core: from an address to the number of its rule, and from that to the rule. */
#ifndef BOBBIN_TABLE_H
#define BOBBIN_TABLE_H

#include "bobbin.h"

/* What the tables say of an address. */
struct table_answer {
    uint8_t table; /* index in env->tables */
    uint8_t trust; /* enum bobbin_trust */
    uint16_t rule; /* 0: no rule */
};

/* STOP_NONE, PC_OUTSIDE (in no range of any table), NO_RULE or CORRUPT. */
enum bobbin_stop table_find(const struct bobbin_env *env, uint32_t lookup_address,
                            struct table_answer *answer);

/* Decodes rule NUMBER (not 0). False when the bytes make no rule. */
bool table_rule(const struct bobbin_table *table, uint32_t number, struct bobbin_rule *rule);

/* The rule at the first instruction of a function: cfa = sp, the return address in lr, all same. */
void rule_leaf(struct bobbin_rule *rule);

#endif
