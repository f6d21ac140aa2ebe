/* SPDX-License-Identifier: MIT */
/*
 * Divides the code of an image for the planner: the code between two bounds is one function, or
 * code that no path reaches.
 */
#ifndef GEN_PLAN_FUNCTION_BOUNDS_H
#define GEN_PLAN_FUNCTION_BOUNDS_H

#include "reference/reference.h"

/*
 * Returns all bounds in ascending order, *COUNT of them, malloc'ed: the starts of functions, and
 * both ends of every range and of every unreached part.
 */
uint32_t *function_bounds_find(const struct reference *reference, size_t *count);

#endif
