/* SPDX-License-Identifier: MIT */
/* The transfer function of the analysis: changes a state from before an instruction to after it. */
#include "analysis/transfer.h"

#include "analysis/kept_registers.h"
#include "frame/frame_call.h"
#include "frame/frame_effect.h"

bool analysis_is_call(const struct node *node)
{
    return effect_is_call(&node->effect);
}

/* The registers of r0-r3 and r12 that hold what a caller needs back, as EFFECT_BITs. */
static uint64_t worth_keeping(const struct frame_state *state)
{
    static const unsigned number[] = {0, 1, 2, 3, 12};
    uint64_t worth = 0;

    for (size_t i = 0; i < sizeof(number) / sizeof(number[0]); i++)
        if (state->core[number[i]].kind == VALUE_ENTRY)
            worth |= EFFECT_BIT(number[i]);
    return worth;
}

/* Changes STATE from before the call NODE to after its return. */
static void pass_call(const struct analysis *analysis, const struct node *node,
                      struct frame_state *state)
{
    const struct node *callee = node->callee;
    uint64_t worth;

    frame_state_apply(state, &node->effect, analysis->image, &node->at);
    worth = worth_keeping(state);
    frame_state_call(state, callee ? callee->returns.broken : 0,
                     callee && worth ? kept_registers(analysis, &callee->at, worth) : 0);
}

void analysis_pass(const struct analysis *analysis, const struct node *node,
                   struct frame_state *state)
{
    if (analysis_is_call(node))
        pass_call(analysis, node, state);
    else
        frame_state_apply(state, &node->effect, analysis->image, &node->at);
}

/*
 * Splits PATH by the condition of NODE. After a conditional jump that is not taken only one state
 * remains.
 */
static void step_conditional(const struct analysis *analysis, const struct node *node,
                             struct frame_path *path)
{
    uint8_t condition = node->effect.condition;
    struct frame_state skipped;

    frame_path_split(path, condition);
    if (node->effect.flow == FLOW_NEXT || analysis_is_call(node)) {
        analysis_pass(analysis, node, frame_path_executed(path, condition));
    } else {
        frame_state_copy(&skipped, frame_path_skipped(path, condition));
        frame_path_begin(path, &skipped);
    }
}

void analysis_step(const struct analysis *analysis, const struct node *node,
                   struct frame_path *path)
{
    if (node->effect.condition < CONDITION_ALWAYS) {
        step_conditional(analysis, node, path);
    } else if (node->effect.condition == CONDITION_ALWAYS) {
        analysis_pass(analysis, node, &path->state);
        if (frame_path_is_split(path))
            analysis_pass(analysis, node, &path->otherwise);
    }
    if (node->effect.sets_flags || analysis_is_call(node))
        frame_path_merge(path);
    frame_path_merge_equal(path);
}

const struct frame_state *analysis_executed(const struct node *node, const struct frame_path *path,
                                            struct frame_state *spare)
{
    struct frame_path split;

    if (!frame_path_is_split(path))
        return &path->state;
    if (node->effect.condition >= CONDITION_ALWAYS) {
        *spare = frame_path_joined(path);
        return spare;
    }
    frame_path_copy(&split, path);
    frame_path_split(&split, node->effect.condition);
    frame_state_copy(spare, frame_path_executed(&split, node->effect.condition));
    return spare;
}

struct frame_state analysis_after_call(const struct analysis *analysis, const struct node *node,
                                       const struct frame_path *path)
{
    struct frame_state spare, state;

    frame_state_copy(&state, analysis_executed(node, path, &spare));
    pass_call(analysis, node, &state);
    return state;
}

static bool is_returned_to_by_itself(const struct node *node)
{
    return analysis_is_call(node) && !node->effect.back;
}

bool analysis_is_returned_to(const struct node *node)
{
    return node->before_back || is_returned_to_by_itself(node);
}

struct frame_state analysis_returned(const struct analysis *analysis, const struct node *node,
                                     const struct frame_path *path)
{
    const struct node *back = node + 1;
    struct frame_state state;

    if (!is_returned_to_by_itself(node))
        return back->state ? *back->state : *analysis_executed(node, path, &state);
    state = analysis_after_call(analysis, node, path);
    if (node->before_back && back->state)
        frame_state_join(&state, back->state);
    return state;
}
