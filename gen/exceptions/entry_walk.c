/* SPDX-License-Identifier: MIT */
/* Follows the paths of exception entry code, from the vectors to the exception returns. */
#include "exceptions/entry_walk.h"

#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_flags.h"
#include "exceptions/bank_memory.h"
#include "exceptions/entry_jump.h"
#include "util/memory.h"

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
    entry_jump(step, (uint32_t)pc.number);
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
    uint32_t back = entry_step_after(step->node);
    struct bank_value pc;

    switch (leaves(step->node) ? FLOW_EXCEPTION : effect->flow) {
    case FLOW_NEXT:
        bank_transfer_apply(&step->code->transfer, &step->state, in);
        entry_step_arrive(step, back);
        break;
    case FLOW_JUMP:
        entry_jump_to_value(step, bank_constant(effect->target));
        break;
    case FLOW_CALL:
        entry_call(step, effect->target, back);
        break;
    case FLOW_CALL_INDIRECT:
        pc = bank_transfer_register(&step->state, effect->rn);
        entry_call(step, bank_is_constant(pc) ? (uint32_t)pc.number & ~1u : 0, back);
        break;
    case FLOW_INDIRECT:
        entry_jump_to_value(step, bank_transfer_register(&step->state, effect->rn));
        break;
    case FLOW_LOADED:
        pc = loaded_pc(step);
        bank_transfer_apply(&step->code->transfer, &step->state, in);
        entry_jump_to_value(step, pc);
        break;
    case FLOW_TABLE:
        entry_jump_by_table(step);
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
        entry_jump(step, effect->target);
    if (conditional || (effect->flow == FLOW_NEXT && !leaves(step->node)))
        entry_step_arrive(step, entry_step_after(step->node));
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
        entry_step_arrive(&step, entry_step_after(node));
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
        entry_step_arrive(&step, entry_step_after(node));
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
