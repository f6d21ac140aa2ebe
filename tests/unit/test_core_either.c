/* SPDX-License-Identifier: MIT */
/*
 * Rules that depend on the flags: which of the two rules is used, and which combinations are
 * corrupt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"
#include <bobbin/rule.h>

/* The rule under test starts at WORDS, another rule that depends on the flags starts at OTHER. */
static const uint32_t rules[] = {LONG_RULE(2), RULE_LEAF};
enum { WORDS = 2, OTHER = WORDS + 3 };
#define EITHER       LONG_RULE(WORDS)
#define OTHER_EITHER LONG_RULE(OTHER)
#define FAR          LARGE_RUN(3000, 2)

/* The first 8 bytes have the rule under test. The rest are leaves that it may call. */
static const struct handmade_entry rows[] = {ENTRY(4, 0), ENTRY(4, 1), ENTRY(255, 1)};
static const struct handmade_range range[] = {RANGE(WORLD_CODE, rows, 3)};

#define FLAGS_N 8u
#define FLAGS_Z 4u
#define FLAGS_C 2u
#define FLAGS_V 1u

/* True if the condition holds (ARM ARM A8.3, table A8-1). FLAGS are NZCV. */
static bool passes(uint32_t condition, uint32_t flags)
{
    bool n = flags & FLAGS_N, z = flags & FLAGS_Z, c = flags & FLAGS_C, v = flags & FLAGS_V;

    switch (condition) {
    case 0: /* EQ */
        return z;
    case 1: /* NE */
        return !z;
    case 2: /* CS */
        return c;
    case 3: /* CC */
        return !c;
    case 4: /* MI */
        return n;
    case 5: /* PL */
        return !n;
    case 6: /* VS */
        return v;
    case 7: /* VC */
        return !v;
    case 8: /* HI */
        return c && !z;
    case 9: /* LS */
        return !c || z;
    case 10: /* GE */
        return n == v;
    case 11: /* LT */
        return n != v;
    case 12: /* GT */
        return !z && n == v;
    default: /* LE */
        return z || n != v;
    }
}

/* Bit N is set if the condition holds for the flags N. */
static uint32_t mask_of(uint32_t condition)
{
    uint32_t mask = 0;

    for (uint32_t flags = 0; flags < 16; flags++)
        mask |= (uint32_t)passes(condition, flags) << flags;
    return mask;
}

static void set_up_mask(struct world *world, uint32_t mask, uint32_t word, uint32_t otherwise)
{
    const uint32_t words[] = {LONG_EITHER(mask, word, otherwise),
                              LONG_EITHER(0xffff, RULE_LEAF, RULE_LEAF)};
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .rules = rules,
                                   .rules_count = WORDS,
                                   .long_rules = words,
                                   .long_rules_count = sizeof(words) / sizeof(words[0])};

    world_set_up(world, &table);
}

static void set_up(struct world *world, uint32_t condition, uint32_t word, uint32_t otherwise)
{
    set_up_mask(world, mask_of(condition), word, otherwise);
}

/*
 * Looks up the rule for an interrupted pc with CPSR, or for a call if CPSR is NULL. Flags of a call
 * do not matter.
 */
static enum bobbin_stop ask(const struct world *world, const uint32_t *cpsr,
                            struct bobbin_rule *rule)
{
    enum bobbin_trust trust;

    if (cpsr)
        return bobbin_rule_at(&world->env, WORLD_CODE, BOBBIN_KIND_INTERRUPTED, *cpsr, rule,
                              &trust);
    return bobbin_rule_at(&world->env, WORLD_CODE + 2, BOBBIN_KIND_CALL, 0x50000020, rule, &trust);
}

static void each_condition_chooses_by_all_flags(void **state)
{
    (void)state;
    for (uint32_t condition = 0; condition < 14; condition++)
        for (uint32_t flags = 0; flags < 16; flags++) {
            struct world world;
            struct bobbin_rule rule;
            uint32_t cpsr = flags << 28 | BOBBIN_CPSR_T | 0x1f;
            set_up(&world, condition, RULE_R4_LR, RULE_LEAF);
            assert_int_equal(ask(&world, &cpsr, &rule), BOBBIN_STOP_NONE);
            if (rule.cfa_offset != (passes(condition, flags) ? 8 : 0))
                fail_msg("condition %u, flags %u: cfa_offset %d", condition, flags,
                         rule.cfa_offset);
        }
}

static void without_flags_the_condition_has_held(void **state)
{
    (void)state;
    for (uint32_t condition = 0; condition < 14; condition++) {
        struct world world;
        struct bobbin_rule rule;
        set_up(&world, condition, RULE_R4_LR, RULE_LEAF);
        assert_int_equal(ask(&world, NULL, &rule), BOBBIN_STOP_NONE);
        assert_int_equal(rule.cfa_offset, 8);
    }
}

/*
 * popne {r4, lr}; bxne lr. After the pop under NE, the return address is in lr again. Else it is on
 * the stack.
 */
static void an_interrupted_frame_goes_by_its_flags(void **state)
{
    (void)state;
    for (uint32_t flags = 0; flags < 16; flags++) {
        struct world world;
        bool undone = passes(1, flags);
        set_up(&world, 1, RULE_LEAF, RULE_R4_LR);
        world.cpsr |= flags << 28;
        world.r[BOBBIN_LR] = WORLD_CODE + 0x101;
        world.stack[1] = WORLD_CODE + 0x201;
        world_begin(&world, WORLD_CODE + 4);
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + (undone ? 0x100 : 0x200));
        assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + (undone ? 0 : 8));
    }
}

/*
 * The flags in the cursor belong to the innermost frame. They must not select the rule of a caller.
 */
static void a_return_address_takes_the_true_rule_whatever_the_flags(void **state)
{
    (void)state;
    for (uint32_t flags = 0; flags < 16; flags++) {
        struct world world;
        set_up(&world, 0, RULE_R4_LR, RULE_LEAF);
        world.cpsr |= flags << 28;
        world.r[BOBBIN_LR] = WORLD_CODE + 5;
        world.stack[1] = WORLD_CODE + 0x201;
        world_begin(&world, WORLD_CODE + 8);
        world_step(&world);
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x200);
        assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 8);
    }
}

static void a_run_and_a_root_may_be_chosen(void **state)
{
    (void)state;
    static const uint32_t flags[] = {FLAGS_Z << 28, 0};
    struct world world;
    struct bobbin_rule rule;

    set_up(&world, 0, FAR, RULE_ROOT);
    assert_int_equal(ask(&world, &flags[0], &rule), BOBBIN_STOP_NONE);
    assert_int_equal(rule.form, BOBBIN_FORM_FRAME);
    assert_int_equal(rule.cfa_offset, 12000);
    assert_int_equal(rule.place_value[BOBBIN_PLACE_RA], -4);
    assert_int_equal(rule.place_value[BOBBIN_PLACE_R4], -12);
    assert_int_equal(ask(&world, &flags[1], &rule), BOBBIN_STOP_NONE);
    assert_int_equal(rule.form, BOBBIN_FORM_ROOT);
    world_begin(&world, WORLD_CODE);
    world_expect_stop(&world, BOBBIN_STOP_OUTERMOST, WORLD_CODE);
}

/* CONDITION, WORD and OTHERWISE must be corrupt with FLAGS. */
static void expect_corrupt(uint32_t condition, uint32_t word, uint32_t otherwise, uint32_t flags)
{
    struct world world;
    struct bobbin_rule rule;
    uint32_t cpsr = flags << 28;

    set_up(&world, condition, word, otherwise);
    if (ask(&world, &cpsr, &rule) != BOBBIN_STOP_CORRUPT)
        fail_msg("condition %u, words %08x and %08x: expected a corrupt table", condition, word,
                 otherwise);
    world.cpsr |= cpsr;
    world_begin(&world, WORLD_CODE);
    world_expect_stop(&world, BOBBIN_STOP_CORRUPT, WORLD_CODE);
}

static void a_rule_that_depends_on_flags_is_not_part_of_another(void **state)
{
    (void)state;
    expect_corrupt(0, OTHER_EITHER, RULE_LEAF, FLAGS_Z);
    expect_corrupt(0, RULE_LEAF, OTHER_EITHER, 0);
    expect_corrupt(0, EITHER, RULE_LEAF, FLAGS_Z);
    expect_corrupt(0, RULE_LEAF, EITHER, 0);
}

/* Any set of flags is valid, even if no condition of the processor matches it. */
static void any_flags_may_choose(void **state)
{
    (void)state;
    for (uint32_t mask = 0; mask < 0x10000; mask += 0x111)
        for (uint32_t flags = 0; flags < 16; flags++) {
            struct world world;
            struct bobbin_rule rule;
            uint32_t cpsr = flags << 28;
            set_up_mask(&world, mask, RULE_R4_LR, RULE_LEAF);
            assert_int_equal(ask(&world, &cpsr, &rule), BOBBIN_STOP_NONE);
            assert_int_equal(rule.cfa_offset, mask >> flags & 1 ? 8 : 0);
        }
}

/* Invalid words; stop reasons that no table contains; long rules outside the table or cut off. */
static void both_rules_must_be_there(void **state)
{
    (void)state;
    static const uint32_t missing[] = {0,
                                       BOBBIN_STOP_DEPTH,
                                       BOBBIN_STOP_LOST,
                                       BOBBIN_STOP_BAD_SP,
                                       BOBBIN_STOP_NO_PROGRESS,
                                       BOBBIN_STOP_CORRUPT,
                                       BOBBIN_STOPS,
                                       31,
                                       LONG_RULE(512),
                                       LONG_RULE(0x3ffff),
                                       LONG_RULE(OTHER + 3)};

    for (uint32_t i = 0; i < sizeof(missing) / sizeof(missing[0]); i++) {
        expect_corrupt(0, missing[i], RULE_LEAF, FLAGS_Z);
        expect_corrupt(0, RULE_LEAF, missing[i], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_condition_chooses_by_all_flags),
        cmocka_unit_test(without_flags_the_condition_has_held),
        cmocka_unit_test(an_interrupted_frame_goes_by_its_flags),
        cmocka_unit_test(a_return_address_takes_the_true_rule_whatever_the_flags),
        cmocka_unit_test(a_run_and_a_root_may_be_chosen),
        cmocka_unit_test(a_rule_that_depends_on_flags_is_not_part_of_another),
        cmocka_unit_test(any_flags_may_choose),
        cmocka_unit_test(both_rules_must_be_there),
    };
    return cmocka_run_group_tests_name("core_either", tests, NULL, NULL);
}
