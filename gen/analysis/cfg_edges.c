/* SPDX-License-Identifier: MIT */
/* Finds the edges of the control-flow graph: where an instruction continues. */
#include "analysis/cfg_edges.h"

#include "analysis/cfg_returns.h"
#include "analysis/jump_tables.h"
#include "analysis/regions.h"
#include "util/memory.h"

/* ---- jumps ----------------------------------------------------------------------------------- */

static bool is_in_other_frame(const struct frame_state *state)
{
    return frame_state_register(state, BOBBIN_SP).kind == VALUE_OTHER;
}

struct node *cfg_other_frame(const struct analysis *analysis, const struct node *node,
                             const struct frame_state *state)
{
    struct value pc = {VALUE_OTHER, 0};

    if (node->effect.flow == FLOW_INDIRECT && is_in_other_frame(state))
        pc = cfg_pc_value(analysis, node, state);
    return pc.kind == VALUE_CONST ? analysis_find(analysis, (uint32_t)pc.number & ~1u) : NULL;
}

static void visit_local_returns(const struct analysis *analysis, struct value calls,
                                cfg_visitor *visit, void *context)
{
    uint32_t group = calls.kind >> VALUE_OWNER_SHIFT;

    for (uint32_t left = (uint32_t)calls.number; left; left &= left - 1)
        analysis_visit_at(
            analysis,
            local_calls_back(&analysis->regions->locals, group, (uint32_t)__builtin_ctz(left)),
            visit, context);
}

static void visit_indirect(const struct analysis *analysis, const struct node *node,
                           const struct frame_state *state, cfg_visitor *visit, void *context)
{
    struct value pc = cfg_pc_value(analysis, node, state);

    /*
     * With an sp that is not of this frame, the jump goes to another frame: to that of setjmp, or
     * by a non-local goto of GCC.
     */
    if (is_in_other_frame(state))
        return;
    if (value_is_local(pc)) {
        visit_local_returns(analysis, pc, visit, context);
    } else if (pc.kind == VALUE_CONST) {
        analysis_visit_at(analysis, (uint32_t)pc.number, visit, context);
    } else if (!cfg_writes_return_address(analysis, node, state)) {
        if (node->effect.flow == FLOW_INDIRECT)
            jump_tables_visit_distances(analysis, node, visit, context);
        if (!cfg_returns(analysis, node, state))
            jump_tables_visit_labels(analysis, node, visit, context);
    }
}

/* Whether NODE is an exception return to a constant (insn/returned_constant.h). */
static bool enters_constant(const struct node *node)
{
    return node->effect.flow == FLOW_EXCEPTION && node->effect.target;
}

bool cfg_is_static(const struct node *node)
{
    return node->effect.flow == FLOW_JUMP || node->effect.flow == FLOW_TABLE ||
           (effect_is_call(&node->effect) && !node->effect.back) ||
           effect_jumps_to_literal(&node->effect) || enters_constant(node);
}

/*
 * To the frame of the call, an exception that is caught here is another way for the call to return.
 */
static void visit_landing_pad(const struct analysis *analysis, const struct node *node,
                              cfg_visitor *visit, void *context)
{
    const struct landing_pad *site = landing_pads_at(&analysis->pads, node->at.address);

    if (site)
        analysis_visit_at(analysis, site->pad, visit, context);
}

void cfg_targets(const struct analysis *analysis, const struct node *node,
                 const struct frame_state *state, cfg_visitor *visit, void *context)
{
    switch (node->effect.flow) {
    case FLOW_JUMP:
        analysis_visit_at(analysis, node->effect.target, visit, context);
        break;
    case FLOW_TABLE:
        jump_tables_visit(analysis, node, visit, context);
        break;
    case FLOW_CALL:
    case FLOW_CALL_INDIRECT:
        visit_landing_pad(analysis, node, visit, context);
        if (node->effect.back && (!node->callee || node->callee->returns.any))
            analysis_visit_at(analysis, node->effect.back, visit, context);
        break;
    case FLOW_INDIRECT:
    case FLOW_LOADED:
        visit_indirect(analysis, node, state, visit, context);
        break;
    case FLOW_EXCEPTION:
        if (enters_constant(node))
            analysis_visit_at(analysis, node->effect.target, visit, context);
        break;
    default:
        break;
    }
}

/* ---- the next instruction -------------------------------------------------------------------- */

static const struct image_function *function_of(const struct analysis *analysis,
                                                const struct node *node)
{
    return image_function_at(analysis->image, node->at.address);
}

static struct node *instruction_after(const struct analysis *analysis, const struct node *node)
{
    uint32_t end = node->at.address + node->at.size_bytes;
    const struct node *next = node + 1;

    if (node->outside || next == analysis->node + analysis->count)
        return analysis_find(analysis, end);
    return next->at.address == end ? (struct node *)(uintptr_t)next : NULL;
}

/*
 * Whether the function ends after the call NODE, whose callee is unknown. Then the call does not
 * return: the next instruction, after the padding, belongs to another function.
 */
static bool leaves_function(const struct analysis *analysis, const struct node *node,
                            const struct node *next)
{
    const struct image_function *function;

    while (next && next->effect.nop)
        next = instruction_after(analysis, next);
    function = next ? function_of(analysis, next) : NULL;
    return !next || (function && function->address == next->at.address &&
                     function != function_of(analysis, node));
}

/* Whether the function of NODE has landing pads. Then a compiler made it. */
static bool has_landing_pads(const struct analysis *analysis, const struct node *node)
{
    const struct landing_pads *pads = &analysis->pads;
    const struct image_function *function = function_of(analysis, node);
    size_t i = function ? array_lower_bound(pads->pad, pads->count, start, function->address)
                        : pads->count;

    return i < pads->count && pads->pad[i].start - function->address < function->size_bytes;
}

/*
 * Whether the function after the call NODE is called, or jumped to, from elsewhere. Code does not
 * fall into such a function, so the call does not come back, although its callee may return.
 * Hand-written start-up code may fall into the next function, but gives it no size. Compiled code
 * falls into no function.
 */
static bool is_last_call(const struct analysis *analysis, const struct node *node,
                         const struct node *next)
{
    const struct image_function *function;

    while (next && next->effect.nop && !next->outside)
        next = instruction_after(analysis, next);
    if (!next || !next->outside || !leaves_function(analysis, node, next))
        return false;
    function = function_of(analysis, next);
    return function->size_bytes && (has_landing_pads(analysis, node) ||
                                    regions_is_entered(analysis->regions, next->at.address));
}

struct node *cfg_next(const struct analysis *analysis, const struct node *node)
{
    struct node *next = instruction_after(analysis, node);
    const struct node *callee;

    if (!next || node->effect.flow == FLOW_NEXT ||
        (effect_is_conditional(&node->effect) && !node->sure))
        return next;
    if (!effect_is_call(&node->effect) || node->effect.back)
        return NULL;
    callee = node->callee;
    if (callee && !callee->returns.any)
        return NULL;
    if (callee && callee->returns.firm && !is_last_call(analysis, node, next))
        return next;
    return leaves_function(analysis, node, next) ? NULL : next;
}
