/* SPDX-License-Identifier: MIT */
/*
 * Visits a finished analysis in several threads. Each thread has a share of the regions. The number
 * of shares depends on the machine, so the result for a region must not depend on the regions
 * before it. For reference, plan and prove.
 */
#ifndef GEN_ANALYSIS_PARALLEL_WALK_H
#define GEN_ANALYSIS_PARALLEL_WALK_H

#include "analysis/analysis.h"
#include "util/threads.h"

/* Regions FIRST to END - 1, with a view of the analysis of its own. */
struct parallel_walk_share {
    struct analysis analysis;
    const char *what; /* for the progress line, such as "proving"; NULL: no progress line */
    uint32_t first, end;
};

/* The shares, in ascending order, cover all regions. */
struct parallel_walk {
    struct parallel_walk_share share[THREADS_MAX];
    size_t count;
};

/* Addresses in ascending order. */
struct parallel_walk_starts {
    const uint32_t *address;
    size_t count;
};

/*
 * Divides ANALYSIS into shares. Each share after the first starts at an address of STARTS, or at
 * any region if STARTS is NULL. ANALYSIS must not change before parallel_walk_end. WHAT is the text
 * of the progress line.
 */
void parallel_walk_begin(struct parallel_walk *walk, const struct analysis *analysis,
                         const struct parallel_walk_starts *starts, const char *what);
void parallel_walk_end(struct parallel_walk *walk);

/* Solves the regions of a share and calls VISITOR for each instruction, as analysis_visit does. */
void parallel_walk_run(struct parallel_walk_share *share, analysis_visitor *visitor, void *context);

#endif
