/* SPDX-License-Identifier: MIT */
/*
 * Solves the regions of an image: finds the states in a region from what is known of its entries,
 * and solves other regions again if they depend on a result that has changed. For the stage
 * analysis.
 */
#ifndef GEN_ANALYSIS_SOLVE_REGIONS_H
#define GEN_ANALYSIS_SOLVE_REGIONS_H

#include "analysis/graph.h"

/*
 * Makes REGION the current region and finds its states, from what is known of its entries so far.
 * Regions that depend on a result that changed are put into the queue.
 */
void solve_region(struct analysis *analysis, uint32_t region);

/* Solves the regions in the queue until it is empty. */
void solve_queue(struct analysis *analysis);

/* Stores the results of the current region at its entries, for the other regions. */
void solve_publish(struct analysis *analysis);

#endif
