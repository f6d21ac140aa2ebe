/* SPDX-License-Identifier: MIT */
/* Derives the resume rule of a restore point from the code that restores a task. */
#ifndef GEN_TASKS_RESTORE_RULE_H
#define GEN_TASKS_RESTORE_RULE_H

#include "tasks/restore_points.h"
#include "tasks/task_rule.h"
#include "tasks/task_walk.h"

/*
 * Follows the code from POINT on, and fills RULE with one layout for each exit. Exits with the same
 * values become one layout. Returns false if no exit takes pc from words that the code did not
 * store: then POINT is no resume point. If the code is one, but its exits have no common rule,
 * RULE->reason says why. WALK is what task_walk_restore made for POINT.
 */
bool restore_rule_find(struct task_walk *walk, const struct restore_point *point,
                       struct task_rule *rule);

/* Why the layouts of RULE are no rule: no sp, or no test tells them apart. NULL: they are one. */
const char *restore_rule_judge(const struct task_rule *rule);

#endif
