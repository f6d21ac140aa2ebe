/* SPDX-License-Identifier: MIT */
/* Applies ordinary instructions to bank states. */
#include "exceptions/bank_ordinary.h"

#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_flags.h"
#include "exceptions/bank_literal.h"
#include "exceptions/bank_memory.h"

static const struct bank_value other = {.kind = BANK_OTHER};
static const struct bank_value any_mode = {.kind = BANK_ANY_MODE};

/* The registers of struct effect that a state follows: r0-r14 and s16-s31. */
#define FOLLOWED (0x7fffull | 0xffffull << EFFECT_S16)

/* ---- memory ---------------------------------------------------------------------------------- */

/* The registers of an EFFECT_LOAD or EFFECT_STORE, in the order of their words. */
static void move_list(const struct bank_transfer *transfer, struct bank_state *state,
                      const struct bank_instruction *in)
{
    const struct effect *effect = &in->effect;
    struct bank_value base = bank_transfer_register(state, effect->rn);
    struct bank_value after = bank_plus(base, effect->writeback);
    struct bank_value value[EFFECT_REGISTERS];
    int32_t words = __builtin_popcountll(effect->list);
    int32_t word = effect->swapped ? words - 1 : 0;
    bool load = effect->kind == EFFECT_LOAD;

    for (uint64_t left = effect->list; left; left &= left - 1) {
        unsigned number = (unsigned)__builtin_ctzll(left);
        struct bank_value address = bank_plus(base, effect->imm + 4 * word);
        if (!load)
            bank_memory_store(transfer, state, address, bank_transfer_register(state, number));
        else if (effect->rn == BOBBIN_PC && number >= EFFECT_S0)
            value[number] = other;
        else
            value[number] = effect->rn == BOBBIN_PC
                                ? bank_literal(transfer, state, in)
                                : bank_memory_load(transfer, state, address, in->at.address);
        word += effect->swapped ? -1 : 1;
    }
    if (effect->writeback)
        bank_transfer_write(transfer, state, effect->rn, after, in->at.address);
    for (uint64_t left = load ? effect->list & FOLLOWED : 0; left; left &= left - 1)
        bank_transfer_write(transfer, state, (unsigned)__builtin_ctzll(left),
                            value[__builtin_ctzll(left)], in->at.address);
}

static void spoil(const struct bank_transfer *transfer, struct bank_state *state,
                  const struct bank_instruction *in)
{
    const struct effect *effect = &in->effect;
    struct bank_value base = bank_transfer_register(state, effect->rn);
    struct bank_value first = bank_plus(base, effect->imm);

    for (int32_t i = -(first.number & 3); i < (int32_t)effect->spoiled_bytes; i += 4)
        bank_memory_store(transfer, state, bank_plus(first, i), other);
    if (effect->writeback)
        bank_transfer_write(transfer, state, effect->rn, bank_plus(base, effect->writeback),
                            in->at.address);
}

/* ---- registers ------------------------------------------------------------------------------- */

/* Whether VALUE is a psr of whatever mode. */
static bool is_psr(struct bank_value value)
{
    return value.kind == BANK_MODE || bank_has_any_mode(value);
}

/* What INSTRUCTION writes to rd. */
static struct bank_value result_of(const struct bank_transfer *transfer, struct bank_state *state,
                                   const struct effect *effect)
{
    struct bank_value rn = bank_transfer_register(state, effect->rn);
    struct bank_value rm = bank_transfer_register(state, effect->rm);
    struct bank_value rd = bank_transfer_register(state, effect->rd);

    switch (effect->kind) {
    case EFFECT_MOVE:
        return bank_plus(rn, effect->imm);
    case EFFECT_CONST:
        return bank_constant((uint32_t)effect->imm);
    case EFFECT_MOVT:
        return bank_is_constant(rd)
                   ? bank_constant(((uint32_t)rd.number & 0xffff) | (uint32_t)effect->imm << 16)
                   : other;
    case EFFECT_ADD:
        return is_psr(rn) || is_psr(rm) ? any_mode : bank_add(transfer->bases, rn, rm);
    case EFFECT_SUB:
        return is_psr(rn) || is_psr(rm) ? any_mode : bank_subtract(transfer->bases, rn, rm);
    case EFFECT_BIC:
        return bank_and(transfer->bases, rn, ~(uint32_t)effect->imm);
    case EFFECT_ORR:
        return bank_or(rn, (uint32_t)effect->imm);
    case EFFECT_INSERT:
        return any_mode;
    case EFFECT_READ_PSR:
        if (state->mode >= BANK_MODE_DIFFERS)
            return any_mode;
        return state->mode == CROSSING_MODE_ANY
                   ? other
                   : (struct bank_value){.kind = BANK_MODE, .number = 0x10 | state->mode};
    default:
        return other;
    }
}

/*
 * The value of registers that IN writes in a way that is not followed. What is computed from a mode
 * may be a mode. AND, ORR and BIC of a copy of cpsr and another register are excepted: code changes
 * the interrupt masks with them.
 */
static struct bank_value computed_of(struct bank_state *state, const struct bank_instruction *in)
{
    for (uint64_t left = in->effect.reads & FOLLOWED; left; left &= left - 1) {
        struct bank_value value = bank_transfer_register(state, (unsigned)__builtin_ctzll(left));
        bool is_mask = value.kind == BANK_MODE && in->bank.kind == BANK_EFFECT_LOGICAL;
        if (is_psr(value) && (!is_mask || bank_lacks_mode(value)))
            return any_mode;
    }
    return other;
}

static void write_others(const struct bank_transfer *transfer, struct bank_state *state,
                         const struct bank_instruction *in)
{
    struct bank_value value = computed_of(state, in);

    for (uint64_t left = in->effect.writes & FOLLOWED; left; left &= left - 1)
        bank_transfer_write(transfer, state, (unsigned)__builtin_ctzll(left), value,
                            in->at.address);
}

void bank_ordinary_apply(const struct bank_transfer *transfer, struct bank_state *state,
                         const struct bank_instruction *in)
{
    const struct effect *effect = &in->effect;
    struct bank_value result = result_of(transfer, state, effect);
    struct bank_flags flags = bank_flags_of(transfer, state, in, result);
    struct bank_value exclusive_or =
        bank_exclusive_or(bank_transfer_register(state, in->bank.rn), (uint32_t)in->bank.number);

    if (effect->kind == EFFECT_LOAD || effect->kind == EFFECT_STORE)
        move_list(transfer, state, in);
    else if (effect->kind == EFFECT_SPOIL)
        spoil(transfer, state, in);
    else if (effect_writes_rd(effect))
        bank_transfer_write(transfer, state, effect->rd, result, in->at.address);
    if (in->bank.kind == BANK_EFFECT_EOR)
        bank_transfer_write(transfer, state, in->bank.rd, exclusive_or, in->at.address);
    else
        write_others(transfer, state, in);
    if (effect->sets_flags || in->bank.kind == BANK_EFFECT_TEST_BITS ||
        in->bank.kind == BANK_EFFECT_COMPARE)
        state->flags = flags;
}
