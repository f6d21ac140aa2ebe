/* SPDX-License-Identifier: MIT */
#include "tasks/task_walk.h"

#include <string.h>

#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_flags.h"
#include "exceptions/bank_memory.h"
#include "exceptions/entry_walk.h"
#include "util/diag.h"

/* The mode of called functions. The code of a switch that is called is the same in every mode. */
enum { FUNCTION_MODE = 3 };

static const struct bank_value other = {.kind = BANK_OTHER};

/* ---- starts ---------------------------------------------------------------------------------- */

/* The unknown address that register NUMBER holds at START. */
static struct bank_value unknown_address(struct bank_bases *bases, uint32_t start, unsigned number)
{
    struct bank_base base = {.kind = BANK_BASE_FOREIGN, .number = (int32_t)number + 1, .at = start};

    return (struct bank_value){.kind = BANK_ADDRESS, .base = bank_bases_intern(bases, &base)};
}

int task_walk_register(const struct bank_bases *bases, struct bank_value value)
{
    const struct bank_base *base = &bases->base[value.base];

    if (value.kind != BANK_ADDRESS || value.number != 0 || base->kind != BANK_BASE_FOREIGN)
        return -1;
    return base->number - 1;
}

static int follow(struct task_walk *walk, const struct reference *reference, uint32_t start,
                  const struct bank_state *state, bool follows_switches)
{
    int status = entry_code_begin(&walk->code, reference, &walk->bases);

    if (status != STATUS_GOOD)
        return status;
    analysis_share(&walk->code.share, &reference->analysis);
    walk->code.follows_switches = follows_switches;
    walk->code.thumb = image_state_at(reference->image, start) == IMAGE_THUMB;
    entry_code_arrive(&walk->code, start, state, start);
    entry_walk(&walk->code);
    analysis_free_share(&walk->code.share);
    return STATUS_GOOD;
}

/* STATE: each register holds an unknown address of its own. */
static void begin_restore(struct task_walk *walk, struct bank_state *state, uint32_t start,
                          uint8_t mode)
{
    memset(walk, 0, sizeof(*walk));
    memset(state, 0, sizeof(*state));
    bank_bases_begin(&walk->bases);
    state->mode = mode == CROSSING_MODE_ANY ? FUNCTION_MODE : mode;
    state->entered = BANK_ENTERED_DIFFERS;
    state->covers = BANK_COVERS_BOTH;
    state->unmasked = true;
    for (unsigned i = 0; i < 15; i++)
        *bank_state_place(state, i) = unknown_address(&walk->bases, start, i);
    walk->old_stack = bank_state_value(state, BOBBIN_SP).base;
}

int task_walk_restore(struct task_walk *walk, const struct reference *reference, uint32_t start,
                      uint8_t mode)
{
    struct bank_state state;

    begin_restore(walk, &state, start, mode);
    return follow(walk, reference, start, &state, false);
}

int task_walk_called(struct task_walk *walk, const struct reference *reference,
                     const struct task_callers *callers)
{
    struct entry_code *code = &walk->code;
    struct bank_state state;
    int status;

    begin_restore(walk, &state, callers->function, callers->mode);
    status = entry_code_begin(code, reference, &walk->bases);
    if (status != STATUS_GOOD)
        return status;
    analysis_share(&code->share, &reference->analysis);
    code->switches = (struct entry_switches){{callers->function}, 1};
    code->thumb = image_state_at(reference->image, callers->function) == IMAGE_THUMB;
    for (unsigned i = 0; i < callers->count; i++) {
        code->context = callers->back[i] & ~1u;
        *bank_state_place(&state, BOBBIN_LR) = bank_constant(callers->back[i]);
        entry_code_arrive(code, callers->function, &state, callers->function);
    }
    entry_walk(code);
    analysis_free_share(&code->share);
    return STATUS_GOOD;
}

static int walk_function(struct task_walk *walk, const struct reference *reference, uint32_t start,
                         bool follows_switches)
{
    struct bank_state state;
    uint8_t bank = bank_of_mode(FUNCTION_MODE);

    memset(walk, 0, sizeof(*walk));
    bank_bases_begin(&walk->bases);
    bank_state_enter(&state, bank, BOBBIN_VECTOR_NONE, 0, 0);
    state.entered = BANK_ENTERED_DIFFERS;
    state.spsr[bank] = other;
    for (unsigned i = 0; i < 4; i++)
        state.r[i] = unknown_address(&walk->bases, start, i);
    return follow(walk, reference, start, &state, follows_switches);
}

int task_walk_function(struct task_walk *walk, const struct reference *reference, uint32_t start)
{
    return walk_function(walk, reference, start, false);
}

int task_walk_switch(struct task_walk *walk, const struct reference *reference, uint32_t start)
{
    return walk_function(walk, reference, start, true);
}

void task_walk_free(struct task_walk *walk)
{
    entry_code_free(&walk->code);
}

/* ---- exits ----------------------------------------------------------------------------------- */

static struct bank_value load(struct task_walk *walk, struct bank_state *state,
                              struct bank_value address, uint32_t at)
{
    return bank_memory_load(&walk->code.transfer, state, address, at);
}

/* The word that the last register of the list of IN is loaded from: pc. */
static struct bank_value loaded_pc(struct task_walk *walk, struct bank_state *state,
                                   const struct bank_instruction *in)
{
    int32_t words = __builtin_popcountll(in->effect.list);
    struct bank_value base = bank_transfer_register(state, in->effect.rn);

    if (in->effect.rn == BOBBIN_PC)
        return other;
    return load(walk, state, bank_plus(base, in->effect.imm + 4 * (words - 1)), in->at.address);
}

static void leave_by_rfe(struct task_walk *walk, struct task_exit *exit,
                         const struct bank_instruction *in)
{
    struct bank_value base = bank_transfer_register(&exit->state, in->bank.rn);
    struct bank_value address = bank_plus(base, in->bank.number);

    exit->pc = load(walk, &exit->state, address, in->at.address);
    exit->psr = load(walk, &exit->state, bank_plus(address, 4), in->at.address);
    if (in->bank.writeback)
        bank_transfer_write(&walk->code.transfer, &exit->state, in->bank.rn,
                            bank_plus(base, in->bank.writeback), in->at.address);
}

/* An exception return, or a load or register that goes to pc. False: no exit. */
static bool take(struct task_walk *walk, struct task_exit *exit, const struct bank_instruction *in)
{
    exit->is_exception = true;
    exit->psr = exit->state.spsr[bank_of_mode(exit->state.mode)];
    if (in->bank.kind == BANK_EFFECT_RFE) {
        leave_by_rfe(walk, exit, in);
    } else if (in->bank.kind == BANK_EFFECT_RETURN) {
        exit->pc =
            in->bank.rn <= BOBBIN_LR
                ? bank_plus(bank_transfer_register(&exit->state, in->bank.rn), -in->bank.number)
                : other;
    } else if (in->bank.kind == BANK_EFFECT_LOAD_RETURN || in->effect.flow == FLOW_LOADED) {
        exit->is_exception = in->bank.kind == BANK_EFFECT_LOAD_RETURN;
        exit->pc = loaded_pc(walk, &exit->state, in);
        bank_transfer_apply(&walk->code.transfer, &exit->state, in);
    } else if (in->effect.flow == FLOW_INDIRECT) {
        exit->is_exception = false;
        exit->pc = bank_transfer_register(&exit->state, in->effect.rn);
    } else {
        return in->bank.kind == BANK_EFFECT_RETURN_OTHER;
    }
    return true;
}

/* Whether the jump of NODE leads to code that is not followed. */
static bool jumps_away(struct task_walk *walk, const struct entry_node *node)
{
    const struct entry_node *to;

    walk->code.context = node->context;
    to = entry_code_find(&walk->code, node->in.effect.target & ~1u);

    return node->in.effect.flow == FLOW_JUMP && (!to || !to->before.count);
}

bool task_walk_leaves(struct task_walk *walk, const struct entry_node *node,
                      const struct bank_state *state, struct task_exit *exit)
{
    bool conditional = effect_is_conditional(&node->in.effect);

    memset(exit, 0, sizeof(*exit));
    exit->state = *state;
    if (state->mode >= BANK_MODE_DIFFERS) /* pc stays unknown */
        return node->in.effect.flow != FLOW_NEXT && node->in.effect.flow != FLOW_JUMP;
    bank_flags_name(&exit->state, &node->in);
    if (conditional && !bank_flags_assume(&exit->state, &node->in, true))
        return false;
    exit->is_jump = jumps_away(walk, node);
    return exit->is_jump || (take(walk, exit, &node->in) && !bank_is_constant(exit->pc));
}
