/* SPDX-License-Identifier: MIT */
/* The distinct rules of an image and their numbers. */
#ifndef GEN_ENCODE_RULE_SET_H
#define GEN_ENCODE_RULE_SET_H

#include "rows/row_list.h"
#include <bobbin/rule.h>

struct rule_set_rule {
    struct bobbin_rule rule;
    /* as in struct row: unless CONDITION_ALWAYS, the rule depends on the flags */
    uint8_t condition;
    struct bobbin_rule otherwise; /* the rule if the condition is false */
    enum bobbin_trust trust;      /* TABLE, CFI or EXIDX */
    bool is_explicit;             /* as in a row */
    bool is_run;                  /* is stored as a halfword (core/format/table_format.h) */
    uint32_t uses;                /* number of rows with this rule */
    uint32_t number;              /* 1 or higher */
};

struct rule_set {
    struct rule_set_rule *rule; /* rule number n is rule[n - 1] */
    size_t count, capacity;
    uint32_t *hashed; /* hash table of numbers; 0: free slot. Its size is a power of two */
    size_t hashed_size;
    uint32_t runs_count; /* the first runs_count rules are runs */
};

/*
 * Collects the rules of ROWS. A rule of form NONE is collected only if it is explicit. The most
 * used rules get one-byte numbers; among these the runs come first. All other rules follow, the
 * most used first.
 */
void rule_set_build(struct rule_set *rule_set, const struct rows *rows);
void rule_set_free(struct rule_set *rule_set);

/*
 * The number of the rule of ROW, counted from 1: one more than its number in a table. 0 if its form
 * is NONE.
 */
uint32_t rule_set_number(const struct rule_set *rule_set, const struct row *row);

/* The number of the rule of ROW in a table, from 0 on. ROW must be in the set. */
uint32_t rule_set_index(const struct rule_set *rule_set, const struct row *row);

#endif
