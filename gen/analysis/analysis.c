/* SPDX-License-Identifier: MIT */
/*
 * Drives the analysis of an image: finds all entries, runs the fixpoint iteration over the regions,
 * and lets visitors read the result.
 */
#include "analysis/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/cfg_edges.h"
#include "analysis/fixpoint.h"
#include "analysis/noreturn.h"
#include "analysis/prescan.h"
#include "analysis/regions.h"
#include "analysis/transfer.h"
#include "util/diag.h"
#include "util/memory.h"

bool analysis_follows(const struct analysis *analysis, const struct node *node)
{
    const struct code_map *map = &analysis->regions->map;
    uint32_t at = node->at.address;
    bool two_before = code_map_bits(map, at - 2) & CODE_STARTS;
    struct image_instruction before;

    if (!two_before && !(code_map_bits(map, at - 4) & CODE_STARTS))
        return false;
    at -= two_before ? 2 : 4;
    return image_next_instruction(analysis->image, image_section_at(analysis->image, at), at,
                                  &before) &&
           at + before.size_bytes == node->at.address;
}

/* Calls VISIT for each instruction of the current region, with its final state. */
static void visit_region(const struct analysis *analysis, analysis_visitor *visit, void *context)
{
    struct frame_path path;

    for (size_t i = 0; i < analysis->count; i++) {
        const struct node *node = &analysis->node[i];
        if (node->state)
            frame_path_begin(&path, node->state);
        visit(context, node, node->reached ? &path : NULL);
        if (node->reached)
            analysis_step(analysis, node, &path);
    }
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Enters the functions whose address is taken. */
static void enter_taken(struct regions *regions)
{
    for (size_t i = 0; i < regions->image->functions_count; i++) {
        uint32_t address = regions->image->functions[i].address;
        if (code_map_bits(&regions->map, address) & CODE_TAKEN)
            region_entry_call(regions_entry(regions, address));
    }
}

/* Enters the functions that no path reaches. Hardware or a debugger calls them, or nothing does. */
static void enter_rest(struct analysis *analysis)
{
    struct regions *regions = analysis->regions;

    for (size_t i = 0; i < analysis->image->functions_count; i++) {
        uint32_t address = analysis->image->functions[i].address;
        uint8_t bits = code_map_bits(&regions->map, address);
        if (!(bits & CODE_STARTS) || (bits & CODE_REACHED))
            continue;
        region_entry_call(regions_entry(regions, address));
        regions_enqueue(regions, regions_at(regions, address));
        fixpoint_queue(analysis);
    }
}

static void note_computed(void *context, struct node *target)
{
    struct arrival *arrival = context;
    struct regions *regions = arrival->analysis->regions;
    struct far_edge edge = {arrival->from->at.address, target->at.address};

    array_push(regions->computed, regions->computed_count, regions->computed_capacity, edge);
    fixpoint_arrive_at(context, target);
}

static void enter_computed_of(struct analysis *analysis)
{
    struct frame_path path;
    struct frame_state state;

    for (size_t i = 0; i < analysis->count; i++) {
        struct node *node = &analysis->node[i];
        struct arrival arrival = {analysis, node, &state};
        if (!node->reached)
            continue;
        if (node->state)
            frame_path_begin(&path, node->state);
        state = analysis_executed(node, &path);
        cfg_computed_targets(analysis, node, &state, note_computed, &arrival);
        analysis_step(analysis, node, &path);
        fixpoint_drain(analysis);
    }
}

static void enter_computed(struct analysis *analysis)
{
    for (uint32_t i = 0; i < analysis->regions->count; i++) {
        if (!analysis->regions->region[i].computed)
            continue;
        fixpoint_region(analysis, i);
        enter_computed_of(analysis);
        fixpoint_publish(analysis);
        fixpoint_queue(analysis);
    }
}

/* ---- labels of non-local gotos --------------------------------------------------------------- */

static void add_label(struct regions *regions, uint32_t address)
{
    size_t at = array_lower_bound(regions->label, regions->labels_count, address, address);
    struct label label = {address};

    if (at < regions->labels_count && regions->label[at].address == address)
        return;
    array_push(regions->label, regions->labels_count, regions->labels_capacity, label);
    memmove(&regions->label[at + 1], &regions->label[at],
            (regions->labels_count - 1 - at) * sizeof(label));
    regions->label[at] = label;
    regions_enqueue(regions, regions_at(regions, address));
}

static void find_label(void *context, const struct node *node, const struct frame_path *before)
{
    struct analysis *analysis = context;
    struct frame_state state;
    struct node *label;

    if (!before || node->effect.flow != FLOW_INDIRECT)
        return;
    state = analysis_executed(node, before);
    label = cfg_other_frame(analysis, node, &state);
    if (label)
        add_label(analysis->regions, label->at.address);
}

static void find_labels(struct analysis *analysis)
{
    for (uint32_t i = 0; i < analysis->regions->count; i++) {
        if (!analysis->regions->region[i].leaves)
            continue;
        fixpoint_region(analysis, i);
        visit_region(analysis, find_label, analysis);
    }
    fixpoint_queue(analysis);
}

/* ---- the whole image ------------------------------------------------------------------------- */

/*
 * Finds what is owed at the entries where other regions continue in the same frame. All states must
 * be final.
 */
static void find_owed(struct analysis *analysis)
{
    struct regions *regions = analysis->regions;
    uint32_t region;

    for (uint32_t i = 0; i < regions->count; i++)
        if (regions->region[i].jumped)
            regions_enqueue(regions, i);
    while (regions_dequeue(regions, &region)) {
        fixpoint_region(analysis, region);
        visit_region(analysis, noreturn_owe, analysis);
        noreturn_publish_owed(analysis);
    }
}

int analysis_run(struct analysis *analysis, const struct image *image,
                 const struct forced_contexts *forced)
{
    int status;

    memset(analysis, 0, sizeof(*analysis));
    analysis->image = image;
    analysis->regions = must_realloc(NULL, 1, sizeof(*analysis->regions));
    regions_make(analysis->regions, image, forced);
    status = effect_reader_open(&analysis->reader, NULL);
    if (status != STATUS_GOOD)
        return status;
    landing_pads_find(&analysis->pads, image);
    prescan_image(analysis);
    enter_taken(analysis->regions);
    regions_enqueue_all(analysis->regions);
    fixpoint_queue(analysis);
    enter_rest(analysis);
    enter_computed(analysis);
    find_labels(analysis);
    find_owed(analysis);
    regions_settle(analysis->regions);
    return status;
}

void analysis_solve_region(struct analysis *analysis, uint32_t region, analysis_visitor *visit,
                           void *context)
{
    fixpoint_region(analysis, region);
    visit_region(analysis, noreturn_owe, analysis);
    visit_region(analysis, visit, context);
}

void analysis_visit_until(const struct analysis *analysis, analysis_visitor *visit, void *context,
                          const bool *done)
{
    /* The current region is not part of the result, so callers may have ANALYSIS const. */
    struct analysis *own = (struct analysis *)(uintptr_t)analysis;

    for (uint32_t i = 0; analysis->regions && i < analysis->regions->count && !*done; i++)
        analysis_solve_region(own, i, visit, context);
}

void analysis_visit(const struct analysis *analysis, analysis_visitor *visit, void *context)
{
    static const bool never = false;

    analysis_visit_until(analysis, visit, context, &never);
}

void analysis_share(struct analysis *share, const struct analysis *of)
{
    memset(share, 0, sizeof(*share));
    share->image = of->image;
    share->pads = of->pads;
    share->regions = of->regions;
    if (effect_reader_open(&share->reader, &of->reader) != STATUS_GOOD)
        exit(STATUS_BAD_INPUT);
}

void analysis_free_share(struct analysis *share)
{
    for (size_t i = 0; i < share->states_count; i++)
        free(share->state[i]);
    free(share->state);
    free(share->node);
    free(share->edge);
    free(share->out);
    free(share->edges_to);
    edge_set_free(&share->added);
    free(share->queue);
    effect_reader_close(&share->reader);
    memset(share, 0, sizeof(*share));
}

void analysis_free(struct analysis *analysis)
{
    landing_pads_free(&analysis->pads);
    if (analysis->regions)
        regions_free(analysis->regions);
    free(analysis->regions);
    analysis_free_share(analysis);
}
