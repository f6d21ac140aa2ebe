/* SPDX-License-Identifier: MIT */
/* Finds nodes by address. For the stage analysis. */
#include "analysis/graph.h"

#include "analysis/regions.h"
#include "util/memory.h"

struct node *analysis_own(const struct analysis *analysis, uint32_t address)
{
    size_t i = array_lower_bound(analysis->node, analysis->count, at.address, address);

    return i < analysis->count && analysis->node[i].at.address == address ? &analysis->node[i]
                                                                          : NULL;
}

struct node *analysis_find(const struct analysis *analysis, uint32_t address)
{
    const struct region *region = &analysis->regions->region[analysis->region];
    struct region_entry *entry;

    if (address >= region->start && address < region->end)
        return analysis_own(analysis, address);
    entry = regions_entry(analysis->regions, address);
    return entry ? &entry->node : NULL;
}

void analysis_visit_at(const struct analysis *analysis, uint32_t address, cfg_visitor *visit,
                       void *context)
{
    struct node *target = analysis_find(analysis, address & ~1u);

    if (target)
        visit(context, target);
}

bool returns_join(struct returns *returns, const struct returns *more)
{
    const struct returns joined = {returns->any || more->any, returns->firm || more->firm,
                                   returns->broken | more->broken};
    bool changed = joined.any != returns->any || joined.firm != returns->firm ||
                   joined.broken != returns->broken;

    *returns = joined;
    return changed;
}
