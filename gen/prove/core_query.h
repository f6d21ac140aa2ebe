/* SPDX-License-Identifier: MIT */
/*
 * For the planner: runs the core with a possible table entry, and checks whether the core's rule is
 * right.
 */
#ifndef GEN_PROVE_CORE_QUERY_H
#define GEN_PROVE_CORE_QUERY_H

#include "core/unwind/reading.h"
#include "encode/rule_set.h"
#include "frame/frame_rule.h"
#include "reference/reference.h"
#include "util/buffer.h"

/* A reached instruction, with the frame states before it and, for a call, after it. */
struct core_query_point {
    struct image_instruction at;
    bool is_call;          /* some call returns to the address after the instruction */
    bool traps;            /* a crossing of SVC, HVC or SMC may return there, with all registers */
    const struct row *row; /* of the reference's row list */
    struct frame_path before;
    struct frame_state after; /* if this is a call: the frame state at its return address */
    struct frame_debt debt;
};

/* The result that a table entry gives to the core at its addresses. */
struct core_query_answer {
    uint32_t known; /* the entry's rule word, or SMALL_CODE */
    uint8_t how;    /* in a small table: FORMAT_HOW_... of the entry */
    uint32_t start; /* in a small table: start address of the entry */
};

/* A query, with a table that contains only the rules of the row list. */
struct core_query {
    const struct row_list *list;
    bool crosses; /* traces cross exceptions: frames return to the address after SVC, HVC, SMC */
    struct rule_set rule_set;
    struct buffer rules, long_rules;
    struct bobbin_table table;
    struct bobbin_env env;
};

void core_query_begin(struct core_query *query, const struct image *image,
                      const struct row_list *list, bool crosses);
void core_query_end(struct core_query *query);

/* Fills POINT for NODE, which must be in the current region of ANALYSIS. */
void core_query_point_fill(struct core_query_point *point, const struct analysis *analysis,
                           const struct core_query *query, const struct node *node,
                           const struct frame_path *before);

/*
 * Whether the core is right at POINT with a table entry that gives ANSWER. Tests the core
 * interrupted at POINT and, if POINT is a call, at its return address. The rule of ANSWER must be
 * in the query's table.
 */
bool core_query_is_right(const struct core_query *query, const struct core_query_answer *answer,
                         const struct core_query_point *point);

/*
 * Whether the core, interrupted at POINT, finds from the code that all registers of the caller are
 * unchanged, whatever the body rule of the entry is. Returns false at a call.
 */
bool core_query_finds_unchanged(const struct core_query *query,
                                const struct core_query_point *point);

/*
 * Returns a cursor interrupted at AT. If KIND is BOBBIN_KIND_CALL, a cursor that has returned to
 * the address after AT. The flags are clear.
 */
struct bobbin_cursor core_query_cursor(const struct image_instruction *at, enum bobbin_kind kind);

/* The rule word of ROW in the query's table. IS_READ: the core reads code to adapt this rule. */
uint32_t core_query_known(const struct core_query *query, const struct row *row, bool is_read);

/*
 * Looks up the pc of CURSOR in the table of ENV, in Bobbin's own format. Returns false if the table
 * has no entry.
 */
bool core_query_look_up(const struct bobbin_env *env, const struct bobbin_cursor *cursor,
                        struct core_query_answer *answer);

/* Whether the rule KNOWN of TABLE depends on the flags. */
bool core_query_depends_on_flags(const struct bobbin_table *table, uint32_t known);
bool core_query_is_explicit(uint32_t known);

#endif
