/* SPDX-License-Identifier: MIT */
/*
 * Finds the leaders of the current region: the instructions at which a basic block begins. For
 * solve_regions.c.
 */
#include "analysis/block_leaders.h"

#include "analysis/regions.h"
#include "util/memory.h"

static enum frame_context context_of(const struct regions *regions, const struct region *region,
                                     uint32_t address, uint8_t bits)
{
    if (bits & CODE_ROOT)
        return FRAME_ROOT;
    if (bits & CODE_HANDLER)
        return FRAME_HANDLER;
    return region->forced ? forced_contexts_at(&regions->forced, address) : FRAME_HOME;
}

/* Sets LABEL and FORCED of each node. A node is a leader where the forced context changes. */
static void read_map(struct analysis *analysis)
{
    const struct regions *regions = analysis->regions;
    const struct region *region = &regions->region[analysis->region];
    uint8_t before = FRAME_HOME;

    for (size_t i = 0; i < analysis->count; i++) {
        struct node *node = &analysis->node[i];
        uint8_t bits = code_map_bits(&regions->map, node->at.address);
        node->label = bits & CODE_LABEL;
        node->forced = (uint8_t)context_of(regions, region, node->at.address, bits);
        node->leader = node->forced != before || (bits & (CODE_ROOT | CODE_HANDLER));
        before = node->forced;
    }
}

static void mark(struct analysis *analysis, uint32_t address)
{
    struct node *node = analysis_own(analysis, address);

    if (node)
        node->leader = true;
}

void block_leaders_find(struct analysis *analysis)
{
    const struct image *image = analysis->image;
    const struct regions *regions = analysis->regions;
    const struct region *region = &regions->region[analysis->region];
    size_t i = array_lower_bound(image->functions, image->functions_count, address, region->start);

    read_map(analysis);
    for (; i < image->functions_count && image->functions[i].address < region->end; i++)
        mark(analysis, image->functions[i].address);
    for (uint32_t at = region->entry; at; at = region_entries_at(&regions->entries, at - 1)->next)
        mark(analysis, region_entries_at(&regions->entries, at - 1)->node.at.address);
}
