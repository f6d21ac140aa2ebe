/* SPDX-License-Identifier: MIT */
#include "analysis/parallel_walk.h"

#include "analysis/regions.h"
#include "util/addresses.h"
#include "util/diag.h"

/* Bytes of all regions. */
static uint64_t bytes_of(const struct regions *regions)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < regions->count; i++)
        bytes += regions->region[i].end - regions->region[i].start;
    return bytes;
}

static bool may_start(const struct parallel_walk_starts *starts, uint32_t address)
{
    size_t below = addresses_below(starts->address, starts->count, address);

    return below < starts->count && starts->address[below] == address;
}

/* Lets the shares start where they have as many bytes each as can be. */
static void divide(struct parallel_walk *visits, const struct regions *regions,
                   const struct parallel_walk_starts *starts)
{
    uint64_t bytes = bytes_of(regions);
    uint64_t before = 0;
    uint32_t region = 0;

    for (size_t i = 0; i < visits->count; i++) {
        for (; region < regions->count &&
               (before < bytes * i / visits->count ||
                (i && starts && !may_start(starts, regions->region[region].start)));
             region++)
            before += regions->region[region].end - regions->region[region].start;
        visits->visit[i].first = region;
        if (i)
            visits->visit[i - 1].end = region;
    }
    visits->visit[visits->count - 1].end = (uint32_t)regions->count;
}

void parallel_walk_begin(struct parallel_walk *visits, const struct analysis *analysis,
                         const struct parallel_walk_starts *starts, const char *what)
{
    visits->count = threads_count();
    for (size_t i = 0; i < visits->count; i++) {
        visits->visit[i].what = i ? NULL : what;
        analysis_share(&visits->visit[i].analysis, analysis);
    }
    divide(visits, analysis->regions, starts);
}

void parallel_walk_end(struct parallel_walk *visits)
{
    for (size_t i = 0; i < visits->count; i++)
        analysis_free_share(&visits->visit[i].analysis);
    diag_progress_end();
}

void parallel_walk_run(struct parallel_walk_share *visit, analysis_visitor *visitor, void *context)
{
    for (uint32_t i = visit->first; i < visit->end; i++) {
        analysis_solve_region(&visit->analysis, i, visitor, context);
        if (visit->what)
            diag_progress(visit->what, i - visit->first, visit->end - visit->first);
    }
}
