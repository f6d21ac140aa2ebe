/* SPDX-License-Identifier: MIT */
/* What the core would answer, were an entry of the table such and such; and whether that is true. */
#ifndef GEN_TRIAL_H
#define GEN_TRIAL_H

#include "core/unwind/reading.h"
#include "encode/rule_set.h"
#include "frame/frame_rule.h"
#include "reference/reference.h"
#include "util/buffer.h"

/* An instruction that is reached, with all that is known there. */
struct trial_point {
    struct image_instruction at;
    bool is_call;
    const struct row *row; /* of the reference's list */
    struct frame_path before;
    struct frame_state after; /* behind it, if it is a call */
    struct frame_debt debt;
};

/* What an entry of a table says of its addresses. */
struct trial_answer {
    uint32_t known; /* the word of its rule, or SMALL_CODE */
    uint8_t how;    /* of a small table: FORMAT_HOW_... */
    uint32_t start; /* the same: of the entry */
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
bool trial_is_right(const struct trial *trial, const struct trial_answer *answer,
                    const struct trial_point *point);

/*
 * Whether the code, read forward from POINT on, where no call is, tells the core by itself what holds there: all is in
 * place, whatever the entry's rule says.
 */
bool trial_passes(const struct trial *trial, const struct trial_point *point);

/* A cursor that is interrupted at AT, or, of KIND CALL, has come back behind it; without flags. */
struct bobbin_cursor trial_cursor(const struct image_instruction *at, enum bobbin_kind kind);

/* What is known by the rule of ROW in the trial's table; IS_READ: code is read around it. */
uint32_t trial_known(const struct trial *trial, const struct row *row, bool is_read);

/* What a table of ENV, of this format, says of the pc of CURSOR; false: nothing. */
bool trial_look_up(const struct bobbin_env *env, const struct bobbin_cursor *cursor,
                   struct trial_answer *answer);

/* Whether what is KNOWN by TABLE depends on the flags; and whether code is read around it. */
bool trial_is_either(const struct bobbin_table *table, uint32_t known);
bool trial_is_explicit(uint32_t known);

#endif
