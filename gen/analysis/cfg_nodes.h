/* SPDX-License-Identifier: MIT */
/*
 * Makes the nodes of a region: one for each instruction. Some jumps become calls, and some calls
 * become jumps. For prescan.c and solve_regions.c.
 */
#ifndef GEN_ANALYSIS_CFG_NODES_H
#define GEN_ANALYSIS_CFG_NODES_H

#include "analysis/graph.h"

/* Makes REGION the current region and reads its nodes with their effects. */
void cfg_nodes_read(struct analysis *analysis, uint32_t region);

#endif
