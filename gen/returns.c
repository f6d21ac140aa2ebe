/* SPDX-License-Identifier: MIT */
#include "returns.h"

#include <stdlib.h>

#include "diag.h"
#include "flow.h"

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

/* Calls VISIT for all nodes that may go on to NODE: in the same frame, or calling it. */
static void each_before(struct marking *marking, struct node *node,
                        void (*visit)(struct marking *marking, struct node *from,
                                      const struct node *to))
{
    struct analysis *analysis = marking->analysis;
    size_t index = index_of(analysis, node);

    for (uint32_t edge = analysis->edges_to[index]; edge; edge = analysis->edge[edge - 1].next)
        visit(marking, &analysis->node[analysis->edge[edge - 1].from], node);
    if (index > 0 && flow_next(analysis, node - 1) == node)
        visit(marking, node - 1, node);
}

/* ---- what returns ------------------------------------------------------------------------------- */

static void mark(struct marking *marking, struct node *node, uint32_t broken)
{
    if (node->may_return && (broken & ~node->broken) == 0)
        return;
    node->may_return = true;
    node->broken |= broken;
    enqueue(marking, node);
}

/* A call of a function that returns goes on behind itself, from now on. */
static void mark_before(struct marking *marking, struct node *from, const struct node *to)
{
    const struct node *behind;

    if (flow_callee(marking->analysis, from) != to) {
        mark(marking, from, to->broken);
        return;
    }
    behind = flow_next(marking->analysis, from);
    if (behind && behind->may_return)
        mark(marking, from, behind->broken);
    if (from->reached)
        analysis_requeue(marking->analysis, from);
}

void returns_mark(struct analysis *analysis, struct node *node, uint32_t broken)
{
    struct marking marking = {.analysis = analysis};

    mark(&marking, node, broken);
    while (marking.count)
        each_before(&marking, &analysis->node[marking.queue[--marking.count]], mark_before);
    free(marking.queue);
}

/* ---- what is given back --------------------------------------------------------------------------- */

static void owe(struct marking *marking, struct node *node, uint32_t owed)
{
    if ((owed & ~node->owed) == 0)
        return;
    node->owed |= owed;
    enqueue(marking, node);
}

static void owe_before(struct marking *marking, struct node *from, const struct node *to)
{
    if (flow_callee(marking->analysis, from) != to)
        owe(marking, from, to->owed);
}

static void owe_at_return(void *context, const struct node *node, const struct frame_path *before)
{
    struct marking *marking = context;
    struct node *own = (struct node *)(uintptr_t)node;
    struct frame_state state;

    if (!before || node->effect.flow == FLOW_NEXT)
        return;
    state = analysis_executed(node, before);
    if (flow_returns(marking->analysis, node, &state))
        owe(marking, own, flow_restored(marking->analysis, node, &state));
}

void returns_find_owed(struct analysis *analysis)
{
    struct marking marking = {.analysis = analysis};

    analysis_visit(analysis, owe_at_return, &marking);
    while (marking.count)
        each_before(&marking, &analysis->node[marking.queue[--marking.count]], owe_before);
    free(marking.queue);
}

/* ---- edges -------------------------------------------------------------------------------------- */

static void list_edge(struct analysis *analysis, const struct node *from, const struct node *to)
{
    size_t index = index_of(analysis, to);
    struct edge edge = {(uint32_t)index_of(analysis, from), analysis->edges_to[index]};

    array_push(analysis->edge, analysis->edges_count, analysis->edges_capacity, edge);
    analysis->edges_to[index] = (uint32_t)analysis->edges_count;
}

void returns_add_edge(struct analysis *analysis, const struct node *from, const struct node *to)
{
    if (!edge_set_add(&analysis->added, (uint32_t)index_of(analysis, from),
                      (uint32_t)index_of(analysis, to)))
        return;
    list_edge(analysis, from, to);
    if (to->may_return)
        returns_mark(analysis, (struct node *)(uintptr_t)from, to->broken);
}

struct origin {
    struct analysis *analysis;
    const struct node *from;
};

static void list_target(void *context, struct node *target)
{
    struct origin *origin = context;

    list_edge(origin->analysis, origin->from, target);
}

void returns_prepare(struct analysis *analysis)
{
    struct frame_state state;

    frame_state_without_caller(&state, FRAME_DISPUTED);
    analysis->edges_to = must_realloc(NULL, analysis->count, sizeof(*analysis->edges_to));
    for (size_t i = 0; i < analysis->count; i++)
        analysis->edges_to[i] = 0;
    for (size_t i = 0; i < analysis->count; i++) {
        struct origin origin = {analysis, &analysis->node[i]};
        const struct node *callee = flow_callee(analysis, origin.from);
        if (callee)
            list_edge(analysis, origin.from, callee);
        if (flow_is_static(origin.from))
            flow_targets(analysis, origin.from, &state, list_target, &origin);
    }
}
