/* SPDX-License-Identifier: MIT */
/* Solves code that would run if a call, or the handler of a trap, came back. For analysis.c. */
#include "analysis/assumed_code.h"

#include "analysis/analysis.h"
#include "analysis/cfg_edges.h"
#include "analysis/fixpoint.h"
#include "analysis/transfer.h"

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
    struct frame_state after;
    struct arrival arrival = {analysis, node, &after};
    struct node *next = node_after(analysis, node);

    if (!next)
        return;
    after = analysis_executed(node, path);
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
}
