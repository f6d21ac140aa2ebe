/* SPDX-License-Identifier: MIT */
/*
 * Finds the cheapest entries for one function, independent of the preceding entries in the table.
 */
#ifndef GEN_PLAN_PLANNER_H
#define GEN_PLAN_PLANNER_H

#include "plan/plan_types.h"
#include "prove/core_query.h"

/* Estimated cost in the table. */
enum {
    PLANNER_ENTRY_BYTES = 2,     /* an entry: start, rule number */
    PLANNER_ROW_ENTRY_BYTES = 4, /* a row that is an entry, and the entry that follows it */
    PLANNER_ROW_BYTES = 3,       /* a row in a record: distance, length, rule number */
    PLANNER_ROWS_BYTES = 6,      /* the entry's rule number, and the head of its record */
};

/* One reached instruction of the current function. */
struct plan_point {
    struct core_query_point query;
    bool walk_is_right; /* the core finds the right rule from the code, whatever the entry stores */
};

/* A part of the planner's array of rows or stretches. */
struct planned_rows {
    size_t first, count;
};

/* The plan of a function, or of a part of one. At least one of its instructions is reached. */
struct planned {
    uint32_t start, end;
    /*
     * The rows of ENTRY are among the planner's rows. If ENTRY needs more than PLAN_ROWS_MAX, its
     * rows are not stored.
     */
    struct plan_entry entry;
    size_t bytes; /* cost of ENTRY */
    /*
     * Whether the preceding entry may be extended over this function. In a small plan it then needs
     * EXTENSION_ROWS. In other plans its body rule must save the return address
     * (saves_return_address() in plan.c).
     */
    bool may_extend_previous;
    struct planned_rows extension_rows; /* cost at most BYTES */
    struct planned_rows stretches;
};

/* Plans one function after the other. */
struct planner {
    const struct core_query *query;
    const struct reference *reference;
    enum plan_setting setting;
    uint8_t how;              /* FORMAT_HOW_... of the ranges */
    uint32_t align;           /* all functions start at a multiple of this */
    uint32_t start, end;      /* of the current function */
    struct plan_point *point; /* of the current function */
    size_t points_count, points_capacity;
    struct plan_row *row;
    size_t rows_count, rows_capacity;
    struct plan_stretch *stretch;
    size_t stretches_count, stretches_capacity;
    struct planned *planned; /* ascending */
    size_t planned_count, planned_capacity;
};

/*
 * Starts a planner for functions of REFERENCE. All functions start at a multiple of ALIGN. QUERY
 * must have been made with the row list of REFERENCE.
 */
void planner_begin(struct planner *planner, const struct core_query *query,
                   const struct reference *reference, enum plan_setting setting, uint32_t align);
void planner_end(struct planner *planner);

/*
 * Adds NODE to the current function. NODE is in the current region of ANALYSIS, and BEFORE is the
 * frame state before NODE.
 */
void planner_add(struct planner *planner, const struct analysis *analysis, const struct node *node,
                 const struct frame_path *before);

/* Ends the current function and plans it: its code is from START to END - 1. */
void planner_plan(struct planner *planner, uint32_t start, uint32_t end);

/* Returns what a table with ENTRY gives at all addresses of the current function without a row. */
struct core_query_answer planner_answer(const struct planner *planner,
                                        const struct plan_entry *entry);

/*
 * Whether the rule of ROW, stored explicitly, is right at POINT, where the reference has another
 * row.
 */
bool planner_row_is_right(const struct planner *planner, const struct row *row,
                          const struct plan_point *point);

/* Stores PLANNED, which describes the points FIRST to END - 1 of the current function. */
void planner_store(struct planner *planner, struct planned *planned, size_t first, size_t end);

#endif
