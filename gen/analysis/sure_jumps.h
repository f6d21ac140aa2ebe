/* SPDX-License-Identifier: MIT */
/*
 * Sure jumps: conditional jumps that are always taken. A jump is sure if only one path leads to it,
 * and if an earlier jump of this path has the inverse condition and was not taken:
 *
 *      bxeq    lr
 *      bne     1b      @ sure
 *
 * Functions in assembly may end so. Another function or data may follow a sure jump, so control
 * does not go on there.
 */
#ifndef GEN_ANALYSIS_SURE_JUMPS_H
#define GEN_ANALYSIS_SURE_JUMPS_H

#include "analysis/graph.h"

/* Marks the sure jumps of the current region. Its leaders must be marked before. */
void sure_jumps_mark(struct analysis *analysis);

/*
 * Call this if one more path arrives at NODE, which is not yet a leader. If a jump was sure only
 * without this path, removes its mark and returns the jump. Otherwise returns NULL.
 */
struct node *sure_jumps_doubt(const struct analysis *analysis, struct node *node);

#endif
