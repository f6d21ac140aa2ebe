/* SPDX-License-Identifier: MIT */
/* Assumes the targets of computed jumps. For fixpoint.c, solve_regions.c and analysis.c. */
#include "analysis/computed_jumps.h"

#include <string.h>

#include "analysis/analysis.h"
#include "analysis/cfg_returns.h"
#include "analysis/fillers.h"
#include "analysis/fixpoint.h"
#include "analysis/jump_tables.h"
#include "analysis/regions.h"
#include "analysis/solve_regions.h"
#include "analysis/transfer.h"
#include "util/memory.h"

static bool may_be_computed(const struct node *node)
{
    return node->reached && (node->effect.flow == FLOW_TABLE || node->effect.flow == FLOW_INDIRECT);
}

void computed_jumps_note(struct analysis *analysis)
{
    struct region *region = &analysis->regions->region[analysis->region];
    bool jumps = false, unreached = false;

    if (analysis->regions->settled)
        return;
    for (size_t i = 0; i < analysis->count; i++) {
        const struct node *node = &analysis->node[i];
        jumps |= may_be_computed(node);
        unreached |= !node->reached && (!node->effect.nop || fillers_may_speak(analysis, node));
    }
    region->computed = jumps && unreached;
    region->unreached = unreached;
}

void computed_jumps_follow(struct analysis *analysis, struct node *node,
                           const struct frame_state *before)
{
    const struct regions *regions = analysis->regions;
    uint32_t address = node->at.address;
    struct arrival arrival = {analysis, node, before};

    for (size_t i = array_lower_bound(regions->computed, regions->computed_count, from, address);
         i < regions->computed_count && regions->computed[i].from == address; i++)
        fixpoint_arrive_at(&arrival, analysis_own(analysis, regions->computed[i].to));
}

/* ---- assumed targets ------------------------------------------------------------------------- */

/* The jump NODE may go to TARGET. */
static void assume(struct analysis *analysis, const struct node *node, struct node *target,
                   const struct frame_state *state)
{
    struct regions *regions = analysis->regions;
    struct far_edge edge = {node->at.address, target->at.address};
    struct arrival arrival = {analysis, node, state};

    size_t at = array_upper_bound(regions->computed, regions->computed_count, from, edge.from);

    array_push(regions->computed, regions->computed_count, regions->computed_capacity, edge);
    memmove(&regions->computed[at + 1], &regions->computed[at],
            (regions->computed_count - 1 - at) * sizeof(edge));
    regions->computed[at] = edge;
    fixpoint_arrive_at(&arrival, target);
}

/* The function of NODE; empty if no symbol names it. */
static struct extent function_of(const struct analysis *analysis, const struct node *node)
{
    return image_function_at(analysis->image, node->at.address) ? jump_tables_extent(analysis, node)
                                                                : (struct extent){0, 0};
}

/* Whether TARGET was assumed to be the target of another computed jump in FUNCTION. */
static bool is_assumed(const struct analysis *analysis, const struct extent *function,
                       const struct node *target)
{
    const struct regions *regions = analysis->regions;
    size_t i = array_lower_bound(regions->computed, regions->computed_count, from, function->start);

    for (; i < regions->computed_count && extent_has(function, regions->computed[i].from); i++)
        if (regions->computed[i].to == target->at.address)
            return true;
    return false;
}

/*
 * Whether a computed jump in FUNCTION may go to TARGET: at most other computed jumps lead there.
 * Each of the jumps has its own state.
 */
static bool may_be_target(const struct analysis *analysis, const struct extent *function,
                          const struct node *target)
{
    return extent_has(function, target->at.address) &&
           (!target->reached || is_assumed(analysis, function, target));
}

/*
 * The node from which on the code after NODE may be its targets. ADD pc, pc, rN reads pc as the
 * address of NODE + 8, in Thumb state + 4. The instruction before that address is a target if rN
 * may be -4 (memcpy of newlib), and not if it jumps, traps or is data.
 */
static struct node *first_target(const struct analysis *analysis, const struct node *node)
{
    struct node *next = analysis_own(analysis, node->at.address + node->at.size_bytes);
    bool adds = node->effect.flow == FLOW_TABLE && node->effect.rn == BOBBIN_PC &&
                node->effect.table_shift == 2; /* not TBB, TBH */

    if (adds && (!next || next->effect.flow != FLOW_NEXT))
        return analysis_own(analysis, image_pc_value(&node->at));
    return next;
}

/* Whether NODE begins a block: no instruction that may continue there stands before it. */
static bool begins_block(const struct analysis *analysis, const struct node *node)
{
    const struct node *before = node - 1;

    if (node == analysis->node || node->label ||
        before->at.address + before->at.size_bytes != node->at.address)
        return true;
    return !effect_may_go_on(&before->effect);
}

/* Whether only no-operations are between NODE and code that other paths reach. */
static bool is_gap(const struct analysis *analysis, const struct extent *function,
                   const struct node *node)
{
    while (node && node->effect.nop && may_be_target(analysis, function, node))
        node = analysis_own(analysis, node->at.address + node->at.size_bytes);
    return !node || !may_be_target(analysis, function, node);
}

/* Whether NODE changes sp, or a callee-saved register that is an address of the frame in STATE. */
static bool moves_frame(const struct node *node, const struct frame_state *state)
{
    uint64_t written = effect_written(&node->effect);

    for (unsigned number = 4; number < 12; number++)
        if (written >> number & 1 && frame_is_address(frame_state_register(state, number)))
            return true;
    return written & EFFECT_BIT(BOBBIN_SP);
}

/*
 * The instructions from the first possible target on that nothing else leads to, each of them. An
 * unrolled loop that is entered in the middle looks like this (__udivsi3, memcpy). No jump goes to
 * the middle of a block after an instruction that moves sp or the frame pointer.
 */
static void assume_next(struct analysis *analysis, const struct node *node,
                        const struct frame_state *state)
{
    const struct extent function = function_of(analysis, node);
    const struct node *end = analysis->node + analysis->count;
    struct node *target = first_target(analysis, node);
    uint32_t address = target ? target->at.address : 0;
    bool moved = false;

    for (; target && target < end && may_be_target(analysis, &function, target) &&
           target->at.address == address;
         target++) {
        if (begins_block(analysis, target))
            moved = false;
        if (!moved)
            assume(analysis, node, target, state);
        moved |= moves_frame(target, state);
        address += target->at.size_bytes;
    }
}

/*
 * Whether NODE may jump to any block of its function. ADD pc, pc, rN does not jump far. Where the
 * frame is as at the entry, the jump may be a tail call.
 */
static bool may_go_anywhere(const struct analysis *analysis, const struct node *node,
                            const struct frame_state *state)
{
    if (node->effect.flow == FLOW_TABLE)
        return node->effect.rn != BOBBIN_PC;
    return !cfg_returns(analysis, node, state);
}

/*
 * The blocks of the function of NODE that nothing leads to. If NODE may be a tail call: only those
 * whose address is taken, because a function without a frame may have a computed goto too.
 */
static void assume_blocks(struct analysis *analysis, const struct node *node,
                          const struct frame_state *state)
{
    const struct extent function = function_of(analysis, node);
    struct node *end = analysis->node + analysis->count;
    struct node *target = analysis_own(analysis, function.start);
    bool anywhere = may_go_anywhere(analysis, node, state);

    if (!anywhere && node->effect.flow != FLOW_INDIRECT)
        return;
    for (; target && target < end && extent_has(&function, target->at.address); target++) {
        if (!may_be_target(analysis, &function, target) || !begins_block(analysis, target) ||
            is_gap(analysis, &function, target) || !(anywhere || target->label))
            continue;
        assume(analysis, node, target, state);
        fixpoint_drain(analysis);
    }
}

typedef void assumer(struct analysis *analysis, const struct node *node,
                     const struct frame_state *state);

/* Calls VISIT for each computed jump of the current region that is reached, with its state. */
static void each_jump(struct analysis *analysis, assumer *visit)
{
    struct frame_path path;
    struct frame_state state, spare;

    for (size_t i = 0; i < analysis->count; i++) {
        const struct node *node = &analysis->node[i];
        if (!node->reached)
            continue;
        if (node->state)
            frame_path_begin(&path, node->state);
        frame_state_copy(&state, analysis_executed(node, &path, &spare));
        if (cfg_is_computed(analysis, node, &state)) {
            visit(analysis, node, &state);
            fixpoint_drain(analysis);
        }
        analysis_step(analysis, node, &path);
    }
}

void computed_jumps_enter(struct analysis *analysis)
{
    for (uint32_t i = 0; i < analysis->regions->count; i++) {
        if (!analysis->regions->region[i].computed)
            continue;
        solve_region(analysis, i);
        each_jump(analysis, assume_next);
        each_jump(analysis, assume_blocks);
        solve_publish(analysis);
        solve_queue(analysis);
    }
}
