/* SPDX-License-Identifier: MIT */
/* The cheapest way to say the rules of one function, whatever stands before it in the table. */
#ifndef GEN_PLANNER_H
#define GEN_PLANNER_H

#include "plan/plan_types.h"
#include "prove/core_query.h"

enum {
    PLANNER_ENTRY_BYTES = 2, /* start, number */
    PLANNER_CUT_BYTES = 4,   /* of a row that is an entry: it and the one behind it */
    PLANNER_ROW_BYTES = 3,   /* of one in a record, about: distance, length, number */
    PLANNER_ROWS_BYTES = 6,  /* of the entry's number, and its record */
};

/* A reached instruction. */
struct plan_point {
    struct core_query_point query;
    bool walked; /* what a walk over the code finds there is right, whatever else its entry says */
};

/* Rows, or stretches, of a planner's own. */
struct planned_rows {
    size_t first, count;
};

/* A function, or a piece of one, in which some instruction is reached. */
struct planned {
    uint32_t start, end;
    /* its rows are the planner's; without their ends when they are more than an entry can have */
    struct plan_entry entry;
    size_t bytes; /* that ENTRY costs */
    /*
     * the entry before may go on through it: if it saves something; with SMALL, if it has FURTHER
     * too
     */
    bool passes;
    struct planned_rows further; /* all the rows that it needs then; they cost no more than BYTES */
    struct planned_rows stretches;
};

/* Plans functions one after the other. */
struct planner {
    const struct core_query *query;
    const struct reference *reference;
    enum plan_setting setting;
    uint8_t how;              /* FORMAT_HOW_... of the ranges */
    uint32_t align;           /* of entries: all functions have it */
    uint32_t start, end;      /* of the function at hand */
    struct plan_point *point; /* those of the function at hand */
    size_t points_count, points_capacity;
    struct plan_row *row;
    size_t rows_count, rows_capacity;
    struct plan_stretch *stretch;
    size_t stretches_count, stretches_capacity;
    struct planned *planned; /* ascending */
    size_t planned_count, planned_capacity;
};

/*
 * A planner for functions of REFERENCE, whose starts are multiples of ALIGN; TRIAL is with its
 * list.
 */
void planner_begin(struct planner *planner, const struct core_query *query,
                   const struct reference *reference, enum plan_setting setting, uint32_t align);
void planner_end(struct planner *planner);

/* The function at hand has NODE, of the region at hand in ANALYSIS, and BEFORE holds there. */
void planner_add(struct planner *planner, const struct analysis *analysis, const struct node *node,
                 const struct frame_path *before);

/* The function at hand is from START to END - 1, and ends. */
void planner_plan(struct planner *planner, uint32_t start, uint32_t end);

/* What a table with ENTRY, of the function at hand, says of all its addresses that have no row. */
struct core_query_answer planner_answer(const struct planner *planner,
                                        const struct plan_entry *entry);

/* PLANNED is what the function at hand has from FIRST of its places to END - 1, in its entry. */
void planner_settle(struct planner *planner, struct planned *planned, size_t first, size_t end);

#endif
