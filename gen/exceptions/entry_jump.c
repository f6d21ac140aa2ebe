/* SPDX-License-Identifier: MIT */
/* Follows the jumps and calls of exception entry code. */
#include "exceptions/entry_jump.h"

#include "analysis/cfg_edges.h"
#include "analysis/cfg_nodes.h"
#include "analysis/regions.h"
#include "exceptions/bank_arithmetic.h"

/* ---- what is known of other code ------------------------------------------------------------- */

static const struct regions *regions_of(const struct entry_code *code)
{
    return code->reference->analysis.regions;
}

static const struct region_entry *called_at(const struct entry_code *code, uint32_t address)
{
    return region_entries_called(&regions_of(code)->entries, address & ~1u);
}

static bool is_root(const struct entry_code *code, uint32_t address)
{
    const struct regions *regions = regions_of(code);

    return (code_map_bits(&regions->map, address) & CODE_ROOT) ||
           forced_contexts_at(&regions->forced, address) == FRAME_ROOT;
}

bool entry_jump_is_foreign(const struct entry_code *code, uint32_t address)
{
    return is_root(code, address) || called_at(code, address);
}

static bool same_function(const struct entry_code *code, uint32_t a, uint32_t b)
{
    return image_function_at(code->reference->image, a) ==
           image_function_at(code->reference->image, b);
}

/* The farthest instruction of a function that may change the mode and return in it. */
enum { INLINE_MAX = 64 };

/*
 * Runs the straight code at TARGET in STEP, up to a jump to BACK. Returns false if it does not come
 * there.
 */
static bool run_straight(struct step *step, uint32_t target, uint32_t back)
{
    for (unsigned i = 0; i < INLINE_MAX; i++) {
        const struct entry_node *node = entry_code_at(step->code, target);
        struct bank_value pc;
        if (!node || effect_is_conditional(&node->in.effect) ||
            (node->in.bank.kind >= BANK_EFFECT_RFE && node->in.bank.kind <= BANK_EFFECT_CALL))
            return false;
        if (node->in.effect.flow == FLOW_INDIRECT) {
            pc = bank_transfer_register(&step->state, node->in.effect.rn);
            return bank_is_constant(pc) && ((uint32_t)pc.number & ~1u) == back;
        }
        if (node->in.effect.flow != FLOW_NEXT)
            return false;
        bank_transfer_apply(&step->code->transfer, &step->state, &node->in);
        target = entry_step_after(node);
    }
    return false;
}

/*
 * Whether the function at TARGET returns to BACK in another mode or on another stack. Then it is a
 * part of the handler, and AFTER becomes the state in which it returns. Before the function, lr is
 * set in STEP.
 */
static bool moves_handler(struct step *step, uint32_t target, uint32_t back, struct step *after)
{
    struct bank_value lr = bank_constant(back | step->node->in.at.thumb);
    struct step inside = *step;

    bank_transfer_write(&step->code->transfer, &inside.state, BOBBIN_LR, lr,
                        step->node->in.at.address);
    *after = inside;
    if (!run_straight(after, target, back) ||
        (after->state.mode == step->state.mode &&
         bank_value_equal(bank_state_value(&after->state, BOBBIN_SP),
                          bank_state_value(&step->state, BOBBIN_SP))))
        return false;
    *step = inside;
    return true;
}

/* ---- jumps ----------------------------------------------------------------------------------- */

/* Whether the walk follows jumps to CALLEE: a scheduler, which never returns as a function does. */
static bool follows_to(const struct entry_code *code, const struct region_entry *callee)
{
    uint32_t address = callee->node.at.address;

    return code->follows_switches &&
           (!callee->node.returns.any ||
            forced_contexts_at(&regions_of(code)->forced, address) == FRAME_HANDLER);
}

void entry_jump(const struct step *step, uint32_t address)
{
    const struct region_entry *callee = called_at(step->code, address);

    address &= ~1u;
    if (is_root(step->code, address) ||
        (callee && !follows_to(step->code, callee) &&
         !same_function(step->code, address, step->node->in.at.address)))
        return;
    entry_step_arrive(step, address);
}

static void visit_target(void *context, struct node *target)
{
    entry_jump(context, target->at.address);
}

/*
 * Jumps to an unknown address: to each label of the function whose address is in memory or is built
 * by code.
 */
static void jump_to_labels(const struct step *step)
{
    const struct code_map *map = &regions_of(step->code)->map;
    const struct image *image = step->code->reference->image;
    const struct image_function *function = image_function_at(image, step->node->in.at.address);
    uint32_t end = function ? image_function_end(image, function) : 0;

    for (uint32_t at = function ? function->address + 2 : 0; at < end; at += 2)
        if (code_map_bits(map, at) & CODE_LABEL)
            entry_jump(step, at);
}

/* Whether PC leads back to the interrupted code. */
static bool is_interrupted(struct bank_value pc)
{
    return pc.kind == BANK_PC || pc.kind == BANK_PC_DIFFERS;
}

void entry_jump_by_table(struct step *step)
{
    struct analysis *share = &step->code->share;
    struct frame_state state;
    struct node *node;

    cfg_nodes_read(share, regions_at(share->regions, step->node->in.at.address));
    node = analysis_own(share, step->node->in.at.address);
    frame_state_without_caller(&state, FRAME_HANDLER);
    if (node)
        cfg_targets(share, node, &state, visit_target, step);
    jump_to_labels(step);
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* The registers that the function ENTRY does not restore, for bank_transfer_call. */
static uint32_t broken_by(const struct entry_code *code, const struct region_entry *entry)
{
    uint32_t places = entry ? entry->node.returns.broken & ~regions_of(code)->given_up : 0;

    return (places & 0xff) << 4 | (places >> BOBBIN_PLACE_D8 & 0xff) << 16 |
           (places & FRAME_SP_RESTORED ? 1u << BOBBIN_SP : 0);
}

enum { SUBROUTINE_MAX = 32 }; /* instructions */

/* The instructions of a subroutine, as far as they are known. */
struct subroutine {
    const struct entry_node *node[SUBROUTINE_MAX];
    unsigned count;
    bool whole; /* all of them are known */
};

static void add_to_subroutine(struct subroutine *subroutine, const struct entry_node *node)
{
    for (unsigned i = 0; i < subroutine->count; i++)
        if (subroutine->node[i] == node)
            return;
    if (!node || subroutine->count == SUBROUTINE_MAX)
        subroutine->whole = false;
    else
        subroutine->node[subroutine->count++] = node;
}

/* Whether NODE leaves sp and the mode alone, and calls nothing. */
static bool is_harmless(const struct entry_node *node)
{
    return node->in.bank.kind != BANK_EFFECT_SRS && !effect_writes_mode(&node->in.effect) &&
           !effect_is_call(&node->in.effect) && node->in.effect.flow != FLOW_EXCEPTION &&
           !(effect_written(&node->in.effect) & EFFECT_BIT(BOBBIN_SP));
}

/* The registers that EFFECT writes, as in broken_by. */
static uint32_t written_by(const struct effect *effect)
{
    uint64_t written = effect_written(effect);
    uint32_t broken = (uint32_t)written & 0xff0; /* r4-r11 */

    for (unsigned i = 0; i < 16; i++)
        if (written >> (EFFECT_S16 + i) & 1)
            broken |= 1u << (16 + i / 2);
    return broken;
}

/*
 * Whether the code at ADDRESS, up to its returns, leaves sp and the mode alone. Adds the registers
 * that it writes to BROKEN.
 */
static bool leaves_stack(struct entry_code *code, uint32_t address, uint32_t *broken)
{
    struct subroutine subroutine = {.whole = true};

    add_to_subroutine(&subroutine, entry_code_at(code, address));
    for (unsigned i = 0; i < subroutine.count; i++) {
        const struct entry_node *node = subroutine.node[i];
        const struct effect *effect = &node->in.effect;
        if (!is_harmless(node) || effect->flow == FLOW_TABLE)
            return false;
        *broken |= written_by(effect);
        if (effect->flow == FLOW_JUMP)
            add_to_subroutine(&subroutine, entry_code_at(code, effect->target));
        if (effect_falls_through(effect))
            add_to_subroutine(&subroutine, entry_code_at(code, entry_step_after(node)));
    }
    return subroutine.whole;
}

/*
 * Whether the code at TARGET, the entry of CALLEE, comes back as a function does. Of subroutines of
 * a handler, which the analysis of frames does not follow, only those do that leave sp alone. Sets
 * BROKEN to the registers that it does not restore.
 */
static bool is_function(struct entry_code *code, uint32_t target, const struct region_entry *callee,
                        uint32_t *broken)
{
    target &= ~1u;
    *broken = broken_by(code, callee);
    return forced_contexts_at(&regions_of(code)->forced, target) != FRAME_HANDLER ||
           leaves_stack(code, target, broken);
}

/*
 * A function runs that returns to BACK, if it returns, and does not restore the registers of
 * BROKEN. Makes the state of STEP that after the return.
 */
static void pass_call(struct step *step, uint32_t broken, uint32_t back)
{
    struct entry_node *node = entry_code_find(step->code, step->node->in.at.address);

    bank_transfer_call(step->code->transfer.bases, &step->state, broken);
    if (back == entry_step_after(node))
        bank_alternatives_arrive(&node->after, &step->state, true);
}

/* Whether only padding is at ADDRESS, up to code that an exception enters. */
static bool runs_into_entry(struct entry_code *code, uint32_t address)
{
    const struct entry_node *node = entry_code_at(code, address);

    while (node && !node->enters && node->in.effect.nop)
        node = entry_code_at(code, entry_step_after(node));
    return !node || node->enters;
}

/* Whether FUNCTION is one of those that switch tasks. */
static bool is_switch(const struct entry_code *code, uint32_t function)
{
    for (unsigned i = 0; i < code->switches.count; i++)
        if (code->switches.function[i] == (function & ~1u))
            return true;
    return false;
}

bool entry_jump_may_switch(const struct entry_code *code, uint32_t function)
{
    const struct region_entry *entry = called_at(code, function);
    const uint32_t all = 0xff; /* r4-r11 */

    return entry && (!entry->node.returns.any || (entry->node.returns.broken & all) == all);
}

/* Follows the function at TARGET, which switches tasks, like a part of its caller. */
static void follow_inside(struct step *step, uint32_t target, uint32_t back)
{
    struct step inside = *step;

    bank_transfer_write(&step->code->transfer, &inside.state, BOBBIN_LR,
                        bank_constant(back | step->node->in.at.thumb), step->node->in.at.address);
    step->code->context = back;
    entry_step_arrive(&inside, target);
    step->code->context = 0;
}

void entry_call(struct step *step, uint32_t target, uint32_t back)
{
    const struct region_entry *callee = called_at(step->code, target);
    bool returns = callee ? callee->node.returns.any : !runs_into_entry(step->code, back);
    struct step after;
    uint32_t broken;

    if (!step->code->context && is_switch(step->code, target)) {
        follow_inside(step, target & ~1u, back);
    } else if (target && moves_handler(step, target, back, &after)) {
        entry_step_arrive(step, target);
        entry_step_arrive(&after, back);
    } else if (returns && same_function(step->code, step->node->in.at.address, back) &&
               is_function(step->code, target, callee, &broken)) {
        pass_call(step, broken, back);
        entry_step_arrive(step, back);
    } else if (callee && !returns) {
        pass_call(step, 0, back);
    }
}

/* The return address of a call that is made by a jump (MOV lr, pc; BX rN); 0: there is none. */
static uint32_t linked_address(struct step *step)
{
    struct bank_value lr = bank_transfer_register(&step->state, BOBBIN_LR);
    struct image_instruction at;

    at.address = (uint32_t)lr.number & ~1u;
    if (!bank_is_constant(lr) || !entry_code_at(step->code, at.address) ||
        !same_function(step->code, at.address, step->node->in.at.address))
        return 0;
    return at.address;
}

void entry_jump_to_value(struct step *step, struct bank_value pc)
{
    uint32_t back = linked_address(step);
    uint32_t target = bank_is_constant(pc) ? (uint32_t)pc.number & ~1u : 0;
    uint32_t context = step->code->context;

    if (context && target == context) {
        step->code->context = 0;
        entry_step_arrive(step, target);
        step->code->context = context;
    } else if (back && back != target && (!target || called_at(step->code, target)))
        entry_call(step, target, back);
    else if (target)
        entry_jump(step, target);
    else if (!is_interrupted(pc))
        jump_to_labels(step);
}
