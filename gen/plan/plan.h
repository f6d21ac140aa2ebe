/* SPDX-License-Identifier: MIT */
/*
 * The plan of a table: for which code the core reads the rules from the code, around which body
 * rule, and which rows the table must store because the core would be wrong there. The planner runs
 * the core to find these rows.
 */
#ifndef GEN_PLAN_PLAN_H
#define GEN_PLAN_PLAN_H

#include "plan/plan_types.h"
#include "reference/reference.h"

/* The entries cover the ranges of the reference without gaps, in ascending order. */
struct plan {
    enum plan_setting setting;
    bool crosses;  /* the table has rules of exception entry code */
    uint8_t ahead; /* instructions that the core reads, more than READING_MAX */
    const struct reference *reference;
    struct plan_entry *entry;
    size_t entries_count, entries_capacity;
    struct plan_row *row;
    size_t rows_count, rows_capacity;
    struct plan_stretch *stretch; /* ascending; each lies within one entry */
    size_t stretches_count, stretches_capacity;
};

/*
 * CROSSES: the table will have rules of exception entry code. AHEAD: in a fast table, how many
 * instructions the core reads forward, more than READING_MAX. A greater AHEAD gives a smaller plan,
 * and slower steps.
 */
void plan_build(struct plan *plan, const struct reference *reference, enum plan_setting setting,
                bool crosses, uint8_t ahead);
void plan_free(struct plan *plan);

#endif
