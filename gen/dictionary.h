/* SPDX-License-Identifier: MIT */
/* The distinct rules of an image and their numbers. */
#ifndef GEN_DICTIONARY_H
#define GEN_DICTIONARY_H

#include "row_list.h"

struct dictionary_rule {
    struct bobbin_rule rule;
    uint8_t condition;            /* as in a row: ALWAYS, or the rule depends on the flags */
    struct bobbin_rule otherwise; /* both are rules of the dictionary too */
    bool exidx;                   /* what the reader needs to know of its source */
    bool is_short;                /* has a halfword; never with EXIDX */
    bool is_run;                  /* one that is a run */
    uint32_t uses;                /* rows that have it */
    uint32_t number;              /* from 1 */
};

struct dictionary {
    struct dictionary_rule *rule; /* by number, from 1 on */
    size_t count, capacity;
    uint32_t *hashed; /* number of the rule by its hash; 0: free. A power of two of them */
    size_t hashed_size;
    uint32_t exidx_first; /* number of the first rule that comes from .ARM.exidx */
    uint32_t short_count; /* how many rules have a halfword: the first */
    uint32_t runs_count;  /* of those the first so many are runs */
};

/*
 * Collects the rules of ROWS (all but those of form NONE) and numbers them, the most used first, those from .ARM.exidx
 * last; but of those with numbers of one byte the runs are the first, and then the others that a halfword can tell.
 */
void dictionary_build(struct dictionary *dictionary, const struct rows *rows);
void dictionary_free(struct dictionary *dictionary);

/* The number of the rule of ROW; 0 for form NONE. */
uint32_t dictionary_number(const struct dictionary *dictionary, const struct row *row);

/* The number of RULE, which one of the rules that depend on the flags is made of. */
uint32_t dictionary_plain(const struct dictionary *dictionary, const struct bobbin_rule *rule);

#endif
