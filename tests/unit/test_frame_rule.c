/* SPDX-License-Identifier: MIT */
/*
 * Which rules are true in a frame state, as frame_rule.h says. The analysis never proposes some of
 * these rules, but a damaged or old table may contain them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "frame/frame_rule.h"
#include "rows/rule.h"

#define RA BOBBIN_PLACE_RA
#define R4 BOBBIN_PLACE_R4
#define LR 14

static const struct frame_debt nothing = {0};

/* The rule cfa=sp with all places in their registers, except PLACE. */
static struct bobbin_rule rule_with(unsigned place, enum bobbin_place_kind kind, int32_t value)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);

    rule.cfa_register = 13;
    rule_put(&rule, place, kind, value);
    return rule;
}

/* The state at the entry of a function, after it has overwritten register NUMBER. */
static struct frame_state state_without(unsigned number)
{
    struct frame_state state;

    frame_state_entry(&state, 0);
    state.core[number] = (struct value){VALUE_OTHER, 0};
    return state;
}

static bool holds(const struct frame_state *state, const struct bobbin_rule *rule,
                  const struct frame_debt *debt)
{
    const char *why;

    return frame_rule_holds(state, rule, debt, &why);
}

static void lost_is_true_if_no_location_holds_the_value(void **unused)
{
    struct frame_state whole = state_without(0), broken = state_without(4);
    struct bobbin_rule lost = rule_with(R4, BOBBIN_LOST, 0);
    struct bobbin_rule same = rule_with(R4, BOBBIN_SAME, 0);

    (void)unused;
    assert_true(holds(&broken, &lost, &nothing));
    assert_false(holds(&broken, &same, &nothing));
    assert_false(holds(&whole, &lost, &nothing));
    assert_true(holds(&whole, &same, &nothing));
}

static void lost_is_false_if_a_return_restores_the_register(void **unused)
{
    const struct frame_debt owed = {.owed = 1u << R4};
    const struct frame_debt both = {.owed = 1u << R4, .spent = 1u << R4};
    struct frame_state broken = state_without(4);
    struct bobbin_rule lost = rule_with(R4, BOBBIN_LOST, 0);

    (void)unused;
    assert_false(holds(&broken, &lost, &owed));
    assert_false(holds(&broken, &lost, &both));
}

/* One rule is valid before and after the call. */
static void lost_may_come_before_the_call_that_destroys(void **unused)
{
    const struct frame_debt spent = {.spent = 1u << R4};
    struct frame_state whole = state_without(0);
    struct bobbin_rule lost = rule_with(R4, BOBBIN_LOST, 0);

    (void)unused;
    assert_true(holds(&whole, &lost, &spent));
}

/* AAPCS32 6.1.1: a call preserves r4-r11, and destroys r0-r3, r12 and lr. */
static void after_a_call_only_r4_to_r11_are_locations(void **unused)
{
    (void)unused;
    for (int32_t number = 0; number <= LR; number++) {
        struct bobbin_rule rule = rule_with(RA, BOBBIN_REGISTER, number);
        struct bobbin_rule after = frame_rule_after_call(&rule);
        bool kept = number >= 4 && number <= 11;
        if (number != 13)
            assert_int_equal(after.place_kind[RA], kept ? BOBBIN_REGISTER : BOBBIN_LOST);
    }
}

static void after_a_call_lr_is_gone_and_r4_is_not(void **unused)
{
    struct bobbin_rule rule = rule_with(RA, BOBBIN_SAME, 0);
    struct bobbin_rule after = frame_rule_after_call(&rule);

    (void)unused;
    assert_int_equal(after.place_kind[RA], BOBBIN_LOST);
    assert_int_equal(after.place_kind[R4], BOBBIN_SAME);
}

/* "No rule" is right only where no path has a caller that could be found. */
static void no_rule_is_right_without_a_caller(void **unused)
{
    static const struct {
        enum frame_context context;
        bool right;
    } contexts[] = {{FRAME_HANDLER, true},
                    {FRAME_NOBODY, true},
                    {FRAME_ROOT, false},
                    {FRAME_UNKNOWN, false},
                    {FRAME_DISPUTED, false}};
    const struct frame_debt owed = {.owed = 1u << RA};
    const struct bobbin_rule none = rule_of_form(BOBBIN_FORM_NONE);
    struct frame_state state;

    (void)unused;
    for (size_t i = 0; i < sizeof(contexts) / sizeof(contexts[0]); i++) {
        frame_state_without_caller(&state, contexts[i].context);
        assert_int_equal(frame_rule_none_is_right(&state, &nothing), contexts[i].right);
        assert_int_equal(holds(&state, &none, &nothing), contexts[i].right);
    }
    frame_state_entry(&state, 0);
    assert_false(holds(&state, &none, &nothing));
    frame_state_without_caller(&state, FRAME_NOBODY);
    assert_false(holds(&state, &none, &owed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lost_is_true_if_no_location_holds_the_value),
        cmocka_unit_test(lost_is_false_if_a_return_restores_the_register),
        cmocka_unit_test(lost_may_come_before_the_call_that_destroys),
        cmocka_unit_test(after_a_call_only_r4_to_r11_are_locations),
        cmocka_unit_test(after_a_call_lr_is_gone_and_r4_is_not),
        cmocka_unit_test(no_rule_is_right_without_a_caller),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
