/* SPDX-License-Identifier: MIT */
#include "expect.h"

#include "layout.h"

extern code reset_handler;

/* Numbers for pattern(), beside those of r0-r12, sp and lr. */
enum { PLACE_FIQ_R8 = 0x20, PLACE_D8 = 0x40, PLACE_D8_LOW = 0x48 };

/*
 * A value that is different for each test and register. It is an unmapped address and a multiple of
 * 16: a report can read nothing at sp, whichever register it takes for sp.
 */
static uint32_t pattern(const struct test_case *test, uint32_t place)
{
    return 0xa0000000u | test->number << 12 | place << 4;
}

static uint32_t chosen_cpsr(const struct test_case *test)
{
    uint32_t cpsr = test->mode | PSR_Z | PSR_GE(test->number & 15);

    if ((uint32_t)test->site->start & 1)
        cpsr |= PSR_T;
    if (test->number & 1)
        cpsr |= PSR_A;
    if (test->number & 2)
        cpsr |= PSR_I;
    if (test->number & 4)
        cpsr |= PSR_F;
    return cpsr | test->site->cpsr_it;
}

static void choose_modes(struct processor_state *state, uint32_t mode)
{
    uint32_t view = mode == MODE_USR ? MODE_SYS : mode;
    uint32_t other = mode == MODE_SVC ? MODE_ABT : MODE_SVC;

    state->bank = view | PSR_I | PSR_F;
    state->launch = other | PSR_I | PSR_F;
}

void make_state(struct processor_state *state, const struct test_case *test)
{
    for (uint32_t i = 0; i < 8; i++)
        state->d[i] = (uint64_t)pattern(test, PLACE_D8 + i) << 32 | pattern(test, PLACE_D8_LOW + i);
    for (uint32_t i = 0; i < 13; i++)
        state->r[i] = pattern(test, i);
    state->r[2] = SITE_DATA;
    state->r[3] = SITE_ARM_CODE;
    state->r[4] = SITE_THUMB_CODE;
    state->r[5] = SITE_NULL;
    for (uint32_t i = 0; i < 5; i++)
        state->fiq_r[i] = pattern(test, PLACE_FIQ_R8 + i);
    state->sp = test->sp ? test->sp : pattern(test, 13);
    state->lr = pattern(test, 14);
    state->pc = (uint32_t)test->site->start & ~1u;
    state->cpsr = chosen_cpsr(test);
    state->fpexc = test->fpu->fpexc;
    state->cpacr = test->fpu->cpacr;
    choose_modes(state, test->mode);
}

static void expect_registers(struct bobbin_context *context, const struct test_case *test,
                             const struct processor_state *state)
{
    for (uint32_t i = 0; i < 13; i++)
        context->r[i] = test->mode == MODE_FIQ && i >= 8 ? state->fiq_r[i - 8] : state->r[i];
    context->r[13] = state->sp;
    context->r[14] = test->site->lr ? (uint32_t)test->site->lr : state->lr;
    context->r[15] = (uint32_t)test->site->pc & ~1u;
    context->cpsr = (state->cpsr & ~PSR_T) | ((uint32_t)test->site->pc & 1 ? PSR_T : 0);
    context->valid = BOBBIN_CONTEXT_VALID_CORE;
    for (uint32_t i = 0; i < 8; i++) {
        context->d[i] = state->d[i];
        if (test->fpu->readable)
            context->valid |= BOBBIN_VALID_D(8 + i);
    }
}

/* Does not use __flash_start, because a compiler assumes that no object is at address 0. */
static bool null_is_reset_vector(void)
{
    return board_memory[0].low == 0;
}

/*
 * The expected cause. A call through null that enters the reset handler loses the flags, because
 * the handler changes them. In User mode, the reset handler's and the hooks' first instruction is
 * undefined.
 */
static void expect_cause(struct expectation *expected, const struct test_case *test)
{
    struct bobbin_context *context = &expected->context;
    bool reset = test->site->null && null_is_reset_vector();

    context->cause = test->site->cause;
    if (test->mode == MODE_USR && (reset || test->site->hook))
        context->cause = BOBBIN_CAUSE_UNDEFINED;
    else if (reset)
        context->cause = BOBBIN_CAUSE_NULL_CALL;
    if (reset && test->mode == MODE_USR)
        context->r[15] = (uint32_t)reset_handler;
    expected->cpsr_mask = context->cause == BOBBIN_CAUSE_NULL_CALL ? ~PSR_FLAGS : ~0u;
    expected->address_known = test->site->address != SITE_NO_ADDRESS && !reset;
    expected->text = context->cause == BOBBIN_CAUSE_ASSERT;
}

/* Whether the exception overwrites lr of the interrupted mode (ARM ARM B1.8.1). */
static bool lr_is_lost(const struct bobbin_context *context, uint32_t mode)
{
    switch (context->cause) {
    case BOBBIN_CAUSE_UNDEFINED:
        return mode == MODE_UND;
    case BOBBIN_CAUSE_PREFETCH_ABORT:
    case BOBBIN_CAUSE_DATA_ABORT:
        return mode == MODE_ABT;
    default:
        return false;
    }
}

void make_expectation(struct expectation *expected, const struct test_case *test,
                      const struct processor_state *state)
{
    struct bobbin_context *context = &expected->context;

    *expected = (struct expectation){.context.address = test->site->address};
    expect_registers(context, test, state);
    expect_cause(expected, test);
    if (lr_is_lost(context, test->mode))
        context->valid &= ~BOBBIN_VALID_R(14);
}
