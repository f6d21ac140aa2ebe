/* SPDX-License-Identifier: MIT */
/* Finds out whether an instruction returns to the caller, and with which registers. */
#include "analysis/cfg_returns.h"

#include "analysis/jump_tables.h"
#include "analysis/regions.h"
#include "frame/frame_effect.h"
#include "frame/frame_mode.h"
#include "frame/frame_place.h"

/* Of the words that a load reads, pc gets the last one. */
struct value cfg_pc_value(const struct analysis *analysis, const struct node *node,
                          const struct frame_state *state)
{
    const struct value unknown = {VALUE_OTHER, 0};
    int32_t words = __builtin_popcountll(node->effect.list);
    uint32_t word;

    if (node->effect.flow == FLOW_INDIRECT)
        return node->effect.rn < BOBBIN_PC ? frame_state_register(state, node->effect.rn) : unknown;
    if (node->effect.flow == FLOW_TABLE)
        return unknown;
    if (effect_jumps_to_literal(&node->effect)) {
        effect_read_literal(&node->effect, analysis->image, &node->at, &word);
        return (struct value){VALUE_CONST, (int32_t)word};
    }
    return frame_state_memory(state, node->effect.rn, node->effect.imm + 4 * (words - 1));
}

/*
 * Whether NODE pops pc. The popped word is a return address, even if the state does not know it as
 * the one of this frame. An sp in another stack is the exception, as in a context switch.
 */
static bool is_pop(const struct node *node, const struct frame_state *state)
{
    return node->effect.flow == FLOW_LOADED && node->effect.rn == BOBBIN_SP &&
           !frame_is_other_stack(frame_state_register(state, BOBBIN_SP));
}

static void note_target(void *context, struct node *target)
{
    (void)target;
    *(bool *)context = true;
}

/* Whether the jump NODE has targets in its own function that are known or assumed. */
static bool has_targets(const struct analysis *analysis, const struct node *node)
{
    bool found = regions_has_assumed_targets(analysis->regions, node->at.address);

    jump_tables_visit_distances(analysis, node, note_target, &found);
    jump_tables_visit_labels(analysis, node, note_target, &found);
    return found;
}

/*
 * Whether the return address of the frame of STATE may still exist: the frame has it, or it was in
 * memory that the analysis does not follow. If not, no code can return from this frame.
 */
static bool has_link(const struct frame_state *state)
{
    const uint32_t ra = 1u << BOBBIN_PLACE_RA;

    return (state->torn & (ra | FRAME_LINK_BITS)) || frame_places_found(state, ra);
}

bool cfg_left_frame(const struct frame_state *state)
{
    struct value sp = frame_state_register(state, BOBBIN_SP);

    return (sp.kind == VALUE_MIXED || (sp.kind == VALUE_BELOW && sp.number >= 0)) &&
           has_link(state);
}

/*
 * Whether NODE jumps to a computed address that is the return address: it was kept where the
 * analysis does not follow. If sp is as at the entry, an address in lr counts as that. An address
 * in another register counts if the analysis has seen a copy in a VFP or system register, or in
 * memory outside the frame, and if all other registers are as at the entry. If sp is unknown, each
 * jump without known targets counts whose frame had the return address in memory or has it now. A
 * frame that has overwritten it (restore_core_regs of libgcc) does not return.
 */
static bool returns_by_computed_address(const struct analysis *analysis, const struct node *node,
                                        const struct frame_state *state)
{
    const uint32_t ra = 1u << BOBBIN_PLACE_RA;
    uint32_t restored;

    if (node->effect.flow != FLOW_INDIRECT || node->effect.rn > BOBBIN_LR ||
        frame_state_register(state, node->effect.rn).kind != VALUE_OTHER)
        return false;
    if (cfg_left_frame(state))
        return node->effect.rn == BOBBIN_LR || !has_targets(analysis, node);
    restored = frame_state_restored(state);
    if (node->effect.rn == BOBBIN_LR)
        return restored & FRAME_SP_RESTORED;
    return (state->torn & (ra | FRAME_LINK_STORED)) && restored == (FRAME_ALL_RESTORED & ~ra) &&
           !frame_places_found(state, ra) && !has_targets(analysis, node);
}

bool cfg_writes_return_address(const struct analysis *analysis, const struct node *node,
                               const struct frame_state *state)
{
    struct value pc = cfg_pc_value(analysis, node, state);
    struct value sp = frame_state_register(state, BOBBIN_SP);

    if (pc.kind == VALUE_MIXED)
        return sp.kind != VALUE_CFA || sp.number == 0;
    return ((pc.kind == VALUE_ENTRY || pc.kind == VALUE_LENT) && pc.number == BOBBIN_LR) ||
           returns_by_computed_address(analysis, node, state);
}

/*
 * Whether NODE returns with lr, in another mode that has changed no register. Then the mode has no
 * lr of its own: it is the mode of the entry after all. HOME becomes the state in that mode.
 */
static bool returns_unbanked(const struct node *node, const struct frame_state *state,
                             struct frame_state *home)
{
    if (state->context != FRAME_AWAY || node->effect.flow != FLOW_INDIRECT ||
        node->effect.rn != BOBBIN_LR)
        return false;
    frame_state_copy(home, state);
    return frame_mode_come_home(home) && frame_is_entry(home->core[BOBBIN_LR], BOBBIN_LR);
}

/* Whether NODE jumps with sp and lr as at the entry. Callee-saved registers may be lost. */
static bool leaves_frame(const struct node *node, const struct frame_state *state)
{
    const uint32_t needed = FRAME_SP_RESTORED | 1u << BOBBIN_PLACE_RA;
    bool by_pointer = node->effect.flow == FLOW_INDIRECT ||
                      (node->effect.flow == FLOW_LOADED && node->effect.rn < BOBBIN_SP);

    return by_pointer && (frame_state_restored(state) & needed) == needed;
}

bool cfg_may_be_tail_call(const struct analysis *analysis, const struct node *node,
                          const struct frame_state *state)
{
    return leaves_frame(node, state) && !frame_state_undone(state) && !has_targets(analysis, node);
}

bool cfg_returns(const struct analysis *analysis, const struct node *node,
                 const struct frame_state *state)
{
    struct frame_state home;
    struct value pc;

    if (frame_state_is_disputed(state) && !analysis->regions->trusting)
        return false;
    if (node->effect.flow == FLOW_JUMP)
        return !analysis_find(analysis, node->effect.target);
    if (node->effect.flow == FLOW_TABLE)
        return jump_tables_is_anywhere(node) && frame_state_undone(state);
    if (node->effect.flow != FLOW_INDIRECT && node->effect.flow != FLOW_LOADED)
        return false;
    if (returns_unbanked(node, state, &home))
        return true;
    pc = cfg_pc_value(analysis, node, state);
    if (pc.kind == VALUE_CONST)
        return !analysis_find(analysis, (uint32_t)pc.number & ~1u);
    return cfg_writes_return_address(analysis, node, state) || is_pop(node, state) ||
           (frame_state_undone(state) &&
            !jump_tables_has_labels(analysis, node, frame_state_register(state, BOBBIN_LR))) ||
           (analysis->regions->trusting && cfg_may_be_tail_call(analysis, node, state));
}

/*
 * What NODE may restore by a pop of pc from an unknown sp: what it pops or has popped, and what the
 * frame has not changed.
 */
static uint32_t restored_by_pop(const struct analysis *analysis, const struct node *node,
                                const struct frame_state *state)
{
    uint32_t restored = FRAME_SP_RESTORED | 1u << BOBBIN_PLACE_RA | state->given_up;
    struct frame_state after;

    frame_state_copy(&after, state);
    frame_state_apply(&after, &node->effect, analysis->image, &node->at);
    for (unsigned place = 0; place < BOBBIN_PLACE_RA; place++) {
        unsigned word = frame_word_of_place(place);
        struct value value = frame_state_register(&after, word);
        if (value.kind == VALUE_MIXED || value.kind == VALUE_AWAY || frame_is_entry(value, word))
            restored |= 1u << place;
    }
    return restored;
}

/* Whether NODE returns to a word that may have been popped from an unknown sp. */
static bool returns_to_popped_word(const struct node *node, const struct frame_state *state)
{
    struct value sp = frame_state_register(state, BOBBIN_SP);

    return node->effect.flow == FLOW_INDIRECT &&
           frame_state_register(state, node->effect.rn).kind == VALUE_MIXED &&
           (sp.kind == VALUE_MIXED || sp.kind == VALUE_BELOW);
}

uint32_t cfg_restored(const struct analysis *analysis, const struct node *node,
                      const struct frame_state *state)
{
    struct frame_state after, home;
    uint32_t restored;

    if (returns_unbanked(node, state, &home))
        state = &home;
    if (!frame_state_has_caller(state))
        return FRAME_ALL_RESTORED;
    if (returns_to_popped_word(node, state) ||
        (!cfg_writes_return_address(analysis, node, state) && is_pop(node, state)))
        return restored_by_pop(analysis, node, state);
    if (!cfg_writes_return_address(analysis, node, state))
        return leaves_frame(node, state) ? frame_state_restored(state) : FRAME_ALL_RESTORED;
    frame_state_copy(&after, state);
    frame_state_apply(&after, &node->effect, analysis->image, &node->at);
    restored =
        (frame_state_restored(&after) | after.torn) & ~(1u << BOBBIN_PLACE_RA) & FRAME_ALL_RESTORED;
    return cfg_pc_value(analysis, node, state).kind == VALUE_LENT
               ? restored
               : restored | 1u << BOBBIN_PLACE_RA;
}

bool cfg_continues_unseen(const struct analysis *analysis, const struct node *node,
                          const struct frame_state *state)
{
    uint32_t next = node->at.address + node->at.size_bytes;

    return effect_is_call(&node->effect) && !node->effect.back &&
           (!node->callee || node->callee->returns.any) &&
           image_state_at(analysis->image, next) == IMAGE_UNREACHED && has_link(state);
}

/* Whether all targets of NODE are known from the value that it writes to pc. */
static bool is_explained(const struct analysis *analysis, const struct node *node,
                         const struct frame_state *state)
{
    struct value pc = cfg_pc_value(analysis, node, state);

    return pc.kind == VALUE_CONST || value_is_local(pc);
}

bool cfg_is_computed(const struct analysis *analysis, const struct node *node,
                     const struct frame_state *state)
{
    return node->effect.flow == FLOW_TABLE || (node->effect.flow == FLOW_INDIRECT &&
                                               !cfg_writes_return_address(analysis, node, state) &&
                                               !is_explained(analysis, node, state));
}
