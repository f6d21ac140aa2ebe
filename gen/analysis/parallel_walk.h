/* SPDX-License-Identifier: MIT */
/*
 * An analysis that has run, visited in shares at the same time. Where a share ends depends on how many there are: what
 * a visitor finds of a region must not depend on the regions before it.
 */
#ifndef GEN_ANALYSIS_PARALLEL_WALK_H
#define GEN_ANALYSIS_PARALLEL_WALK_H

#include "analysis/analysis.h"
#include "util/threads.h"

/* A run of regions with an analysis of its own, in which the region at hand is one of them. */
struct parallel_walk_share {
    struct analysis analysis;
    const char *what; /* is done, for a line on the terminal; NULL: nothing is said */
    uint32_t first, end;
};

/* Shares, ascending, which together are all regions. */
struct parallel_walk {
    struct parallel_walk_share visit[THREADS_MAX];
    size_t count;
};

/* Addresses, ascending. */
struct parallel_walk_starts {
    const uint32_t *address;
    size_t count;
};

/* Each share but the first begins at one of STARTS; NULL: anywhere. ANALYSIS stays as it is until the end. */
void parallel_walk_begin(struct parallel_walk *visits, const struct analysis *analysis,
                         const struct parallel_walk_starts *starts, const char *what);
void parallel_walk_end(struct parallel_walk *visits);

/* As analysis_visit, for the regions of VISIT. */
void parallel_walk_run(struct parallel_walk_share *visit, analysis_visitor *visitor, void *context);

#endif
