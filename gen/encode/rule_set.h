/* SPDX-License-Identifier: MIT */
/* The distinct rules of an image and their numbers. */
#ifndef GEN_DICTIONARY_H
#define GEN_DICTIONARY_H

#include "rows/row_list.h"
#include <bobbin/rule.h>

struct rule_set_rule {
    struct bobbin_rule rule;
    uint8_t condition;            /* as in a row: ALWAYS, or the rule depends on the flags */
    struct bobbin_rule otherwise; /* by the flags not so */
    bool exidx;                   /* what the reader needs to know of its source */
    bool is_explicit;             /* as in a row */
    bool is_run;                  /* has a halfword */
    uint32_t uses;                /* rows that have it */
    uint32_t number;              /* from 1 */
};

struct rule_set {
    struct rule_set_rule *rule; /* by number, from 1 on */
    size_t count, capacity;
    uint32_t *hashed; /* number of the rule by its hash; 0: free. A power of two of them */
    size_t hashed_size;
    uint32_t runs_count; /* so many have a halfword: the first */
};

/*
 * Collects the rules of ROWS (of those of form NONE only the explicit ones) and numbers them: of
 * those with numbers of one byte the runs first, and then the most used first.
 */
void rule_set_build(struct rule_set *rule_set, const struct rows *rows);
void rule_set_free(struct rule_set *rule_set);

/* The number of the rule of ROW, one more than in a table; 0 for form NONE. */
uint32_t rule_set_number(const struct rule_set *rule_set, const struct row *row);

/* The number of the rule of ROW in a table. */
uint32_t rule_set_index(const struct rule_set *rule_set, const struct row *row);

#endif
