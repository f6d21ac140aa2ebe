/* SPDX-License-Identifier: MIT */
/* Notes the assumptions on which a finished analysis relies. For the stage reference. */
#include "analysis/relied_on.h"

#include "analysis/carried_addresses.h"
#include "analysis/cfg_edges.h"
#include "analysis/cfg_returns.h"
#include "analysis/jump_tables.h"
#include "analysis/regions.h"
#include "analysis/transfer.h"
#include "frame/frame_effect.h"

struct notes {
    struct assumptions *assumptions;
    const struct analysis *analysis;
    const struct node *node;
    const struct frame_state *state; /* in which NODE is executed */
};

static void note(const struct notes *notes, enum assumption assumption)
{
    assumptions_note(notes->assumptions, assumption, notes->node->at.address);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void note_call(const struct notes *notes)
{
    const struct node *node = notes->node;

    if (node->linked)
        note(notes, node->moved ? ASSUMPTION_MOVED_IMAGE : ASSUMPTION_LINKED_CALL);
    if (node->callee && !node->callee->returns.any)
        return;
    if (!node->effect.back && !cfg_next(notes->analysis, node))
        note(notes, ASSUMPTION_LAST_CALL);
    else if (!node->callee)
        note(notes, ASSUMPTION_UNKNOWN_CALLEE);
}

/* ---- jumps ----------------------------------------------------------------------------------- */

static void note_jump(const struct notes *notes)
{
    const struct effect *effect = &notes->node->effect;

    if (effect->kind == EFFECT_LOCAL_CALL)
        note(notes, ASSUMPTION_LOCAL_CALL);
    else if (effect->kind == EFFECT_CONST && effect->rd == BOBBIN_LR)
        note(notes, ASSUMPTION_LAST_CALL);
    else if (!analysis_find(notes->analysis, effect->target))
        note(notes, ASSUMPTION_OUTSIDE_JUMP);
}

/* NODE writes PC to pc, and counts as a return. */
static void note_return(const struct notes *notes, struct value pc)
{
    const struct effect *effect = &notes->node->effect;

    if ((pc.kind == VALUE_ENTRY || pc.kind == VALUE_LENT) && pc.number == BOBBIN_LR)
        return;
    if (pc.kind == VALUE_CONST)
        note(notes, ASSUMPTION_OUTSIDE_JUMP);
    else if (pc.kind == VALUE_AWAY && effect->rn == BOBBIN_LR)
        note(notes, ASSUMPTION_UNBANKED_RETURN);
    else if (effect->flow == FLOW_LOADED && effect->rn == BOBBIN_SP)
        note(notes, ASSUMPTION_POPPED_PC);
    else
        note(notes, ASSUMPTION_TAIL_CALL);
}

/* NODE jumps to a computed address, to the code that a table names, or returns. */
static void note_computed(const struct notes *notes)
{
    const struct node *node = notes->node;
    struct value pc;

    if (regions_has_assumed_targets(notes->analysis->regions, node->at.address))
        note(notes, ASSUMPTION_COMPUTED_JUMP);
    if (!frame_state_has_caller(notes->state) ||
        (node->effect.flow == FLOW_TABLE && !cfg_returns(notes->analysis, node, notes->state)))
        return;
    pc = cfg_pc_value(notes->analysis, node, notes->state);
    if (cfg_returns(notes->analysis, node, notes->state))
        note_return(notes, pc);
    else if (frame_state_register(notes->state, BOBBIN_SP).kind == VALUE_OTHER)
        note(notes, ASSUMPTION_FRAME_JUMP);
    else if (!value_is_local(pc) && pc.kind != VALUE_CONST &&
             !jump_tables_has_distances(notes->analysis, node))
        note(notes, ASSUMPTION_COMPUTED_JUMP);
}

/* ---- code without a caller ------------------------------------------------------------------- */

static void note_root_jump(void *context, struct node *target)
{
    const struct notes *notes = context;

    if (region_entries_called(&notes->analysis->regions->entries, target->at.address))
        note(notes, ASSUMPTION_ROOT_JUMP);
}

static void note_root_jumps(struct notes *notes)
{
    struct node *next = cfg_next(notes->analysis, notes->node);

    if (notes->node->effect.flow == FLOW_JUMP)
        cfg_targets(notes->analysis, notes->node, notes->state, note_root_jump, notes);
    if (next)
        note_root_jump(notes, next);
}

/* ---- memory and cpsr ------------------------------------------------------------------------- */

/* Whether NODE stores to an address that is not known, and may be a slot of any frame. */
static bool stores_anywhere(const struct notes *notes)
{
    const struct effect *effect = &notes->node->effect;
    struct value base = frame_state_register(notes->state, effect->rn);

    if (effect->elsewhere)
        return true;
    return (effect->kind == EFFECT_STORE || effect->kind == EFFECT_SPOIL) &&
           effect->rn != BOBBIN_SP && base.kind != VALUE_CFA && base.kind != VALUE_CONST;
}

/* Whether NODE moves sp from STATE's stack, and a return to the caller can be reached. */
static bool may_move_stack(const struct node *node, const struct frame_state *state)
{
    return frame_is_address(state->core[BOBBIN_SP]) && (node->owed >> BOBBIN_PLACE_RA & 1) &&
           effect_written(&node->effect) >> BOBBIN_SP & 1;
}

/* Notes what the step over NODE assumes. Other kinds of effect assume nothing. */
static void note_step(const struct notes *notes)
{
    const struct node *node = notes->node;
    bool may_move = may_move_stack(node, notes->state);
    struct frame_state after;
    uint32_t assumed;

    if (node->effect.kind != EFFECT_WRITE_PSR && !may_move &&
        (node->effect.kind != EFFECT_LOAD || node->effect.rn != BOBBIN_PC))
        return;
    frame_state_copy(&after, notes->state);
    assumed = frame_state_apply(&after, &node->effect, notes->analysis->image, &node->at);
    if (may_move && frame_is_other_stack(after.core[BOBBIN_SP]))
        note(notes, ASSUMPTION_OTHER_STACK);
    if (assumed & FRAME_ASSUMES_CONSTANT)
        note(notes, ASSUMPTION_CONSTANT);
    if (assumed & FRAME_ASSUMES_MODE)
        note(notes, ASSUMPTION_MODE_KEPT);
}

static void note_effects(const struct notes *notes)
{
    if (stores_anywhere(notes))
        note(notes, ASSUMPTION_POINTER_STORE);
    else
        note_step(notes);
}

/* ---- all assumptions ------------------------------------------------------------------------- */

static void note_flow(const struct notes *notes)
{
    switch (notes->node->effect.flow) {
    case FLOW_CALL:
    case FLOW_CALL_INDIRECT:
        note_call(notes);
        break;
    case FLOW_JUMP:
        note_jump(notes);
        break;
    case FLOW_INDIRECT:
    case FLOW_LOADED:
    case FLOW_TABLE:
        note_computed(notes);
        break;
    default:
        break;
    }
}

void relied_on_at(struct assumptions *assumptions, const struct analysis *analysis,
                  const struct node *node, const struct frame_path *path)
{
    struct frame_state spare;
    struct notes notes = {assumptions, analysis, node, analysis_executed(node, path, &spare)};

    if (frame_state_has_caller(notes.state))
        note_effects(&notes);
    if (frame_state_is_outermost(notes.state))
        note_root_jumps(&notes);
    if (node->carries && carried_addresses_lead(analysis, node, notes.state))
        note(&notes, ASSUMPTION_ROOT_JUMP);
    if (node->effect.flow != FLOW_NEXT)
        note_flow(&notes);
}

/* The analysis entered the function at ADDRESS, and no call shows that it is a function. */
static enum assumption assumed_function(const struct analysis *analysis, uint32_t address)
{
    return code_map_bits(&analysis->regions->map, address) & CODE_TAKEN
               ? ASSUMPTION_TAKEN_ADDRESS
               : ASSUMPTION_UNUSED_FUNCTION;
}

static void note_function(struct assumptions *assumptions, const struct analysis *analysis,
                          uint32_t address)
{
    const struct region_entry *entry = region_entries_find(&analysis->regions->entries, address);

    if (entry && entry->called && !entry->by_call)
        assumptions_note(assumptions, assumed_function(analysis, address), address);
}

static void note_functions(struct assumptions *assumptions, const struct analysis *analysis)
{
    const struct row_options *options = &analysis->regions->options;
    const struct image *image = analysis->image;

    for (size_t i = 0; i < image->functions_count; i++) {
        note_function(assumptions, analysis, image->functions[i].address);
        if (image->discovered)
            assumptions_note(assumptions, ASSUMPTION_FOUND_CODE, image->functions[i].address);
    }
    for (size_t i = 0; i < options->nameless_count; i++)
        note_function(assumptions, analysis, options->nameless[i]);
}

void relied_on_in_image(struct assumptions *assumptions, const struct analysis *analysis)
{
    const struct image *image = analysis->image;

    note_functions(assumptions, analysis);
    for (size_t i = 0; i < analysis->regions->options.switches_count; i++)
        assumptions_note(assumptions, ASSUMPTION_SWITCH_BACK,
                         analysis->regions->options.switches[i].function);
    for (size_t i = 0; i < analysis->pads.count; i++)
        assumptions_note(assumptions, ASSUMPTION_LANDING_PAD, analysis->pads.pad[i].pad);
    for (size_t i = 0; i < image->mappings_count; i++)
        if (image->mappings[i].executed_data)
            assumptions_note(assumptions, ASSUMPTION_EXECUTED_DATA, image->mappings[i].address);
    assumptions_gather(assumptions, &analysis->regions->assumptions);
    assumptions->given_up = analysis->regions->given_up;
}
