/* SPDX-License-Identifier: MIT */
/*
 * Finds the instructions from which a return can be reached, and so the calls that return.
 *
 * This file and fixpoint.c are one iteration in two files; fixpoint.c explains how they depend on
 * each other.
 */
#include "analysis/noreturn.h"

#include <stdlib.h>

#include "analysis/cfg_edges.h"
#include "analysis/cfg_returns.h"
#include "analysis/fixpoint.h"
#include "analysis/regions.h"
#include "analysis/transfer.h"
#include "util/memory.h"

static size_t index_of(const struct analysis *analysis, const struct node *node)
{
    return (size_t)(node - analysis->node);
}

struct marking {
    struct analysis *analysis;
    size_t *queue;
    size_t count, capacity;
};

static void enqueue(struct marking *marking, const struct node *node)
{
    array_push(marking->queue, marking->count, marking->capacity,
               index_of(marking->analysis, node));
}

/* Calls VISIT for each node that may continue at NODE in the same frame, or that calls NODE. */
static void each_before(struct marking *marking, struct node *node,
                        void (*visit)(struct marking *marking, struct node *from,
                                      const struct node *to))
{
    struct analysis *analysis = marking->analysis;
    size_t index = index_of(analysis, node);

    for (uint32_t edge = analysis->edges_to[index]; edge; edge = analysis->edge[edge - 1].next)
        visit(marking, &analysis->node[analysis->edge[edge - 1].from], node);
    if (index > 0 && cfg_next(analysis, node - 1) == node)
        visit(marking, node - 1, node);
}

/* ---- which code returns ---------------------------------------------------------------------- */

static void mark(struct marking *marking, struct node *node, const struct returns *returns)
{
    if (returns->any && returns_join(&node->returns, returns))
        enqueue(marking, node);
}

/*
 * FROM calls or continues at TO, which returns. If it is a call, the code after the call is reached
 * from now on.
 */
static void mark_before(struct marking *marking, struct node *from, const struct node *to)
{
    const struct node *next;

    if (from->callee != to) {
        mark(marking, from, &to->returns);
        return;
    }
    next = cfg_next(marking->analysis, from);
    if (next)
        mark(marking, from, &next->returns);
    if (from->reached)
        fixpoint_requeue(marking->analysis, from);
}

void noreturn_mark(struct analysis *analysis, struct node *node, const struct returns *returns)
{
    struct marking marking = {.analysis = analysis};

    mark(&marking, node, returns);
    while (marking.count)
        each_before(&marking, &analysis->node[marking.queue[--marking.count]], mark_before);
    free(marking.queue);
}

/* ---- what returns restore -------------------------------------------------------------------- */

static void owe(struct marking *marking, struct node *node, uint32_t owed)
{
    if ((owed & ~node->owed) == 0)
        return;
    node->owed |= owed;
    enqueue(marking, node);
}

static void owe_before(struct marking *marking, struct node *from, const struct node *to)
{
    if (from->callee != to)
        owe(marking, from, to->owed);
}

/* What is owed where the path from NODE continues in the next region. */
static uint32_t owed_outside(const struct analysis *analysis, const struct node *node)
{
    struct node *next = cfg_next(analysis, node);

    return next && next->outside ? next->owed : 0;
}

/*
 * Whether the function may return after NODE: NODE jumps to an unknown address and leaves the frame
 * behind, or the code after NODE is unknown.
 */
static bool may_return(const struct analysis *analysis, const struct node *node,
                       const struct frame_state *state)
{
    return (node->effect.flow == FLOW_INDIRECT && state->context == FRAME_HOME &&
            cfg_left_frame(state)) ||
           cfg_continues_unseen(analysis, node, state);
}

/*
 * Whether NODE returns in STATE to a caller to which it owes registers. Where no path has a return
 * address left, a jump to another register than lr goes to code without a caller.
 */
static bool owes(const struct analysis *analysis, const struct node *node,
                 const struct frame_state *state)
{
    bool jumps = node->effect.flow == FLOW_INDIRECT || node->effect.flow == FLOW_LOADED;

    return cfg_returns(analysis, node, state) &&
           (state->context != FRAME_NOBODY || !jumps || effect_looks_like_return(&node->effect));
}

void noreturn_owe(void *context, const struct node *node, const struct frame_path *before)
{
    struct marking marking = {.analysis = context};
    struct node *own = (struct node *)(uintptr_t)node;
    const struct frame_state *state;
    struct frame_state spare;

    if (node + 1 == marking.analysis->node + marking.analysis->count) {
        owe(&marking, own, owed_outside(marking.analysis, node));
        for (size_t i = 0; i < marking.analysis->outs_count; i++)
            owe(&marking, &marking.analysis->node[marking.analysis->out[i].from],
                marking.analysis->out[i].to->owed);
    }
    if (before && node->effect.flow != FLOW_NEXT) {
        state = analysis_executed(node, before, &spare);
        if (owes(marking.analysis, node, state))
            owe(&marking, own, cfg_restored(marking.analysis, node, state));
        else if (may_return(marking.analysis, node, state))
            owe(&marking, own, FRAME_ALL_RESTORED);
    }
    while (marking.count)
        each_before(&marking, &marking.analysis->node[marking.queue[--marking.count]], owe_before);
    free(marking.queue);
}

void noreturn_publish_owed(struct analysis *analysis)
{
    struct regions *regions = analysis->regions;

    for (uint32_t at = regions->region[analysis->region].entry; at;) {
        struct region_entry *entry = region_entries_at(&regions->entries, at - 1);
        uint32_t owed = analysis_own(analysis, entry->node.at.address)->owed;
        at = entry->next;
        if (!entry->jumped || !(owed & ~entry->node.owed))
            continue;
        entry->node.owed |= owed;
        for (uint32_t i = entry->referrer; i; i = regions->entries.referrer[i - 1].next)
            if (regions->region[regions->entries.referrer[i - 1].region].jumped)
                regions_enqueue(regions, regions->entries.referrer[i - 1].region);
    }
}

/* ---- edges ----------------------------------------------------------------------------------- */

static void list_edge(struct analysis *analysis, const struct node *from, struct node *to)
{
    size_t index = index_of(analysis, to);
    struct edge edge = {(uint32_t)index_of(analysis, from), analysis->edges_to[index]};

    array_push(analysis->edge, analysis->edges_count, analysis->edges_capacity, edge);
    analysis->edges_to[index] = (uint32_t)analysis->edges_count;
}

static void list_out(struct analysis *analysis, const struct node *from, struct node *to)
{
    struct edge_out out = {(uint32_t)index_of(analysis, from), to};

    array_push(analysis->out, analysis->outs_count, analysis->outs_capacity, out);
}

void noreturn_add_edge(struct analysis *analysis, const struct node *from, struct node *to)
{
    if (!edge_set_add(&analysis->added, (uint32_t)index_of(analysis, from), to->at.address))
        return;
    if (to->outside) {
        list_out(analysis, from, to);
        if (!analysis->regions->settled)
            region_entries_refer_late(&analysis->regions->entries, region_entry_of(to),
                                      analysis->region);
    } else {
        list_edge(analysis, from, to);
    }
    noreturn_mark(analysis, (struct node *)(uintptr_t)from, &to->returns);
}

struct origin {
    struct analysis *analysis;
    const struct node *from;
};

static void list_target(void *context, struct node *target)
{
    struct origin *origin = context;

    if (target->outside) {
        list_out(origin->analysis, origin->from, target);
    } else {
        target->leader = true;
        list_edge(origin->analysis, origin->from, target);
    }
}

static void clear(struct analysis *analysis)
{
    if (analysis->edges_to_capacity < analysis->count) {
        analysis->edges_to_capacity = 2 * analysis->count;
        analysis->edges_to = must_realloc(analysis->edges_to, analysis->edges_to_capacity,
                                          sizeof(*analysis->edges_to));
    }
    memset(analysis->edges_to, 0, analysis->count * sizeof(*analysis->edges_to));
    analysis->edges_count = 0;
    analysis->outs_count = 0;
    edge_set_free(&analysis->added);
}

/* Marks the functions of the region that switch to another stack and come back. */
static void mark_switches(struct analysis *analysis)
{
    const struct row_options *options = &analysis->regions->options;

    for (size_t i = 0; i < options->switches_count; i++) {
        struct node *node = analysis_own(analysis, options->switches[i].function);
        struct returns returns = {true, true, options->switches[i].broken};
        if (node)
            noreturn_mark(analysis, node, &returns);
    }
}

/* Marks the nodes from which a path continues in another region that is known to return. */
static void mark_outs(struct analysis *analysis)
{
    struct node *last = &analysis->node[analysis->count - 1];
    const struct node *next =
        analysis->regions->region[analysis->region].falls ? cfg_next(analysis, last) : NULL;

    for (size_t i = 0; i < analysis->outs_count; i++)
        noreturn_mark(analysis, &analysis->node[analysis->out[i].from],
                      &analysis->out[i].to->returns);
    if (next && next->outside)
        noreturn_mark(analysis, last, &next->returns);
}

static struct node *find_callee(const struct analysis *analysis, struct node *node)
{
    if (node->effect.flow == FLOW_CALL)
        node->callee = analysis_find(analysis, node->effect.target);
    return node->callee;
}

void noreturn_prepare(struct analysis *analysis)
{
    struct frame_state state;

    clear(analysis);
    frame_state_without_caller(&state, FRAME_DISPUTED);
    for (size_t i = 0; i < analysis->count; i++) {
        struct origin origin = {analysis, &analysis->node[i]};
        struct node *callee = find_callee(analysis, &analysis->node[i]);
        if (callee && !callee->outside)
            list_target(&origin, callee);
        if (cfg_is_static(origin.from))
            cfg_targets(analysis, origin.from, &state, list_target, &origin);
    }
    mark_outs(analysis);
    mark_switches(analysis);
}
