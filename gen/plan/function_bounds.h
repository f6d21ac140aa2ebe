/* SPDX-License-Identifier: MIT */
/*
 * Where the code of an image is cut for a table: what lies between two cuts is one function, or
 * unreached.
 */
#ifndef GEN_CUTS_H
#define GEN_CUTS_H

#include "core/format/table_format.h"
#include "reference/reference.h"

/* No entry of a table is longer. */
#define CUT_BYTES_MAX FORMAT_LONGEST_MAX

/*
 * The starts of functions, and both ends of ranges and of what is unreached: COUNT of them,
 * ascending. malloc'ed.
 */
uint32_t *function_bounds_find(const struct reference *reference, size_t *count);

#endif
