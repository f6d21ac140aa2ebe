/* SPDX-License-Identifier: MIT */
/* Solves one region after the other, until no result changes; see solve_regions.h. */
#include "analysis/solve_regions.h"

#include "analysis/block_leaders.h"
#include "analysis/carried_addresses.h"
#include "analysis/cfg_edges.h"
#include "analysis/cfg_nodes.h"
#include "analysis/computed_jumps.h"
#include "analysis/fixpoint.h"
#include "analysis/noreturn.h"
#include "analysis/regions.h"
#include "analysis/sure_jumps.h"
#include "analysis/transfer.h"
#include "util/memory.h"

static bool is_live(const struct regions *regions, const struct region *region)
{
    uint32_t at = region->entry;

    while (at && !region_entry_is_live(region_entries_at(&regions->entries, at - 1)))
        at = region_entries_at(&regions->entries, at - 1)->next;
    return at || region->forced;
}

static void enter(struct analysis *analysis)
{
    const struct regions *regions = analysis->regions;
    const struct region *region = &regions->region[analysis->region];
    struct frame_state state;

    for (uint32_t at = region->entry, next; at; at = next) {
        const struct region_entry *entry = region_entries_at(&regions->entries, at - 1);
        next = entry->next;
        if (!region_entry_is_live(entry))
            continue;
        region_entry_state(entry, regions->given_up, &state);
        fixpoint_arrive(analysis, analysis_own(analysis, entry->node.at.address), &state);
    }
    frame_state_without_caller(&state, FRAME_UNKNOWN);
    for (size_t i = 0; region->forced && i < analysis->count; i++)
        if (analysis->node[i].forced != FRAME_HOME && analysis->node[i].leader)
            fixpoint_arrive(analysis, &analysis->node[i], &state);
}

/* Tells other regions which entries return and what they break, if that is more than before. */
static void publish_entries(struct analysis *analysis)
{
    struct regions *regions = analysis->regions;

    for (uint32_t at = regions->region[analysis->region].entry; at;) {
        struct region_entry *entry = region_entries_at(&regions->entries, at - 1);
        const struct node *node = analysis_own(analysis, entry->node.at.address);
        at = entry->next;
        if (returns_join(&entry->node.returns, &node->returns))
            regions_enqueue_referrers(regions, entry);
    }
}

void solve_publish(struct analysis *analysis)
{
    const struct image *image = analysis->image;
    struct regions *regions = analysis->regions;
    const struct region *region = &regions->region[analysis->region];
    size_t i = array_lower_bound(image->functions, image->functions_count, address, region->start);

    if (regions->settled)
        return;
    publish_entries(analysis);
    for (; i < image->functions_count && image->functions[i].address < region->end; i++) {
        const struct node *node = analysis_own(analysis, image->functions[i].address);
        if (node && node->reached)
            code_map_set(&regions->map, node->at.address, CODE_REACHED);
    }
}

/* Whether NODE leaves its function FUNCTION, and no path is known on which the frame returns. */
static bool goes_for_good(const struct analysis *analysis, const struct image_function *function,
                          const struct node *node)
{
    if (!node->reached || node->returns.any || cfg_next(analysis, node))
        return false;
    return analysis_is_call(node) || node->effect.flow == FLOW_INDIRECT ||
           node->effect.flow == FLOW_LOADED ||
           (node->effect.flow == FLOW_JUMP &&
            image_function_at(analysis->image, node->effect.target) != function);
}

/*
 * The address of LABEL is known to code that is not known. Where its function gives control away
 * for good, that code may resume the frame at LABEL.
 */
static void resume_at(struct analysis *analysis, struct node *label)
{
    const struct image_function *function = image_function_at(analysis->image, label->at.address);
    const struct node *end = analysis->node + analysis->count;
    const struct node *node = function ? analysis_own(analysis, function->address) : NULL;
    uint32_t end_address = function ? image_function_end(analysis->image, function) : 0;

    for (; node && node < end && node->at.address < end_address; node++)
        if (goes_for_good(analysis, function, node))
            noreturn_add_edge(analysis, node, label);
}

static void resume_at_labels(struct analysis *analysis)
{
    const struct regions *regions = analysis->regions;
    uint32_t at = regions->region[analysis->region].entry;

    while (at) {
        const struct region_entry *entry = region_entries_at(&regions->entries, at - 1);
        if (entry->arrived && entry->arrived->context == FRAME_UNKNOWN)
            resume_at(analysis, analysis_own(analysis, entry->node.at.address));
        at = entry->next;
    }
    fixpoint_drain(analysis);
}

void solve_region(struct analysis *analysis, uint32_t region)
{
    cfg_nodes_read(analysis, region);
    analysis->states_used = 0;
    analysis->queue_count = 0;
    block_leaders_find(analysis);
    carried_addresses_mark(analysis);
    noreturn_prepare(analysis);
    sure_jumps_mark(analysis);
    enter(analysis);
    fixpoint_drain(analysis);
    resume_at_labels(analysis);
    computed_jumps_note(analysis);
    solve_publish(analysis);
}

void solve_queue(struct analysis *analysis)
{
    uint32_t region;

    while (regions_dequeue(analysis->regions, &region))
        if (is_live(analysis->regions, &analysis->regions->region[region]))
            solve_region(analysis, region);
}
