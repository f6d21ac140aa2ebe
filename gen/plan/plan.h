/* SPDX-License-Identifier: MIT */
/*
 * How a table says what the reference knows: which stretches of code have their rules read from the
 * code, around which body rule, and which rows must be written because the core would be wrong
 * there. The core itself is asked.
 */
#ifndef GEN_PLAN_H
#define GEN_PLAN_H

#include "plan/plan_types.h"
#include "reference/reference.h"

/* Units tile the ranges of the list, ascending. */
struct plan {
    enum plan_setting setting;
    const struct reference *reference;
    struct plan_entry *entry;
    size_t entries_count, entries_capacity;
    struct plan_row *row;
    size_t rows_count, rows_capacity;
    struct plan_stretch *stretch; /* ascending, each within an entry */
    size_t stretches_count, stretches_capacity;
};

void plan_build(struct plan *plan, const struct reference *reference, enum plan_setting setting);
void plan_free(struct plan *plan);

/*
 * The longest stretches of PLAN, up to COUNT of them, become entries of their own, in CUT, which
 * has nothing else of its own: an interrupted frame there takes no look at the code.
 */
void plan_cut(const struct plan *plan, size_t count, struct plan *cut);

#endif
