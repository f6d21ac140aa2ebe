/* SPDX-License-Identifier: MIT */
/*
 * Divides the regions of a finished analysis into shares and visits each share. For reference, plan
 * and prove.
 */
#include "analysis/parallel_walk.h"

#include "analysis/regions.h"
#include "util/addresses.h"
#include "util/diag.h"

/* The bytes of all regions together. */
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

/*
 * Sets the first and the last region of each share, so that all shares have about the same number
 * of bytes.
 */
static void divide(struct parallel_walk *walk, const struct regions *regions,
                   const struct parallel_walk_starts *starts)
{
    uint64_t bytes = bytes_of(regions);
    uint64_t before = 0;
    uint32_t region = 0;

    for (size_t i = 0; i < walk->count; i++) {
        for (; region < regions->count &&
               (before < bytes * i / walk->count ||
                (i && starts && !may_start(starts, regions->region[region].start)));
             region++)
            before += regions->region[region].end - regions->region[region].start;
        walk->share[i].first = region;
        if (i)
            walk->share[i - 1].end = region;
    }
    walk->share[walk->count - 1].end = (uint32_t)regions->count;
}

void parallel_walk_begin(struct parallel_walk *walk, const struct analysis *analysis,
                         const struct parallel_walk_starts *starts, const char *what)
{
    walk->count = threads_count();
    for (size_t i = 0; i < walk->count; i++) {
        walk->share[i].what = i ? NULL : what;
        analysis_share(&walk->share[i].analysis, analysis);
    }
    divide(walk, analysis->regions, starts);
}

void parallel_walk_end(struct parallel_walk *walk)
{
    for (size_t i = 0; i < walk->count; i++)
        analysis_free_share(&walk->share[i].analysis);
    diag_progress_end();
}

void parallel_walk_run(struct parallel_walk_share *share, analysis_visitor *visitor, void *context)
{
    for (uint32_t i = share->first; i < share->end; i++) {
        analysis_solve_region(&share->analysis, i, visitor, context);
        if (share->what)
            diag_progress(share->what, i - share->first, share->end - share->first);
    }
}
