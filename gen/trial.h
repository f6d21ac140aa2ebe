/* SPDX-License-Identifier: MIT */
/* What the core would answer, were an entry of the table such and such; and whether that is true. */
#ifndef GEN_TRIAL_H
#define GEN_TRIAL_H

#include "buffer.h"
#include "dictionary.h"
#include "frame_rule.h"
#include "lookup.h"
#include "reference.h"

/* An instruction that is reached, with all that is known there. */
struct trial_point {
    struct image_instruction at;
    bool is_call;
    const struct row *row; /* of the reference's list */
    struct frame_path before;
    struct frame_state after; /* behind it, if it is a call */
    struct frame_debt debt;
};

/* A table that has all rules of the list and nothing else. */
struct trial {
    const struct row_list *list;
    struct dictionary dictionary;
    struct buffer rules, long_rules;
    struct bobbin_table table;
    struct bobbin_env env;
};

void trial_begin(struct trial *trial, const struct image *image, const struct row_list *list);
void trial_end(struct trial *trial);

/* NODE is of the region at hand in ANALYSIS. */
void trial_point_fill(struct trial_point *point, const struct analysis *analysis,
                      const struct row_list *list, const struct node *node,
                      const struct frame_path *before);

/* Whether the core, told ANSWER, is right at POINT: interrupted there and, at a call, returned to. ANSWER's rule is
   one of the trial's table. */
bool trial_is_right(const struct trial *trial, const struct table_answer *answer,
                    const struct trial_point *point);

/*
 * Whether the code of an entry from START to END - 1, read forward from POINT on, where no call is, tells the core by
 * itself what holds there: all is in place, whatever the entry's rule says.
 */
bool trial_passes(const struct trial *trial, uint32_t start, uint32_t end,
                  const struct trial_point *point);

/* A cursor that is interrupted at AT, or, of KIND CALL, has come back behind it; without flags. */
struct bobbin_cursor trial_cursor(const struct image_instruction *at, enum bobbin_kind kind);

/* The rule that the core has where CURSOR is, told ANSWER of a table of ENV. */
enum bobbin_stop trial_ask(const struct bobbin_env *env, const struct table_answer *answer,
                           struct bobbin_cursor *cursor, struct bobbin_rule *rule);

/* What is known by the rule of ROW in the trial's table. */
uint32_t trial_known(const struct trial *trial, const struct row *row);

#endif
