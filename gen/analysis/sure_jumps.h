/* SPDX-License-Identifier: MIT */
/*
 * Conditional jumps that are always taken: one path leads to them, and on this path a jump with the
 * inverse condition was not taken. Code that people wrote ends with such pairs:
 *
 *      bxeq    lr
 *      bne     1b
 *
 * The code after the second jump may be another function, or data.
 */
#ifndef GEN_ANALYSIS_SURE_JUMPS_H
#define GEN_ANALYSIS_SURE_JUMPS_H

#include "analysis/graph.h"

/* Marks such jumps in the current region. Its leaders must be marked. */
void sure_jumps_mark(struct analysis *analysis);

/*
 * A path arrives at NODE, which is not yet a leader. If a jump was sure because no path did so, it
 * is no longer. Returns this jump, or NULL.
 */
struct node *sure_jumps_doubt(const struct analysis *analysis, struct node *node);

#endif
