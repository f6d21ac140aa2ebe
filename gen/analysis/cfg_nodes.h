/* SPDX-License-Identifier: MIT */
/* The instructions of a region, one by one; and the jumps that are calls and the calls that are none. */
#ifndef GEN_ANALYSIS_CFG_NODES_H
#define GEN_ANALYSIS_CFG_NODES_H

#include "analysis/graph.h"

/* Makes REGION the region at hand: its nodes with their effects. */
void cfg_nodes_read(struct analysis *analysis, uint32_t region);

#endif
