/* SPDX-License-Identifier: MIT */
/*
 * An analysis that has run, visited in shares at the same time. Where a share ends depends on how many there are: what
 * a visitor finds of a region must not depend on the regions before it.
 */
#ifndef GEN_VISIT_H
#define GEN_VISIT_H

#include "analysis/analysis.h"
#include "util/threads.h"

/* A run of regions with an analysis of its own, in which the region at hand is one of them. */
struct visit {
    struct analysis analysis;
    const char *what; /* is done, for a line on the terminal; NULL: nothing is said */
    uint32_t first, end;
};

/* Shares, ascending, which together are all regions. */
struct visits {
    struct visit visit[THREADS_MAX];
    size_t count;
};

/* Addresses, ascending. */
struct visit_starts {
    const uint32_t *address;
    size_t count;
};

/* Each share but the first begins at one of STARTS; NULL: anywhere. ANALYSIS stays as it is until the end. */
void visits_begin(struct visits *visits, const struct analysis *analysis,
                  const struct visit_starts *starts, const char *what);
void visits_end(struct visits *visits);

/* As analysis_visit, for the regions of VISIT. */
void visit_run(struct visit *visit, analysis_visitor *visitor, void *context);

#endif
