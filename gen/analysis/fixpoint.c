/* SPDX-License-Identifier: MIT */
/*
 * Carries states along the edges of the control-flow graph until no state changes.
 *
 * This file and noreturn.c are one iteration in two files. Whether code after a call is reached
 * depends on whether the callee returns (noreturn.c), and whether a function returns depends on the
 * states (this file). This file reports returns and new edges with noreturn_mark() and
 * noreturn_add_edge(). noreturn.c puts calls that return now back into the queue with
 * fixpoint_requeue().
 */
#include "analysis/fixpoint.h"

#include "analysis/carried_addresses.h"
#include "analysis/cfg_edges.h"
#include "analysis/cfg_returns.h"
#include "analysis/computed_jumps.h"
#include "analysis/noreturn.h"
#include "analysis/regions.h"
#include "analysis/sure_jumps.h"
#include "analysis/transfer.h"
#include "frame/frame_call.h"
#include "util/memory.h"

/* ---- a state arrives at a node --------------------------------------------------------------- */

static void enqueue(struct analysis *analysis, struct node *node)
{
    if (node->queued)
        return;
    node->queued = true;
    array_push(analysis->queue, analysis->queue_count, analysis->queue_capacity,
               (size_t)(node - analysis->node));
}

void fixpoint_requeue(struct analysis *analysis, struct node *node)
{
    while (!node->state)
        node--;
    enqueue(analysis, node);
}

/* Where NODE becomes a leader, a jump after it may no longer be sure: then the path continues. */
static void doubt(struct analysis *analysis, struct node *node)
{
    struct node *jump = sure_jumps_doubt(analysis, node);
    const struct node *next = jump ? cfg_next(analysis, jump) : NULL;

    if (next)
        noreturn_mark(analysis, jump, &next->returns);
}

/*
 * Makes NODE a leader. If a block has run across NODE before, that block must now end here, so it
 * runs again.
 */
static void split_block(struct analysis *analysis, struct node *node)
{
    if (!node->leader)
        doubt(analysis, node);
    if (!node->leader && node_has_state(node))
        fixpoint_requeue(analysis, node);
    node->leader = true;
}

static struct frame_state *new_state(struct analysis *analysis)
{
    if (analysis->states_used == analysis->states_count)
        array_push(analysis->state, analysis->states_count, analysis->states_capacity,
                   must_realloc(NULL, 1, sizeof(struct frame_state)));
    return analysis->state[analysis->states_used++];
}

/* STATE arrives at NODE of another region. */
static void arrive_far(struct analysis *analysis, struct node *node,
                       const struct frame_state *state)
{
    struct region_entry *entry = region_entry_of(node);

    if (analysis->regions->settled)
        return;
    analysis->regions->region[analysis->region].switches |=
        state->context == FRAME_HOME &&
        forced_contexts_at(&analysis->regions->forced, node->at.address) == FRAME_HANDLER;
    entry->jumped = true;
    analysis->regions->region[entry->region].jumped = true;
    if (region_entry_arrive(entry, state))
        regions_enqueue(analysis->regions, entry->region);
}

/*
 * Whether STATE, which has no caller, jumps to a function that is called. The jump counts as a call
 * that does not come back: functions are compiled for their callers. Notes it if the function would
 * return to interrupted code.
 */
static bool is_call_without_caller(const struct analysis *analysis, const struct node *node,
                                   const struct frame_state *state)
{
    struct region_entry *entry;

    if (!frame_state_is_outermost(state))
        return false;
    entry = region_entries_called(&analysis->regions->entries, node->at.address);
    if (!entry)
        return false;
    if (frame_state_keeps_interrupted(state) && !analysis->regions->settled)
        entry->interrupted = true;
    return true;
}

/* STATE holds before NODE on one path: joins it into the state of NODE. */
void fixpoint_arrive(struct analysis *analysis, struct node *node, const struct frame_state *state)
{
    struct frame_state forced;

    if (is_call_without_caller(analysis, node, state) ||
        (analysis->assuming && (node->outside || node->reached)))
        return;
    if (node->outside) {
        arrive_far(analysis, node, state);
        return;
    }
    if (node->forced != FRAME_HOME && node->forced != state->context) {
        frame_state_without_caller(&forced, node->forced);
        state = &forced;
    }
    split_block(analysis, node);
    if (!node->state) {
        node->state = new_state(analysis);
        frame_state_copy(node->state, state);
    } else if (!frame_state_join(node->state, state)) {
        return;
    }
    enqueue(analysis, node);
}

/* Whether TARGET is the start of a function that others call. */
static bool is_called_function(const struct analysis *analysis, const struct node *target)
{
    return region_entries_called(&analysis->regions->entries, target->at.address) &&
           image_function_starts(analysis->image, target->at.address);
}

/*
 * Whether a jump to TARGET in STATE is a call by hand whose return address is not understood: the
 * frame is still there, and TARGET is a function that others call.
 */
static bool is_call_by_hand(const struct analysis *analysis, const struct node *target,
                            const struct frame_state *state)
{
    struct value sp = frame_state_register(state, BOBBIN_SP);

    return state->context == FRAME_HOME && sp.kind == VALUE_CFA && sp.number < 0 &&
           is_called_function(analysis, target);
}

/*
 * Whether a jump to TARGET in STATE may be a tail call, although sp is not known: lr may be the
 * return address, and TARGET is a function that others call. Its own frame is then as after a call.
 */
static bool is_tail_call(const struct analysis *analysis, const struct node *target,
                         const struct frame_state *state)
{
    struct value lr = frame_state_register(state, BOBBIN_LR);

    return state->context == FRAME_HOME && cfg_left_frame(state) &&
           (lr.kind == VALUE_MIXED || frame_is_entry(lr, BOBBIN_LR)) &&
           is_called_function(analysis, target);
}

void fixpoint_arrive_at(void *context, struct node *target)
{
    struct arrival *arrival = context;

    if (!cfg_is_static(arrival->from))
        noreturn_add_edge(arrival->analysis, arrival->from, target);
    if (is_call_by_hand(arrival->analysis, target, arrival->state) ||
        is_tail_call(arrival->analysis, target, arrival->state))
        return;
    fixpoint_arrive(arrival->analysis, target, arrival->state);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Records for find_labels() in analysis.c that the region has a jump to another frame. */
static void note_jump(struct analysis *analysis, const struct node *node,
                      const struct frame_state *before)
{
    struct region *region = &analysis->regions->region[analysis->region];

    if (analysis->regions->settled)
        return;
    region->leaves |= cfg_other_frame(analysis, node, before) != NULL;
}

/* NODE returns in state BEFORE. */
static void mark_return(struct analysis *analysis, struct node *node,
                        const struct frame_state *before)
{
    const struct returns returns = {
        .any = true,
        .firm = !frame_state_is_disputed(before) && before->context != FRAME_UNKNOWN,
        .broken = FRAME_ALL_RESTORED & ~cfg_restored(analysis, node, before)};

    if (!analysis->assuming)
        noreturn_mark(analysis, node, &returns);
}

/*
 * Notes that the current region has a jump that may be a return. Later, trust_returns in analysis.c
 * decides whether the jump is a return.
 */
static void note_unsure(struct analysis *analysis, const struct node *node,
                        const struct frame_state *before)
{
    bool disputed = frame_state_is_disputed(before) &&
                    (node->effect.flow == FLOW_INDIRECT || node->effect.flow == FLOW_LOADED);

    if (!analysis->regions->settled && (disputed || cfg_may_be_tail_call(analysis, node, before)))
        analysis->regions->region[analysis->region].unsure = true;
}

/* Notes that code with a caller leaves with the sp of another stack, or by an exception return. */
static void note_switch(struct analysis *analysis, const struct node *node,
                        const struct frame_state *before)
{
    struct region *region = &analysis->regions->region[analysis->region];
    bool leaves = node->effect.flow == FLOW_INDIRECT || node->effect.flow == FLOW_LOADED;

    if (analysis->regions->settled || !frame_state_has_caller(before))
        return;
    region->switches |= node->effect.flow == FLOW_EXCEPTION ||
                        (leaves && (frame_state_register(before, BOBBIN_SP).kind == VALUE_OTHER ||
                                    (node->effect.list & EFFECT_BIT(BOBBIN_SP))));
}

/*
 * NODE is a local call of code without a caller. The state AFTER it does not tell which local call
 * a return comes from, so each local call counts as one that returns.
 */
static void come_back(struct analysis *analysis, const struct node *node,
                      const struct frame_state *after)
{
    struct node *back = analysis_own(analysis, node->at.address + node->at.size_bytes);

    if (!back)
        return;
    noreturn_add_edge(analysis, node, back);
    fixpoint_arrive(analysis, back, after);
}

/* Carries the state to the targets of the jump or call NODE, and reports a return. */
static void jump(struct analysis *analysis, struct node *node, const struct frame_path *path)
{
    const struct frame_state *before;
    struct frame_state spare, after;
    struct arrival arrival = {analysis, node, &after};

    if (node->effect.flow == FLOW_NEXT)
        return;
    before = analysis_executed(node, path, &spare);
    frame_state_copy(&after, before);
    analysis_pass(analysis, node, &after);
    cfg_targets(analysis, node, before, fixpoint_arrive_at, &arrival);
    if (node->effect.kind == EFFECT_LOCAL_CALL && !frame_state_has_caller(before))
        come_back(analysis, node, &after);
    if (cfg_is_computed(analysis, node, before))
        computed_jumps_follow(analysis, node, before);
    note_jump(analysis, node, before);
    note_unsure(analysis, node, before);
    note_switch(analysis, node, before);
    if (cfg_returns(analysis, node, before))
        mark_return(analysis, node, before);
    else if (cfg_continues_unseen(analysis, node, before) && !analysis->assuming)
        noreturn_mark(analysis, node, &(struct returns){.any = true});
}

static bool is_in_function(const struct analysis *analysis, const struct image_function *function,
                           const struct node *node)
{
    return function && node->at.address >= function->address &&
           node->at.address < image_function_end(analysis->image, function);
}

/*
 * NODE is a call. Its callee may jump back to the labels of this function (non-local goto): carries
 * the state after the call there.
 */
static void jump_back(struct analysis *analysis, const struct node *node,
                      const struct frame_path *path)
{
    const struct regions *regions = analysis->regions;
    const struct region *region = &regions->region[analysis->region];
    size_t i = array_lower_bound(regions->label, regions->labels_count, address, region->start);
    struct frame_state after;

    for (; i < regions->labels_count && regions->label[i].address < region->end; i++) {
        uint32_t label = regions->label[i].address;
        if (!is_in_function(analysis, image_function_at(analysis->image, label), node))
            continue;
        after = analysis_after_call(analysis, node, path);
        frame_state_jump_back(&after);
        fixpoint_arrive(analysis, analysis_own(analysis, label), &after);
    }
}

/*
 * Whether the region ends with SVC, HVC or SMC that does not come back. After it there is only
 * padding, and then NEXT, a function that others call and that returns with lr. In STATE, lr is not
 * the return address, so no code falls into NEXT.
 */
static bool ends_with_trap(const struct analysis *analysis, struct node *next,
                           const struct frame_state *state)
{
    const struct node *last = &analysis->node[analysis->count - 1];
    struct value lr = frame_state_register(state, BOBBIN_LR);
    const struct region_entry *entry = region_entry_of(next);

    while (last > analysis->node && last->effect.nop)
        last--;
    return last->effect.traps && lr.kind == VALUE_OTHER && entry->by_call &&
           image_function_starts(analysis->image, next->at.address);
}

/* The region continues at NEXT, in the region after it. */
static void fall(struct analysis *analysis, struct node *next)
{
    struct regions *regions = analysis->regions;
    struct region *region = &regions->region[analysis->region];

    if (region->falls || regions->settled)
        return;
    region->falls = true;
    region_entries_refer_late(&regions->entries, region_entry_of(next), analysis->region);
    noreturn_mark(analysis, &analysis->node[analysis->count - 1], &next->returns);
}

/* Runs a block: from a leader to the next one, or to the end of the path. */
static void run_from(struct analysis *analysis, struct node *node)
{
    struct frame_path path;
    struct node *next;

    frame_path_begin(&path, node->state);
    do {
        *(analysis->assuming ? &node->assumed : &node->reached) = true;
        jump(analysis, node, &path);
        if (node->carries)
            carried_addresses_follow(analysis, node, &path);
        if (analysis->regions->labels_count && analysis_is_call(node))
            jump_back(analysis, node, &path);
        next = cfg_next(analysis, node);
        analysis_step(analysis, node, &path);
        node = next;
    } while (next && !next->leader);
    if (!next)
        return;
    frame_path_merge(&path);
    if (next->outside && ends_with_trap(analysis, next, &path.state))
        return;
    if (next->outside)
        fall(analysis, next);
    fixpoint_arrive(analysis, next, &path.state);
}

void fixpoint_drain(struct analysis *analysis)
{
    while (analysis->queue_count) {
        struct node *node = &analysis->node[analysis->queue[--analysis->queue_count]];
        node->queued = false;
        run_from(analysis, node);
    }
}
