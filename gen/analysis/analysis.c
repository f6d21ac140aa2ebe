/* SPDX-License-Identifier: MIT */
/*
 * Drives the analysis of an image: finds all entries, runs the fixpoint iteration over the regions,
 * and lets visitors read the result.
 */
#include "analysis/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/assumed_code.h"
#include "analysis/cfg_edges.h"
#include "analysis/cfg_nodes.h"
#include "analysis/computed_jumps.h"
#include "analysis/fillers.h"
#include "analysis/given_up.h"
#include "analysis/noreturn.h"
#include "analysis/prescan.h"
#include "analysis/regions.h"
#include "analysis/solve_regions.h"
#include "analysis/transfer.h"
#include "analysis/unused_code.h"
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

/* Whether NODE is between contexts (struct row_options). */
static bool is_between(const struct analysis *analysis, const struct node *node)
{
    const struct row_options *options = &analysis->regions->options;
    size_t i;

    if (!options->between_count)
        return false;
    i = array_upper_bound(options->between, options->between_count, start, node->at.address);
    return i && options->between[i - 1].end > node->at.address;
}

/* Calls VISIT for each instruction of the current region, with its final state. */
static void visit_region(const struct analysis *analysis, analysis_visitor *visit, void *context)
{
    struct frame_path path;

    for (size_t i = 0; i < analysis->count; i++) {
        const struct node *node = &analysis->node[i];
        if (node->state)
            frame_path_begin(&path, node->state);
        visit(context, node, node_has_state(node) ? &path : NULL);
        if (node_has_state(node))
            analysis_step(analysis, node, &path);
    }
}

/* A visitor for which code between contexts is a root. */
struct outer_visit {
    const struct analysis *analysis;
    analysis_visitor *visit;
    void *context;
    struct frame_path root;
};

static void visit_outer(void *context, const struct node *node, const struct frame_path *before)
{
    const struct outer_visit *outer = context;

    outer->visit(outer->context, node, is_between(outer->analysis, node) ? &outer->root : before);
}

/* ---- entries --------------------------------------------------------------------------------- */

/*
 * Whether ADDRESS is entered as a function because a word of memory is its address. Where code
 * without a caller jumps to ADDRESS, such a word is more likely a number that looks like a pointer.
 */
static bool is_taken(const struct regions *regions, uint32_t address)
{
    const struct region_entry *entry = region_entries_find(&regions->entries, address);

    return (code_map_bits(&regions->map, address) & CODE_TAKEN) &&
           (!entry || !entry->arrived || !frame_state_is_outermost(entry->arrived));
}

/* Whether code of other regions calls ADDRESS, or jumps there. */
static bool is_used(const struct regions *regions, uint32_t address)
{
    const struct region_entry *entry = region_entries_find(&regions->entries, address);

    return entry && (entry->by_call || entry->jumped);
}

/*
 * Enters the functions whose address is taken. Exception entry code is no function: its address is
 * in a vector table that is not known.
 */
static void enter_taken(struct analysis *analysis)
{
    struct regions *regions = analysis->regions;

    for (size_t i = 0; i < regions->image->functions_count; i++) {
        uint32_t address = regions->image->functions[i].address;
        if (is_taken(regions, address) &&
            (is_used(regions, address) || !unused_code_enter_handler(analysis, address)))
            region_entry_call(regions_entry(regions, address));
    }
}

/* Solves the code without a caller first: it tells which functions are no functions. */
static void solve_forced(struct analysis *analysis)
{
    struct regions *regions = analysis->regions;

    for (uint32_t i = 0; i < regions->count; i++)
        if (regions->region[i].forced)
            regions_enqueue(regions, i);
    solve_queue(analysis);
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
    struct frame_state spare;
    struct node *label;

    if (!before || node->effect.flow != FLOW_INDIRECT)
        return;
    label = cfg_other_frame(analysis, node, analysis_executed(node, before, &spare));
    if (label)
        add_label(analysis->regions, label->at.address);
}

static void find_labels(struct analysis *analysis)
{
    for (uint32_t i = 0; i < analysis->regions->count; i++) {
        if (!analysis->regions->region[i].leaves)
            continue;
        solve_region(analysis, i);
        visit_region(analysis, find_label, analysis);
    }
    solve_queue(analysis);
}

/* ---- functions that handlers enter too ------------------------------------------------------- */

/*
 * The functions to which handlers jump with the lr of the exception have no rule that is right for
 * the handler and for the callers. Code where frames of different sizes meet, as a scheduler, has
 * none in any case: there, the jump changes nothing.
 */
static void dispute_interrupted(struct analysis *analysis)
{
    struct regions *regions = analysis->regions;
    struct frame_state state, handler;

    frame_state_without_caller(&handler, FRAME_HANDLER);
    for (size_t i = 0; i < regions->entries.count; i++) {
        struct region_entry *entry = region_entries_at(&regions->entries, i);
        if (!entry->interrupted || !region_entry_is_live(entry))
            continue;
        region_entry_state(entry, regions->given_up, &state);
        if (frame_state_has_caller(&state) && state.core[BOBBIN_SP].kind == VALUE_CFA &&
            region_entry_arrive(entry, &handler))
            regions_enqueue(regions, entry->region);
    }
    solve_queue(analysis);
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
        solve_region(analysis, region);
        visit_region(analysis, noreturn_owe, analysis);
        noreturn_publish_owed(analysis);
    }
}

/* Functions that switch to another stack return. */
static void enter_switches(struct regions *regions)
{
    for (size_t i = 0; i < regions->options.switches_count; i++) {
        const struct comes_back *comes_back = &regions->options.switches[i];
        struct region_entry *entry = regions_entry(regions, comes_back->function);
        struct returns returns = {true, true, comes_back->broken};
        if (entry)
            returns_join(&entry->node.returns, &returns);
    }
}

/* Solves all regions, from the entries that are known before any state. */
static void solve_all(struct analysis *analysis)
{
    prescan_image(analysis);
    enter_switches(analysis->regions);
    solve_forced(analysis);
    enter_taken(analysis);
    regions_enqueue_all(analysis->regions);
    solve_queue(analysis);
}

/* Starts again if the image gives up more places than was known. */
static void give_up(struct analysis *analysis)
{
    struct regions *regions = analysis->regions;
    uint32_t given_up = given_up_find(regions);

    if (!(given_up & ~regions->given_up))
        return;
    regions_restart(regions, regions->given_up | given_up);
    solve_all(analysis);
}

int analysis_run(struct analysis *analysis, const struct image *image,
                 const struct forced_contexts *forced, const struct row_options *options)
{
    int status;

    memset(analysis, 0, sizeof(*analysis));
    analysis->image = image;
    analysis->regions = must_realloc(NULL, 1, sizeof(*analysis->regions));
    regions_make(analysis->regions, image, forced, options);
    status = effect_reader_open(&analysis->reader, NULL);
    if (status != STATUS_GOOD)
        return status;
    landing_pads_find(&analysis->pads, image);
    solve_all(analysis);
    give_up(analysis);
    unused_code_enter_functions(analysis);
    computed_jumps_enter(analysis);
    unused_code_enter_labels(analysis);
    find_labels(analysis);
    dispute_interrupted(analysis);
    find_owed(analysis);
    regions_settle(analysis->regions);
    return status;
}

void analysis_solve_region(struct analysis *analysis, uint32_t region, analysis_visitor *visit,
                           void *context)
{
    struct outer_visit outer = {.analysis = analysis, .visit = visit, .context = context};
    struct frame_state root;

    solve_region(analysis, region);
    fillers_find(analysis);
    assumed_code_solve(analysis);
    visit_region(analysis, noreturn_owe, analysis);
    if (!analysis->regions->options.between_count) {
        visit_region(analysis, visit, context);
        return;
    }
    frame_state_without_caller(&root, FRAME_ROOT);
    frame_path_begin(&outer.root, &root);
    visit_region(analysis, visit_outer, &outer);
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

void analysis_visit_where(const struct analysis *analysis, analysis_filter *wants,
                          analysis_visitor *visit, void *context)
{
    struct analysis *own = (struct analysis *)(uintptr_t)analysis; /* as in analysis_visit_until */

    for (uint32_t i = 0; analysis->regions && i < analysis->regions->count; i++) {
        cfg_nodes_read(own, i);
        if (wants(context, own->node, own->count)) {
            analysis_solve_region(own, i, visit, context);
            continue;
        }
        for (size_t j = 0; j < own->count; j++)
            visit(context, &own->node[j], NULL);
    }
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
