/* SPDX-License-Identifier: MIT */
/* Why traces end: each reason once, with its value and the frame left as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

#define RA      BOBBIN_PLACE_RA
#define NO_RULE (WORLD_CODE + 0x20)
#define CALLER  (WORLD_CODE + 0x40)
#define OUTSIDE 0x40000000u

static const struct handmade_entry rows[] = {ENTRY(16, 1), ENTRY(16, 0), ENTRY(16, 2)};
static const struct handmade_range range[] = {RANGE(WORLD_CODE, rows, 3)};

/* Rule 1 is WORD; rule 2, of CALLER, is RULE_R4_LR. sp is in the middle of the stack. */
static void set_up(struct world *world, uint32_t word, const uint32_t *long_rules,
                   uint32_t long_rules_size)
{
    const uint32_t rules[] = {word, RULE_R4_LR};
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .rules = rules,
                                   .rules_count = 2,
                                   .long_rules = long_rules,
                                   .long_rules_size = long_rules_size};

    world_set_up(world, &table);
    world->r[BOBBIN_SP] = WORLD_STACK + 64;
    world->r[BOBBIN_LR] = CALLER + 5;
}

static void expect_at_start(struct world *world, enum bobbin_stop reason, uint32_t value)
{
    world_begin(world, WORLD_CODE);
    world_expect_stop(world, reason, value);
}

static void outermost_at_a_root(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, RULE_ROOT, NULL, 0);
    expect_at_start(&world, BOBBIN_STOP_OUTERMOST, 0);
}

static void pc_outside_when_interrupted_in_no_code(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, RULE_LEAF, NULL, 0);
    world_begin(&world, OUTSIDE);
    world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, OUTSIDE);
}

/* The value is the return address as it was found; bits 1:0 = 10 is no instruction of any state. */
static void pc_outside_when_the_return_address_is_garbage(void **state)
{
    (void)state;
    static const uint32_t garbage[] = {OUTSIDE, 0xdeadbeef, 0, 1, 0xffffffff, CALLER + 6};
    struct world world;

    for (uint32_t i = 0; i < sizeof(garbage) / sizeof(garbage[0]); i++) {
        set_up(&world, RULE_R4_LR, NULL, 0);
        world.stack[17] = garbage[i];
        expect_at_start(&world, BOBBIN_STOP_PC_OUTSIDE, garbage[i]);
    }
}

static void no_rule_ends_the_trace_behind_the_frame_without_one(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, RULE_LEAF, NULL, 0);
    world.r[BOBBIN_LR] = NO_RULE + 5;
    world_begin(&world, WORLD_CODE);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], NO_RULE + 4);
    world_expect_stop(&world, BOBBIN_STOP_NO_RULE, NO_RULE + 4);
}

static void lost_when_the_return_address_is(void **state)
{
    (void)state;
    static const uint32_t rule[] = {LONG_HEAD(1, 13, 1u << RA), 8, LONG_PLACE(BOBBIN_LOST, 0)};
    struct world world;

    set_up(&world, LONG_RULE(0), rule, sizeof(rule));
    expect_at_start(&world, BOBBIN_STOP_LOST, BOBBIN_LR);
}

static void lost_when_a_leaf_rule_meets_a_caller(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, RULE_LEAF, NULL, 0);
    world.r[BOBBIN_LR] = WORLD_CODE + 5;
    world_begin(&world, WORLD_CODE);
    world_step(&world);
    world_expect_stop(&world, BOBBIN_STOP_LOST, BOBBIN_LR);
}

/* The callee lost r9, on which the caller's cfa stands. */
static void lost_when_the_cfa_needs_a_register_lost_before(void **state)
{
    (void)state;
    static const uint32_t long_rules[] = {LONG_HEAD(1, 13, 1u << RA | 1u << 5), 8,
                                          LONG_PLACE(BOBBIN_SLOT, -4), LONG_PLACE(BOBBIN_LOST, 0)};
    static const uint32_t rules[] = {LONG_RULE(0), COMPACT(9, 2, 0, 0, 0, COMPACT_RA)};
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .rules = rules,
                                   .rules_count = 2,
                                   .long_rules = long_rules,
                                   .long_rules_size = sizeof(long_rules)};
    struct world world;

    world_set_up(&world, &table);
    world.stack[1] = CALLER + 5;
    world_begin(&world, WORLD_CODE);
    world_step(&world);
    world_expect_stop(&world, BOBBIN_STOP_LOST, 9);
}

static void bad_sp_when_the_cfa_is_below_sp(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, RULE_R7, NULL, 0);
    world.r[7] = WORLD_STACK + 32;
    world.stack[9] = CALLER + 5;
    expect_at_start(&world, BOBBIN_STOP_BAD_SP, WORLD_STACK + 40);
}

static void bad_sp_when_the_cfa_is_unaligned(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t low = 1; low < 4; low++) {
        set_up(&world, RULE_R4_LR, NULL, 0);
        world.r[BOBBIN_SP] += low;
        expect_at_start(&world, BOBBIN_STOP_BAD_SP, WORLD_STACK + 72 + low);
        assert_int_equal(world.reads, 0);
    }
}

static void bad_sp_when_the_cfa_wraps_around(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, RULE_R4_LR, NULL, 0);
    world.r[BOBBIN_SP] = 0xfffffffc;
    expect_at_start(&world, BOBBIN_STOP_BAD_SP, 4);
}

static void unreadable_when_the_return_address_is(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, RULE_R4_LR, NULL, 0);
    world.unreadable = WORLD_STACK + 68;
    expect_at_start(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 68);
    assert_int_equal(world.reads, 1);
}

static void unreadable_when_the_pointer_to_the_cfa_is(void **state)
{
    (void)state;
    static const uint32_t rule[] = {LONG_HEAD(2, 13, 1u << RA), 8, 16, LONG_PLACE(BOBBIN_SLOT, -4)};
    struct world world;

    set_up(&world, LONG_RULE(0), rule, sizeof(rule));
    world.unreadable = WORLD_STACK + 72;
    expect_at_start(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 72);
}

/* A rule whose slot of the return address is not word-aligned must not be asked of the caller. */
static void unreadable_when_the_slot_is_unaligned(void **state)
{
    (void)state;
    static const uint32_t rule[] = {LONG_HEAD(1, 13, 1u << RA), 8, LONG_PLACE(BOBBIN_SLOT, -2)};
    struct world world;

    set_up(&world, LONG_RULE(0), rule, sizeof(rule));
    expect_at_start(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 70);
    assert_int_equal(world.reads, 0);
}

/* A return address below sp is not read either: see the registers in test_core_step.c. */
static void the_return_address_is_not_read_below_sp(void **state)
{
    (void)state;
    static const uint32_t rule[] = {LONG_HEAD(1, 13, 1u << RA), 8, LONG_PLACE(BOBBIN_SLOT, -12)};
    struct world world;

    set_up(&world, LONG_RULE(0), rule, sizeof(rule));
    expect_at_start(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 60);
    assert_int_equal(world.reads, 0);
}

static void no_progress_when_sp_stays_and_the_return_address_is_in_memory(void **state)
{
    (void)state;
    static const uint32_t rule[] = {LONG_HEAD(1, 13, 1u << RA), 0, LONG_PLACE(BOBBIN_SLOT, 4)};
    struct world world;

    set_up(&world, LONG_RULE(0), rule, sizeof(rule));
    world.stack[17] = WORLD_CODE + 5;
    expect_at_start(&world, BOBBIN_STOP_NO_PROGRESS, WORLD_STACK + 64);
}

static void corrupt_when_the_rule_is(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, COMPACT(15, 0, 0, 0, 0, 0), NULL, 0);
    expect_at_start(&world, BOBBIN_STOP_CORRUPT, WORLD_CODE);
}

static void budget_when_reads_are_used_up(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, RULE_R4_LR, NULL, 0);
    world.env.reads_max = 2;
    world.stack[17] = CALLER + 5;
    world.stack[19] = CALLER + 5;
    world_begin(&world, WORLD_CODE);
    world_step(&world);
    assert_false(bobbin_step(&world.cursor, &world.env));
    assert_int_equal(world.cursor.stop, BOBBIN_STOP_BUDGET);
    assert_int_equal(world.reads, 2);
}

/* Of all registers that it was not read for the first one tells where that was. */
static void budget_tells_where_it_was_spent(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, COMPACT(13, 5, 0x0f, 0, 0, COMPACT_RA), NULL, 0);
    world.env.reads_max = 1;
    world.stack[16 + 4] = CALLER + 5;
    world_open_window(&world, BOBBIN_SPACE_STACK);
    world.env.window[BOBBIN_SPACE_STACK].size_bytes = 4 * (16 + 2); /* r4 and r5 are in it */
    world_begin(&world, WORLD_CODE);
    assert_false(bobbin_step(&world.cursor, &world.env));
    assert_int_equal(world.cursor.stop, BOBBIN_STOP_BUDGET);
    assert_int_equal(world.cursor.stop_value, WORLD_STACK + 4 * (16 + 3));
}

/* The caller's cfa stands on r7, which was saved but not read any more: nothing was lost. */
static void budget_when_a_register_was_not_read_for_it(void **state)
{
    (void)state;
    static const uint32_t both[] = {COMPACT(13, 2, 0x08, 0, 0, COMPACT_RA), RULE_R7};
    const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = both, .rules_count = 2};
    struct bobbin_frame frames[4];
    struct world world;

    world_set_up(&world, &table);
    world.env.reads_max = 1;
    world.stack[1] = CALLER + 5;
    world_begin(&world, WORLD_CODE);
    bobbin_walk(&world.cursor, &world.env, frames, 4);
    assert_string_equal(bobbin_stop_name(world.cursor.stop), "budget");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outermost_at_a_root),
        cmocka_unit_test(pc_outside_when_interrupted_in_no_code),
        cmocka_unit_test(pc_outside_when_the_return_address_is_garbage),
        cmocka_unit_test(no_rule_ends_the_trace_behind_the_frame_without_one),
        cmocka_unit_test(lost_when_the_return_address_is),
        cmocka_unit_test(lost_when_a_leaf_rule_meets_a_caller),
        cmocka_unit_test(lost_when_the_cfa_needs_a_register_lost_before),
        cmocka_unit_test(bad_sp_when_the_cfa_is_below_sp),
        cmocka_unit_test(bad_sp_when_the_cfa_is_unaligned),
        cmocka_unit_test(bad_sp_when_the_cfa_wraps_around),
        cmocka_unit_test(unreadable_when_the_return_address_is),
        cmocka_unit_test(unreadable_when_the_pointer_to_the_cfa_is),
        cmocka_unit_test(unreadable_when_the_slot_is_unaligned),
        cmocka_unit_test(the_return_address_is_not_read_below_sp),
        cmocka_unit_test(no_progress_when_sp_stays_and_the_return_address_is_in_memory),
        cmocka_unit_test(corrupt_when_the_rule_is),
        cmocka_unit_test(budget_when_reads_are_used_up),
        cmocka_unit_test(budget_tells_where_it_was_spent),
        cmocka_unit_test(budget_when_a_register_was_not_read_for_it),
    };
    return cmocka_run_group_tests_name("core_stop", tests, NULL, NULL);
}
