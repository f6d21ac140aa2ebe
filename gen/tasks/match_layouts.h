/* SPDX-License-Identifier: MIT */
/*
 * Matches resume rules with save records. A rule is proved only if, for each layout, some code
 * saves each register where the rule says, and no code that saves to the same control block and can
 * meet the tests of the layout saves a register elsewhere.
 *
 * A handle that is the saved pointer itself belongs to no block. Other code may save other layouts
 * and give their pointers to other restoring code, so only the first half is required. If the
 * function that restores saves too, only its own code counts.
 */
#ifndef GEN_TASKS_MATCH_LAYOUTS_H
#define GEN_TASKS_MATCH_LAYOUTS_H

#include "tasks/save_records.h"
#include "tasks/task_rule.h"

/* Sets saved_by of each layout of RULE; or reason and culprit, if RULE is not proved. */
void match_layouts(struct task_rule *rule, const struct save_records *records);

#endif
