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

static void mark(struct marking *marking, struct node *node)
{
    if (node->may_return)
        return;
    node->may_return = true;
    array_push(marking->queue, marking->count, marking->capacity,
               index_of(marking->analysis, node));
}

/* A call of a function that returns goes on behind itself, from now on. */
static void call_comes_back(struct marking *marking, struct node *call)
{
    const struct node *behind = flow_next(marking->analysis, call);

    if (behind && behind->may_return)
        mark(marking, call);
    if (call->reached)
        analysis_requeue(marking->analysis, call);
}

static void spread(struct marking *marking, struct node *node)
{
    struct analysis *analysis = marking->analysis;
    size_t index = index_of(analysis, node);

    for (uint32_t edge = analysis->edges_to[index]; edge; edge = analysis->edge[edge - 1].next) {
        struct node *from = &analysis->node[analysis->edge[edge - 1].from];
        if (flow_callee(analysis, from) == node)
            call_comes_back(marking, from);
        else
            mark(marking, from);
    }
    if (index > 0 && flow_next(analysis, node - 1) == node)
        mark(marking, node - 1);
}

void returns_mark(struct analysis *analysis, struct node *node)
{
    struct marking marking = {.analysis = analysis};

    mark(&marking, node);
    while (marking.count)
        spread(&marking, &analysis->node[marking.queue[--marking.count]]);
    free(marking.queue);
}

static void list_edge(struct analysis *analysis, const struct node *from, const struct node *to)
{
    size_t index = index_of(analysis, to);
    struct edge edge = {(uint32_t)index_of(analysis, from), analysis->edges_to[index]};

    array_push(analysis->edge, analysis->edges_count, analysis->edges_capacity, edge);
    analysis->edges_to[index] = (uint32_t)analysis->edges_count;
}

void returns_add_edge(struct analysis *analysis, const struct node *from, const struct node *to)
{
    size_t source = index_of(analysis, from);
    uint32_t edge = analysis->edges_to[index_of(analysis, to)];

    while (edge && analysis->edge[edge - 1].from != source)
        edge = analysis->edge[edge - 1].next;
    if (edge)
        return;
    list_edge(analysis, from, to);
    if (to->may_return)
        returns_mark(analysis, (struct node *)(uintptr_t)from);
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
        else if (origin.from->effect.flow != FLOW_INDIRECT)
            flow_targets(analysis, origin.from, &state, list_target, &origin);
    }
}
