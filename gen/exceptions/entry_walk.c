/* SPDX-License-Identifier: MIT */
/* Follows the paths of exception entry code, from the vectors to the exception returns. */
#include "exceptions/entry_walk.h"

#include "analysis/cfg_edges.h"
#include "analysis/cfg_nodes.h"
#include "analysis/regions.h"
#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_flags.h"
#include "exceptions/bank_memory.h"
#include "util/memory.h"

/* One state on its way through NODE. */
struct step {
    struct entry_code *code;
    const struct entry_node *node;
    struct bank_state state;
};

static uint32_t address_after(const struct entry_node *node)
{
    return node->in.at.address + node->in.at.size_bytes;
}

static void arrive(const struct step *step, uint32_t address)
{
    entry_code_arrive(step->code, address, &step->state, step->node->handler);
}

/* ---- what is known of other code ------------------------------------------------------------- */

static const struct regions *regions_of(const struct entry_code *code)
{
    return code->reference->analysis.regions;
}

static const struct region_entry *called_at(const struct entry_code *code, uint32_t address)
{
    const struct region_entry *entry =
        region_entries_find(&regions_of(code)->entries, address & ~1u);

    return entry && entry->by_call ? entry : NULL;
}

static bool is_root(const struct entry_code *code, uint32_t address)
{
    const struct regions *regions = regions_of(code);

    return (code_map_bits(&regions->map, address) & CODE_ROOT) ||
           forced_contexts_at(&regions->forced, address) == FRAME_ROOT;
}

bool entry_walk_is_foreign(const struct entry_code *code, uint32_t address)
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
        target = address_after(node);
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

/*
 * Jumps to ADDRESS. Functions that are called have a caller, so a handler that jumps to one never
 * comes back.
 */
static void jump(const struct step *step, uint32_t address)
{
    const struct region_entry *callee = called_at(step->code, address);

    address &= ~1u;
    if (is_root(step->code, address) ||
        (callee && !follows_to(step->code, callee) &&
         !same_function(step->code, address, step->node->in.at.address)))
        return;
    arrive(step, address);
}

static void visit_target(void *context, struct node *target)
{
    jump(context, target->at.address);
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
            jump(step, at);
}

/* Whether PC leads back to the interrupted code. */
static bool is_interrupted(struct bank_value pc)
{
    return pc.kind == BANK_PC || pc.kind == BANK_PC_DIFFERS;
}

static void jump_by_table(struct step *step)
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

    return (places & 0xff) << 4 | (places >> BOBBIN_PLACE_D8 & 0xff) << 16;
}

/* The called function has returned to BACK. */
static void come_back(struct step *step, const struct region_entry *callee, uint32_t back)
{
    struct entry_node *node = entry_code_find(step->code, step->node->in.at.address);

    bank_transfer_call(step->code->transfer.bases, &step->state, broken_by(step->code, callee));
    if (back == address_after(node))
        bank_alternatives_arrive(&node->after, &step->state, true);
    arrive(step, back);
}

/* Whether only padding is at ADDRESS, up to code that an exception enters. */
static bool runs_into_entry(struct entry_code *code, uint32_t address)
{
    const struct entry_node *node = entry_code_at(code, address);

    while (node && !node->enters && node->in.effect.nop)
        node = entry_code_at(code, address_after(node));
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

bool entry_walk_may_switch(const struct entry_code *code, uint32_t function)
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
    arrive(&inside, target);
    step->code->context = 0;
}

/* Calls TARGET (0: unknown) and comes back to BACK. */
static void call(struct step *step, uint32_t target, uint32_t back)
{
    const struct region_entry *callee = called_at(step->code, target);
    bool returns = callee ? callee->node.returns.any : !runs_into_entry(step->code, back);
    struct step after;

    if (!step->code->context && is_switch(step->code, target)) {
        follow_inside(step, target & ~1u, back);
    } else if (target && moves_handler(step, target, back, &after)) {
        arrive(step, target);
        arrive(&after, back);
    } else if (returns && same_function(step->code, step->node->in.at.address, back)) {
        come_back(step, callee, back);
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

/* pc = PC, by a jump that is no call instruction. */
static void jump_to_value(struct step *step, struct bank_value pc)
{
    uint32_t back = linked_address(step);
    uint32_t target = bank_is_constant(pc) ? (uint32_t)pc.number & ~1u : 0;
    uint32_t context = step->code->context;

    if (context && target == context) {
        step->code->context = 0;
        arrive(step, target);
        step->code->context = context;
    } else if (back && back != target && (!target || called_at(step->code, target)))
        call(step, target, back);
    else if (target)
        jump(step, target);
    else if (!is_interrupted(pc))
        jump_to_labels(step);
}

/* ---- exception returns ----------------------------------------------------------------------- */

/*
 * pc = PC, cpsr = PSR. With a constant, code uses the return to jump: into another mode, which may
 * be unknown.
 */
static void leave(struct step *step, struct bank_value pc, struct bank_value psr)
{
    struct entry_exit exit = {.handler = step->node->handler, .pc = pc};

    if (!bank_is_constant(pc) || bank_mode_of(psr) == BANK_MODE_DIFFERS)
        array_push(step->code->exit, step->code->exits_count, step->code->exits_capacity, exit);
    if (!bank_is_constant(pc))
        return;
    bank_transfer_psr(&step->state, psr);
    jump(step, (uint32_t)pc.number);
}

static struct bank_value word_at(struct step *step, struct bank_value address, int32_t offset)
{
    return bank_memory_load(&step->code->transfer, &step->state, bank_plus(address, offset),
                            step->node->in.at.address);
}

static struct bank_value return_register(struct step *step)
{
    const struct bank_effect *bank = &step->node->in.bank;

    if (bank->rn != BANK_EFFECT_ELR)
        return bank_transfer_register(&step->state, bank->rn);
    return step->state.lr[bank_of_mode(step->state.mode)];
}

static bool leaves(const struct entry_node *node)
{
    uint8_t kind = node->in.bank.kind;

    return kind == BANK_EFFECT_RFE || kind == BANK_EFFECT_RETURN ||
           kind == BANK_EFFECT_RETURN_OTHER || kind == BANK_EFFECT_LOAD_RETURN;
}

static void return_from_exception(struct step *step)
{
    const struct bank_instruction *in = &step->node->in;
    struct bank_value psr = step->state.spsr[bank_of_mode(step->state.mode)];
    struct bank_value pc = {.kind = BANK_OTHER};
    struct bank_value base = bank_transfer_register(&step->state, in->bank.rn);

    if (in->bank.kind == BANK_EFFECT_RETURN) {
        pc = bank_plus(return_register(step), -in->bank.number);
    } else if (in->bank.kind == BANK_EFFECT_RFE) {
        pc = word_at(step, base, in->bank.number);
        psr = word_at(step, base, in->bank.number + 4);
        if (in->bank.writeback)
            bank_transfer_write(&step->code->transfer, &step->state, in->bank.rn,
                                bank_plus(base, in->bank.writeback), in->at.address);
    } else if (in->bank.kind == BANK_EFFECT_LOAD_RETURN) {
        int32_t words = __builtin_popcountll(in->effect.list);
        pc = word_at(step, bank_transfer_register(&step->state, in->effect.rn),
                     in->effect.imm + 4 * (words - 1));
        bank_transfer_apply(&step->code->transfer, &step->state, in);
    }
    leave(step, pc, psr);
}

/* ---- flow ------------------------------------------------------------------------------------ */

/* The value that a load writes to pc. */
static struct bank_value loaded_pc(struct step *step)
{
    const struct effect *effect = &step->node->in.effect;
    int32_t words = __builtin_popcountll(effect->list);
    uint32_t word;

    if (effect->rn != BOBBIN_PC)
        return word_at(step, bank_transfer_register(&step->state, effect->rn),
                       effect->imm + 4 * (words - 1));
    effect_read_literal(effect, step->code->reference->image, &step->node->in.at, &word);
    return bank_constant(word);
}

/* The instruction is executed. */
static void execute(struct step *step)
{
    const struct bank_instruction *in = &step->node->in;
    const struct effect *effect = &in->effect;
    uint32_t back = address_after(step->node);
    struct bank_value pc;

    switch (leaves(step->node) ? FLOW_EXCEPTION : effect->flow) {
    case FLOW_NEXT:
        bank_transfer_apply(&step->code->transfer, &step->state, in);
        arrive(step, back);
        break;
    case FLOW_JUMP:
        jump_to_value(step, bank_constant(effect->target));
        break;
    case FLOW_CALL:
        call(step, effect->target, back);
        break;
    case FLOW_CALL_INDIRECT:
        pc = bank_transfer_register(&step->state, effect->rn);
        call(step, bank_is_constant(pc) ? (uint32_t)pc.number & ~1u : 0, back);
        break;
    case FLOW_INDIRECT:
        jump_to_value(step, bank_transfer_register(&step->state, effect->rn));
        break;
    case FLOW_LOADED:
        pc = loaded_pc(step);
        bank_transfer_apply(&step->code->transfer, &step->state, in);
        jump_to_value(step, pc);
        break;
    case FLOW_TABLE:
        jump_by_table(step);
        break;
    case FLOW_EXCEPTION:
        return_from_exception(step);
        break;
    default:
        break;
    }
}

/*
 * SVC, SMC or HVC: while its handler runs, all registers are as before, but the exception has
 * destroyed lr and SPSR of the mode that it entered.
 */
static void note_supervisor_call(struct entry_code *code, const struct entry_node *at,
                                 const struct bank_state *before)
{
    struct entry_node *node = entry_code_find(code, at->in.at.address);
    struct bank_state state = *before;
    uint8_t bank = node->in.bank.mode;

    if (node->in.bank.kind != BANK_EFFECT_CALL)
        return;
    state.lr[bank] = state.spsr[bank] = (struct bank_value){.kind = BANK_OTHER};
    bank_alternatives_arrive(&node->after, &state, true);
}

/*
 * The instruction of STEP runs in an unknown mode, so nothing is known after it. Joins this with
 * what other paths say of the code that follows.
 */
static void walk_unknown(struct step *step, bool conditional)
{
    const struct effect *effect = &step->node->in.effect;

    step->state = (struct bank_state){.mode = step->state.mode,
                                      .entered = step->state.entered,
                                      .vector = step->state.vector,
                                      .covers = step->state.covers,
                                      .returns = step->state.returns,
                                      .kind_differs = step->state.kind_differs,
                                      .unmasked = true};
    if (effect->flow == FLOW_JUMP)
        jump(step, effect->target);
    if (conditional || (effect->flow == FLOW_NEXT && !leaves(step->node)))
        arrive(step, address_after(step->node));
}

static void walk_state(struct entry_code *code, const struct entry_node *node,
                       const struct bank_state *state)
{
    struct step step = {.code = code, .node = node, .state = *state};
    bool conditional = effect_is_conditional(&node->in.effect);

    if (state->mode >= BANK_MODE_DIFFERS && (conditional || !bank_transfer_is_blind(&node->in))) {
        walk_unknown(&step, conditional);
        return;
    }
    if (bank_flags_align(&code->transfer, &step.state, &node->in)) {
        arrive(&step, address_after(node));
        return;
    }
    bank_flags_name(&step.state, &node->in);
    if (!conditional || bank_flags_assume(&step.state, &node->in, true)) {
        note_supervisor_call(code, node, &step.state);
        execute(&step);
    }
    if (!conditional)
        return;
    step.state = *state;
    bank_flags_name(&step.state, &node->in);
    if (bank_flags_assume(&step.state, &node->in, false))
        arrive(&step, address_after(node));
}

void entry_walk(struct entry_code *code)
{
    struct entry_node *node;

    while ((node = entry_code_next(code)) != NULL) {
        struct bank_state state[BANK_ALTERNATIVES_MAX];
        uint32_t count = node->stops ? 0 : node->before.count;
        code->thumb = node->in.at.thumb;
        code->context = node->context;
        for (uint32_t i = 0; i < count; i++)
            state[i] = *node->before.state[i];
        for (uint32_t i = 0; i < count; i++)
            walk_state(code, node, &state[i]);
    }
    code->context = 0;
}

uint32_t entry_walk_target(const struct entry_code *code, const struct entry_node *node)
{
    const struct effect *effect = &node->in.effect;
    uint32_t word = 0;

    if (effect_is_conditional(effect))
        return 0;
    if (effect->flow == FLOW_JUMP)
        return effect->target;
    if (effect->flow == FLOW_LOADED)
        effect_read_literal(effect, code->reference->image, &node->in.at, &word);
    return word & ~1u;
}
