/* SPDX-License-Identifier: MIT */
/*
 * What the core would answer, were an entry of the table such and such; and whether that is true.
 */
#ifndef GEN_TRIAL_H
#define GEN_TRIAL_H

#include "core/unwind/reading.h"
#include "encode/rule_set.h"
#include "frame/frame_rule.h"
#include "reference/reference.h"
#include "util/buffer.h"

/* An instruction that is reached, with all that is known there. */
struct core_query_point {
    struct image_instruction at;
    bool is_call;
    const struct row *row; /* of the reference's list */
    struct frame_path before;
    struct frame_state after; /* behind it, if it is a call */
    struct frame_debt debt;
};

/* What an entry of a table says of its addresses. */
struct core_query_answer {
    uint32_t known; /* the word of its rule, or SMALL_CODE */
    uint8_t how;    /* of a small table: FORMAT_HOW_... */
    uint32_t start; /* the same: of the entry */
};

/* A table that has all rules of the list and nothing else. */
struct core_query {
    const struct row_list *list;
    struct rule_set rule_set;
    struct buffer rules, long_rules;
    struct bobbin_table table;
    struct bobbin_env env;
};

void core_query_begin(struct core_query *query, const struct image *image,
                      const struct row_list *list);
void core_query_end(struct core_query *query);

/* NODE is of the region at hand in ANALYSIS. */
void core_query_point_fill(struct core_query_point *point, const struct analysis *analysis,
                           const struct row_list *list, const struct node *node,
                           const struct frame_path *before);

/* Whether the core, told ANSWER, is right at POINT: interrupted there and, at a call, returned to.
   ANSWER's rule is
   one of the query's table. */
bool core_query_is_right(const struct core_query *query, const struct core_query_answer *answer,
                         const struct core_query_point *point);

/*
 * Whether the code, read forward from POINT on, where no call is, tells the core by itself what
 * holds there: all is in place, whatever the entry's rule says.
 */
bool core_query_passes(const struct core_query *query, const struct core_query_point *point);

/* A cursor that is interrupted at AT, or, of KIND CALL, has come back behind it; without flags. */
struct bobbin_cursor core_query_cursor(const struct image_instruction *at, enum bobbin_kind kind);

/* What is known by the rule of ROW in the query's table; IS_READ: code is read around it. */
uint32_t core_query_known(const struct core_query *query, const struct row *row, bool is_read);

/* What a table of ENV, of this format, says of the pc of CURSOR; false: nothing. */
bool core_query_look_up(const struct bobbin_env *env, const struct bobbin_cursor *cursor,
                        struct core_query_answer *answer);

/* Whether what is KNOWN by TABLE depends on the flags; and whether code is read around it. */
bool core_query_is_either(const struct bobbin_table *table, uint32_t known);
bool core_query_is_explicit(uint32_t known);

#endif
