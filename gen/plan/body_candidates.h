/* SPDX-License-Identifier: MIT */
/* Finds the rules that can serve as the body rule of a function, for the planner. */
#ifndef GEN_PLAN_BODY_CANDIDATES_H
#define GEN_PLAN_BODY_CANDIDATES_H

#include "plan/planner.h"

enum { CANDIDATES_MAX = 4 };

/*
 * Writes the most used rules of the current function to BODY, most used first. Returns their
 * number.
 */
size_t body_candidates_find(const struct planner *planner, const struct row *body[CANDIDATES_MAX]);

#endif
