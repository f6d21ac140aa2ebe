/* SPDX-License-Identifier: MIT */
/* Which rules may be the body rule of a function. */
#ifndef GEN_CANDIDATES_H
#define GEN_CANDIDATES_H

#include "plan/planner.h"

enum { CANDIDATES_MAX = 4 };

/* The rules of the function at hand, most used first, to BODY; how many. */
size_t body_candidates_find(const struct planner *planner, const struct row *body[CANDIDATES_MAX]);

#endif
