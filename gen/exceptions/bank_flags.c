/* SPDX-License-Identifier: MIT */
#include "exceptions/bank_flags.h"

#include <string.h>

#include "exceptions/bank_arithmetic.h"

bool bank_flags_assume_zero(struct bank_state *state, struct bank_value value, bool is_zero)
{
    struct bank_test test = {.value = value, .is_zero = is_zero};

    for (uint32_t i = 0; i < state->tests_count; i++)
        if (bank_value_equal(state->test[i].value, test.value))
            return state->test[i].is_zero == is_zero;
    if (state->tests_count == BANK_TESTS_MAX) /* the oldest test is the least likely to matter */
        memmove(&state->test[0], &state->test[1], --state->tests_count * sizeof(state->test[0]));
    state->test[state->tests_count++] = test;
    return true;
}

bool bank_flags_align(const struct bank_transfer *transfer, struct bank_state *state,
                      const struct bank_instruction *in)
{
    const struct effect *effect = &in->effect;
    bool when_aligned = effect->condition == 0;
    struct bank_value aligned;

    if (state->flags.kind != BANK_FLAGS_ALIGN || effect->condition > 1 ||
        effect->kind != EFFECT_MOVE || effect->imm != -4 || effect->flow != FLOW_NEXT ||
        !bank_value_equal(state->flags.value, bank_transfer_register(state, effect->rn)))
        return false;
    aligned = bank_align(transfer->bases, state->flags.value, when_aligned ? 4 : 0);
    bank_transfer_write(transfer, state, effect->rd, aligned, in->at.address);
    return true;
}

/* Whether VALUE is a word as the code has read it, from memory or from a register of the FPU. */
static bool is_unknown_word(const struct bank_bases *bases, struct bank_value value)
{
    return value.kind == BANK_ADDRESS && value.number == 0 &&
           (bases->base[value.base].kind == BANK_BASE_SYSTEM || bank_is_word(bases, value));
}

struct bank_flags bank_flags_of(const struct bank_transfer *transfer, struct bank_state *state,
                                const struct bank_instruction *in, struct bank_value result)
{
    const struct bank_effect *bank = &in->bank;
    struct bank_value rn = bank_transfer_register(state, in->effect.rn);

    if (bank->kind == BANK_EFFECT_TEST_BITS || bank->kind == BANK_EFFECT_COMPARE)
        rn = bank_transfer_register(state, bank->rn);
    if (bank->kind == BANK_EFFECT_COMPARE && bank_is_word(transfer->bases, rn))
        return (struct bank_flags){.kind = BANK_FLAGS_ZERO, .value = bank_plus(rn, -bank->number)};
    if (bank->kind == BANK_EFFECT_TEST_BITS && bank->number == 4 && rn.kind == BANK_ADDRESS)
        return (struct bank_flags){.kind = BANK_FLAGS_ALIGN, .value = rn};
    if (bank->kind == BANK_EFFECT_TEST_BITS && is_unknown_word(transfer->bases, rn))
        return (struct bank_flags){
            .kind = BANK_FLAGS_ZERO,
            .value = {.kind = BANK_BITS, .base = rn.base, .number = bank->number}};
    if (rn.kind == BANK_PSR &&
        ((bank->kind == BANK_EFFECT_TEST_BITS && bank->number == BOBBIN_CPSR_T) ||
         (in->effect.kind == EFFECT_BIC && in->effect.imm == (int32_t)~BOBBIN_CPSR_T)))
        return (struct bank_flags){.kind = BANK_FLAGS_THUMB};
    if ((bank->kind == BANK_EFFECT_NONE || bank->kind == BANK_EFFECT_LOGICAL) &&
        bank_is_word(transfer->bases, result))
        return (struct bank_flags){.kind = BANK_FLAGS_ZERO, .value = result};
    return (struct bank_flags){.kind = BANK_FLAGS_OTHER};
}

void bank_flags_name(struct bank_state *state, const struct bank_instruction *in)
{
    struct bank_value condition = {.kind = BANK_CONDITION, .number = (int32_t)in->at.address};
    uint32_t kept = 0;

    if (state->flags.kind != BANK_FLAGS_OTHER || in->effect.condition > 1 ||
        in->effect.flow != FLOW_NEXT ||
        (in->effect.kind != EFFECT_LOAD && in->effect.kind != EFFECT_MOVE))
        return;
    for (uint32_t i = 0; i < state->tests_count; i++)
        if (state->test[i].value.kind != BANK_CONDITION)
            state->test[kept++] = state->test[i];
    state->tests_count = kept;
    if (kept < BANK_TESTS_MAX)
        state->flags = (struct bank_flags){.kind = BANK_FLAGS_ZERO, .value = condition};
}

bool bank_flags_assume(struct bank_state *state, const struct bank_instruction *in, bool holds)
{
    bool zero = (in->effect.condition == 0) == holds;

    if (in->effect.condition > 1)
        return true;
    if (state->flags.kind == BANK_FLAGS_THUMB)
        state->covers &= zero ? BANK_COVERS_ARM : BANK_COVERS_THUMB;
    if (state->flags.kind == BANK_FLAGS_ZERO)
        return bank_flags_assume_zero(state, state->flags.value, zero);
    return state->covers != 0;
}
