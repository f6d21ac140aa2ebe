/* SPDX-License-Identifier: MIT */
#include "analysis.h"

#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "flow.h"
#include "leaders.h"
#include "nodes.h"
#include "returns.h"

struct node *analysis_find(const struct analysis *analysis, uint32_t address)
{
    size_t i = array_lower_bound(analysis->node, analysis->count, at.address, address);

    return i < analysis->count && analysis->node[i].at.address == address ? &analysis->node[i]
                                                                          : NULL;
}

/* ---- propagation ------------------------------------------------------------------------------ */

static void enqueue(struct analysis *analysis, struct node *node)
{
    if (node->queued)
        return;
    node->queued = true;
    array_push(analysis->queue, analysis->queue_count, analysis->queue_capacity,
               (size_t)(node - analysis->node));
}

void analysis_requeue(struct analysis *analysis, struct node *node)
{
    while (!node->state)
        node--;
    enqueue(analysis, node);
}

/* Makes NODE the start of a block. The block that ran over it so far must stop here from now on. */
static void split_block(struct analysis *analysis, struct node *node)
{
    if (!node->leader && node->reached)
        analysis_requeue(analysis, node);
    node->leader = true;
}

/* Says that STATE holds before NODE, on some path. */
static void arrive(struct analysis *analysis, struct node *node, const struct frame_state *state)
{
    struct frame_state forced;

    if (node->forced != FRAME_HOME) {
        frame_state_without_caller(&forced, node->forced);
        state = &forced;
    }
    split_block(analysis, node);
    if (!node->state) {
        node->state = must_realloc(NULL, 1, sizeof(*state));
        *node->state = *state;
    } else if (!frame_state_join(node->state, state)) {
        return;
    }
    enqueue(analysis, node);
}

static void arrive_entry(struct analysis *analysis, struct node *node)
{
    struct frame_state state;

    frame_state_entry(&state);
    arrive(analysis, node, &state);
}

bool analysis_is_call(const struct node *node)
{
    return node->effect.flow == FLOW_CALL || node->effect.flow == FLOW_CALL_INDIRECT;
}

/* STATE, which holds before the call NODE, becomes what holds when it comes back. */
static void pass_call(const struct analysis *analysis, const struct node *node,
                      struct frame_state *state)
{
    const struct node *callee = flow_callee(analysis, node);

    frame_state_apply(state, &node->effect, analysis->image, &node->at);
    frame_state_call(state, callee ? callee->broken : 0);
}

static void pass(const struct analysis *analysis, const struct node *node,
                 struct frame_state *state)
{
    if (analysis_is_call(node))
        pass_call(analysis, node, state);
    else
        frame_state_apply(state, &node->effect, analysis->image, &node->at);
}

/* A conditional jump that is not taken leaves one state, and the flags have said which. */
static void step_conditional(const struct analysis *analysis, const struct node *node,
                             struct frame_path *path)
{
    uint8_t condition = node->effect.condition;
    struct frame_state skipped;

    frame_path_split(path, condition);
    if (node->effect.flow == FLOW_NEXT || analysis_is_call(node)) {
        pass(analysis, node, frame_path_executed(path, condition));
    } else {
        skipped = *frame_path_skipped(path, condition);
        frame_path_begin(path, &skipped);
    }
}

void analysis_step(const struct analysis *analysis, const struct node *node,
                   struct frame_path *path)
{
    if (node->effect.condition < CONDITION_ALWAYS) {
        step_conditional(analysis, node, path);
    } else if (node->effect.condition == CONDITION_ALWAYS) {
        pass(analysis, node, &path->state);
        if (frame_path_is_split(path))
            pass(analysis, node, &path->otherwise);
    }
    if (node->effect.sets_flags || analysis_is_call(node))
        frame_path_merge(path);
    frame_path_merge_equal(path);
}

struct frame_state analysis_executed(const struct node *node, const struct frame_path *path)
{
    struct frame_path split;

    if (!frame_path_is_split(path) || node->effect.condition >= CONDITION_ALWAYS)
        return frame_path_joined(path);
    split = *path;
    frame_path_split(&split, node->effect.condition);
    return *frame_path_executed(&split, node->effect.condition);
}

struct frame_state analysis_after_call(const struct analysis *analysis, const struct node *node,
                                       const struct frame_path *path)
{
    struct frame_state state = analysis_executed(node, path);

    pass_call(analysis, node, &state);
    return state;
}

struct arrival {
    struct analysis *analysis;
    const struct node *from;
    const struct frame_state *state;
};

static void arrive_at(void *context, struct node *target)
{
    struct arrival *arrival = context;

    if (!flow_is_static(arrival->from))
        returns_add_edge(arrival->analysis, arrival->from, target);
    arrive(arrival->analysis, target, arrival->state);
}

/* The state at the places that NODE jumps to. */
static void jump(struct analysis *analysis, struct node *node, const struct frame_path *path)
{
    struct frame_state before, after;
    struct arrival arrival = {analysis, node, &after};

    if (node->effect.flow == FLOW_NEXT)
        return;
    before = after = analysis_executed(node, path);
    pass(analysis, node, &after);
    flow_targets(analysis, node, &before, arrive_at, &arrival);
    if (flow_returns(analysis, node, &before))
        returns_mark(analysis, node, FRAME_ALL_RESTORED & ~flow_restored(analysis, node, &before));
}

/* Runs on from a leader to the next one, or to where the path ends. */
static void run_from(struct analysis *analysis, struct node *node)
{
    struct frame_path path;
    struct frame_state joined;
    struct node *next;

    frame_path_begin(&path, node->state);
    do {
        node->reached = true;
        jump(analysis, node, &path);
        next = flow_next(analysis, node);
        analysis_step(analysis, node, &path);
        node = next;
    } while (next && !next->leader);
    if (!next)
        return;
    joined = frame_path_joined(&path);
    arrive(analysis, next, &joined);
}

static void drain(struct analysis *analysis)
{
    while (analysis->queue_count) {
        struct node *node = &analysis->node[analysis->queue[--analysis->queue_count]];
        node->queued = false;
        run_from(analysis, node);
    }
}

/* ---- entries ---------------------------------------------------------------------------------- */

static void enter_called(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        struct node *callee = flow_callee(analysis, &analysis->node[i]);
        if (callee)
            arrive_entry(analysis, callee);
    }
}

/* Functions whose address is taken, and code that has no caller. */
static void enter_known(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->image->functions_count; i++) {
        struct node *node = analysis_find(analysis, analysis->image->functions[i].address);
        if (node && node->taken)
            arrive_entry(analysis, node);
    }
    for (size_t i = 0; i < analysis->count; i++) {
        struct node *node = &analysis->node[i];
        if (node->forced != FRAME_HOME && node->leader)
            arrive_entry(analysis, node);
    }
}

/* Functions that nothing reached: called by hardware, by a debugger, or by nobody. */
static void enter_rest(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->image->functions_count; i++) {
        struct node *node = analysis_find(analysis, analysis->image->functions[i].address);
        if (node && !node->reached) {
            arrive_entry(analysis, node);
            drain(analysis);
        }
    }
}

static void enter_computed(struct analysis *analysis)
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
        flow_computed_targets(analysis, node, &state, arrive_at, &arrival);
        analysis_step(analysis, node, &path);
        drain(analysis);
    }
}

/* What holds at LABEL, to which a function that this one has called jumps back: as behind any call. */
static void enter_label(struct analysis *analysis, struct node *label)
{
    const struct image_function *function = image_function_at(analysis->image, label->at.address);
    struct node *end = analysis->node + analysis->count;
    struct frame_path path;
    struct frame_state after;

    if (!function)
        return;
    for (struct node *node = analysis_find(analysis, function->address);
         node && node < end && node->at.address - function->address < function->size_bytes;
         node++) {
        if (node->state)
            frame_path_begin(&path, node->state);
        if (!node->reached)
            continue;
        if (analysis_is_call(node)) {
            after = analysis_after_call(analysis, node, &path);
            frame_state_jump_back(&after);
            arrive(analysis, label, &after);
        }
        analysis_step(analysis, node, &path);
    }
}

static void find_label(void *context, const struct node *node, const struct frame_path *before)
{
    struct analysis *analysis = context;
    struct frame_state state;
    struct node *label;

    if (!before || node->effect.flow != FLOW_INDIRECT)
        return;
    state = analysis_executed(node, before);
    label = flow_other_frame(analysis, node, &state);
    if (label)
        enter_label(analysis, label);
}

int analysis_run(struct analysis *analysis, const struct image *image,
                 const struct row_list *believed)
{
    int status;

    memset(analysis, 0, sizeof(*analysis));
    analysis->image = image;
    status = nodes_read(analysis);
    if (status != STATUS_GOOD)
        return status;
    landing_pads_find(&analysis->pads, image);
    leaders_find(analysis, believed);
    returns_prepare(analysis);
    enter_called(analysis);
    enter_known(analysis);
    drain(analysis);
    enter_rest(analysis);
    enter_computed(analysis);
    analysis_visit(analysis, find_label, analysis);
    drain(analysis);
    returns_find_owed(analysis);
    return status;
}

void analysis_visit(const struct analysis *analysis,
                    void (*visit)(void *context, const struct node *node,
                                  const struct frame_path *before),
                    void *context)
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

void analysis_free(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++)
        free(analysis->node[i].state);
    landing_pads_free(&analysis->pads);
    free(analysis->node);
    free(analysis->edge);
    free(analysis->edges_to);
    edge_set_free(&analysis->added);
    free(analysis->queue);
    memset(analysis, 0, sizeof(*analysis));
}
