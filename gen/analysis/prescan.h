/* SPDX-License-Identifier: MIT */
/* Scans the whole image before the fixpoint iteration starts. For analysis.c. */
#ifndef GEN_ANALYSIS_PRESCAN_H
#define GEN_ANALYSIS_PRESCAN_H

#include "analysis/graph.h"

/*
 * Finds the taken addresses, the exception vectors, the calls, and the jumps to other regions.
 * Results: flags of the code map, entries, local calls, and the callees of each region.
 */
void prescan_image(struct analysis *analysis);

#endif
