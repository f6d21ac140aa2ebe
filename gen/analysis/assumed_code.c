/* SPDX-License-Identifier: MIT */
/* Solves code to which no path leads, by what comes before and after it. For analysis.c. */
#include "analysis/assumed_code.h"

#include "analysis/analysis.h"
#include "analysis/fixpoint.h"
#include "analysis/regions.h"
#include "analysis/transfer.h"

/* ---- code after a call or trap --------------------------------------------------------------- */

/*
 * The node that runs if the call or trap NODE comes back, if nothing else leads there. If a call
 * comes back elsewhere, the instruction before the return address stands for it in the table.
 */
static struct node *node_after(const struct analysis *analysis, const struct node *node)
{
    struct node *next = analysis_own(analysis, node->at.address + node->at.size_bytes);
    uint32_t back = analysis_is_call(node) ? node->effect.back : 0;

    while (next && next->effect.nop && !node_has_state(next) && !back)
        next = analysis_own(analysis, next->at.address + next->at.size_bytes);
    if (back)
        next = analysis_own(analysis, back);
    if (next && back)
        next = next > analysis->node ? next - 1 : NULL;
    return next && !node_has_state(next) &&
                   image_function_at(analysis->image, next->at.address) ==
                       image_function_at(analysis->image, node->at.address)
               ? next
               : NULL;
}

static void assume_return(struct analysis *analysis, const struct node *node,
                          const struct frame_path *path)
{
    struct frame_state spare, after;
    struct arrival arrival = {analysis, node, &after};
    struct node *next = node_after(analysis, node);

    if (!next)
        return;
    frame_state_copy(&after, analysis_executed(node, path, &spare));
    analysis_pass(analysis, node, &after);
    analysis->assuming = true;
    fixpoint_arrive_at(&arrival, next);
    fixpoint_drain(analysis);
    analysis->assuming = false;
}

/* Whether the current region has code without a state. node_after() does not return other NOPs. */
static bool has_unreached(const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        const struct node *node = &analysis->node[i];
        if (!node_has_state(node) && (!node->effect.nop || node->before_back))
            return true;
    }
    return false;
}

/* ---- code that leads to known code ----------------------------------------------------------- */

/*
 * Whether NODE only computes registers, and then continues at one instruction. All else of the
 * frame is the same before and after NODE.
 */
static bool keeps_frame(const struct node *node)
{
    const struct effect *effect = &node->effect;

    switch (effect->kind) {
    case EFFECT_OTHER:
    case EFFECT_MOVE:
    case EFFECT_CONST:
    case EFFECT_MOVT:
    case EFFECT_ADD:
    case EFFECT_SUB:
    case EFFECT_LOAD:
        break;
    default:
        return false;
    }
    return (effect->flow == FLOW_NEXT || effect->flow == FLOW_JUMP) && !effect->elsewhere &&
           !effect->traps && !effect_is_conditional(effect) && !node->linked;
}

/* Whether NODE may run before code whose state is known: NODE has none, and keeps the frame. */
static bool may_lead(const struct node *node)
{
    return !node_has_state(node) && keeps_frame(node) && !analysis_is_filler(node);
}

/* The node at which NODE continues, for which keeps_frame() is true. */
static struct node *node_next(const struct analysis *analysis, const struct node *node)
{
    return analysis_find(analysis, node->effect.flow == FLOW_JUMP
                                       ? node->effect.target
                                       : node->at.address + node->at.size_bytes);
}

/*
 * The state that paths bring to the code to which NODE leads. NULL if that code begins a function,
 * or if no path leads there.
 */
static const struct frame_state *state_ahead(const struct analysis *analysis,
                                             const struct node *node)
{
    struct node *next = node_next(analysis, node);
    const struct region_entry *entry;

    if (!next || image_function_starts(analysis->image, next->at.address))
        return NULL;
    if (!next->outside)
        return next->reached ? next->state : NULL;
    entry = region_entry_of(next);
    return entry->jumped && !entry->called ? entry->arrived : NULL;
}

/*
 * NODE leads to code with the state STATE, and nothing leads to NODE. Gives NODE, and the straight
 * code before it, this state without the values of the registers that the code writes.
 */
static void lead_to(struct analysis *analysis, struct node *node, const struct frame_state *state)
{
    struct node *first = node;
    struct frame_state before;
    struct arrival arrival = {analysis, node, &before};

    frame_state_copy(&before, state);
    frame_state_mix(&before, effect_written(&node->effect));
    while (first > analysis->node && may_lead(first - 1) && node_next(analysis, first - 1) == first)
        frame_state_mix(&before, effect_written(&(--first)->effect));
    analysis->assuming = true;
    fixpoint_arrive_at(&arrival, first);
    fixpoint_drain(analysis);
    analysis->assuming = false;
    for (; first <= node; first++)
        first->leads = true;
}

static void assume_leads(struct analysis *analysis)
{
    for (size_t i = analysis->count; i-- > 0;) {
        struct node *node = &analysis->node[i];
        const struct frame_state *state = may_lead(node) ? state_ahead(analysis, node) : NULL;
        if (state && frame_state_has_caller(state))
            lead_to(analysis, node, state);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

void assumed_code_solve(struct analysis *analysis)
{
    struct frame_path path;

    if (!has_unreached(analysis))
        return;
    for (size_t i = 0; i < analysis->count; i++) {
        const struct node *node = &analysis->node[i];
        if (!node_has_state(node))
            continue;
        if (node->state)
            frame_path_begin(&path, node->state);
        if (analysis_is_call(node) || node->effect.flow == FLOW_TRAP)
            assume_return(analysis, node, &path);
        analysis_step(analysis, node, &path);
    }
    assume_leads(analysis);
}
