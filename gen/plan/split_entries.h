/* SPDX-License-Identifier: MIT */
/*
 * Describes a function by several entries if these are cheaper than one entry with rows. Examples
 * are code before a late prologue, and a part that the compiler placed elsewhere.
 */
#ifndef GEN_PLAN_SPLIT_ENTRIES_H
#define GEN_PLAN_SPLIT_ENTRIES_H

#include "plan/planner.h"

/*
 * Plans the current function as several entries without rows, so that the core is right at each
 * point. Returns false, and plans nothing, if these entries take BYTES or more.
 */
bool split_entries_plan(struct planner *planner, size_t bytes);

#endif
