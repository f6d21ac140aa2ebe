/* SPDX-License-Identifier: MIT */
/*
 * Stretches: code in which the body rule of an entry holds at each address, so that the core need
 * not read the code if the stretch is an entry of its own.
 */
#ifndef GEN_PLAN_STRETCHES_H
#define GEN_PLAN_STRETCHES_H

#include "plan/plan.h"
#include "plan/planner.h"

/*
 * Finds the stretches among the points FIRST to END - 1: addresses at which the body rule of
 * PLANNED holds and no row is stored.
 */
void stretches_find(struct planner *planner, struct planned *planned, size_t first, size_t end);

/*
 * Copies PLAN to SPLIT and makes the COUNT longest stretches of PLAN separate entries. In a
 * separate entry the core unwinds an interrupted frame without reading code. SPLIT owns only its
 * entries and shares all other data with PLAN.
 */
void stretches_split(const struct plan *plan, size_t count, struct plan *split);

#endif
