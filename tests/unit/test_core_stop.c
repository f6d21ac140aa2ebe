/* SPDX-License-Identifier: MIT */
/* Each stop reason, with its value. The frame must be unchanged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

#define NO_RULE (WORLD_CODE + 0x20)
#define CALLER  (WORLD_CODE + 0x40)
#define OUTSIDE 0x40000000u

static const struct handmade_entry rows[] = {ENTRY(16, 0), ENTRY(16, 2), ENTRY(16, 1)};
static const struct handmade_range range[] = {RANGE(WORLD_CODE, rows, 3)};

#define LONG         LONG_RULE(3)
#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define EXPLICIT_RA  (COMPACT_RA | COMPACT_EXPLICIT)

/*
 * Rule 0 is WORD, which may be LONG. Rule 1, for CALLER, is RULE_R4_LR. sp is in the middle of the
 * stack.
 */
static void set_up(struct world *world, uint32_t word, const uint32_t *long_rules,
                   uint32_t long_rules_count)
{
    const uint32_t rules[] = {word, RULE_R4_LR, RULE_NONE};
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .rules = rules,
                                   .rules_count = 3,
                                   .long_rules = long_rules,
                                   .long_rules_count = long_rules_count};

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
    expect_at_start(&world, BOBBIN_STOP_OUTERMOST, WORLD_CODE);
}

static void pc_outside_when_interrupted_in_no_code(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, RULE_LEAF, NULL, 0);
    world_begin(&world, OUTSIDE);
    world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, OUTSIDE);
}

/*
 * The value is the return address from the slot. Binary 10 in bits 1:0 is no instruction address in
 * any state.
 */
static void pc_outside_when_the_return_address_is_garbage(void **state)
{
    (void)state;
    static const uint32_t garbage[] = {OUTSIDE, 0xdeadbeef, 2, 3, 0xffffffff, CALLER + 6};
    struct world world;

    for (uint32_t i = 0; i < sizeof(garbage) / sizeof(garbage[0]); i++) {
        set_up(&world, RULE_R4_LR, NULL, 0);
        world.stack[17] = garbage[i];
        expect_at_start(&world, BOBBIN_STOP_PC_OUTSIDE, garbage[i]);
    }
}

/* The same in a range that is not the first one of the table, in pages or in blocks. */
static void pc_outside_when_the_return_address_is_garbage_in_another_range(void **state)
{
    (void)state;
    static const uint32_t hows[] = {0, HOW_CODE, HOW_CODE | HOW_FORWARD | HOW_PROLOGUE};
    static const uint32_t rules[] = {RULE_R4_LR, RULE_R4_LR};
    static const struct handmade_entry first[] = {ENTRY(16, 0)}, second[] = {ENTRY(16, 1)};

    for (uint32_t i = 0; i < 2 * COUNT(hows); i++) {
        const struct handmade_range ranges[] = {
            RANGE(WORLD_CODE, first, 1),
            {.start = CALLER, .entries = second, .entries_count = 1, .how = hows[i / 2]}};
        const struct handmade table = {
            .ranges = ranges, .ranges_count = 2, .rules = rules, .rules_count = 2};
        struct world world;
        world_set_up(&world, &table);
        world.stack[1] = CALLER + (i % 2 ? 6 : 8);
        world_begin(&world, WORLD_CODE);
        if (i % 2)
            world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, CALLER + 6);
        else
            world_step(&world);
    }
}

/* An RTOS starts a thread with a return address of 0. Bit 0 is the Thumb bit. */
static void thread_base_when_the_return_address_is_0(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t value = 0; value < 2; value++) {
        set_up(&world, RULE_R4_LR, NULL, 0);
        world.stack[17] = value;
        expect_at_start(&world, BOBBIN_STOP_THREAD_BASE, value);
        set_up(&world, RULE_LEAF, NULL, 0);
        world.r[BOBBIN_LR] = value;
        expect_at_start(&world, BOBBIN_STOP_THREAD_BASE, value);
    }
}

static void no_rule_ends_the_trace_after_the_frame_without_one(void **state)
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
    static const uint32_t rule[] = {LONG_HEAD(13, 1, 0, 0, 0, 0, 8, 0),
                                    STEP(STEP_REGISTER, STEP_RA, STEP_NOBODY)};
    struct world world;

    set_up(&world, LONG, rule, COUNT(rule));
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

/* The callee loses r9, which is the cfa register of its caller. */
static void lost_when_the_cfa_needs_a_register_lost_before(void **state)
{
    (void)state;
    static const uint32_t rules[] = {LONG, COMPACT(9, 2, 0, 0, 0, COMPACT_RA), RULE_NONE,
                                     LONG_HEAD(13, 0, 0, 0, 0, COMPACT_RA, 8, BOBBIN_VALID_R(9))};
    const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = rules, .rules_count = COUNT(rules)};
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

/* A bad cfa stops the trace before any slot is read. */
static void bad_sp_comes_before_slots_that_are_steps(void **state)
{
    (void)state;
    static const uint32_t rule[] = {LONG_HEAD(13, 2, 0, 0, 0, 0, -8, 0),
                                    STEP(STEP_SLOT, STEP_RA, -4), STEP(STEP_SLOT, STEP_R(4), -8)};
    struct world world;

    set_up(&world, LONG, rule, COUNT(rule));
    expect_at_start(&world, BOBBIN_STOP_BAD_SP, WORLD_STACK + 56);
    assert_int_equal(world.reads, 0);
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

/* The result is the same for every offset that is added to the pointer. */
static void unreadable_when_the_pointer_to_the_cfa_is(void **state)
{
    (void)state;
    static const int32_t adds[] = {16, 0, -4, -64, 3};

    for (uint32_t i = 0; i < COUNT(adds); i++) {
        const uint32_t rule[] = {LONG_HEAD(13, 1, 0, 0, 0, COMPACT_RA, 8, 0),
                                 STEP(STEP_SLOT, STEP_CFA, adds[i])};
        struct world world;
        set_up(&world, LONG, rule, COUNT(rule));
        world.unreadable = WORLD_STACK + 72;
        expect_at_start(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 72);
        assert_int_equal(world.reads, 1);
    }
}

/*
 * The slots of a compact rule, downwards: return address, r11, r4, d9, d8. The first unreadable
 * slot stops the trace.
 */
static void unreadable_when_any_register_is(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t word = 0; word < 7; word++) {
        set_up(&world, COMPACT(13, 7, 0x81, 2, 0, EXPLICIT_RA), NULL, 0);
        world.stack[22] = CALLER + 5;
        world.unreadable = WORLD_STACK + 64 + 4 * word;
        expect_at_start(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 64 + 4 * word);
        assert_int_equal(world.reads, 7 - word);
    }
}

/* The callback must not be called for an unaligned slot. */
static void unreadable_when_the_slot_is_unaligned(void **state)
{
    (void)state;
    static const uint32_t rule[] = {LONG_HEAD(13, 1, 0, 0, 0, 0, 8, 0),
                                    STEP(STEP_SLOT, STEP_RA, -2)};
    struct world world;

    set_up(&world, LONG, rule, COUNT(rule));
    expect_at_start(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 70);
    assert_int_equal(world.reads, 0);
}

/* A return address below sp is not read, either. test_core_step.c tests registers below sp. */
static void the_return_address_is_not_read_below_sp(void **state)
{
    (void)state;
    static const uint32_t rule[] = {LONG_HEAD(13, 1, 0, 0, 0, 0, 8, 0),
                                    STEP(STEP_SLOT, STEP_RA, -12)};
    struct world world;

    set_up(&world, LONG, rule, COUNT(rule));
    expect_at_start(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 60);
    assert_int_equal(world.reads, 0);
}

/* The slot of the return address is above sp and leads to the same frame again. */
static void no_progress_when_sp_stays_and_the_return_address_is_in_memory(void **state)
{
    (void)state;
    static const uint32_t rule[] = {LONG_HEAD(13, 1, 0, 0, 0, 0, 0, 0),
                                    STEP(STEP_SLOT, STEP_RA, 4)};
    struct world world;

    set_up(&world, LONG, rule, COUNT(rule));
    world.stack[17] = WORLD_CODE + 5;
    expect_at_start(&world, BOBBIN_STOP_NO_PROGRESS, WORLD_STACK + 64);
}

/* The slot right below the cfa would be below sp. */
static void no_progress_when_there_is_no_frame(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, COMPACT(13, 0, 0, 0, 0, EXPLICIT_RA), NULL, 0);
    expect_at_start(&world, BOBBIN_STOP_NO_PROGRESS, WORLD_STACK + 64);
    assert_int_equal(world.reads, 0);
}

static void corrupt_when_the_rule_is(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, LONG_RULE(1000), NULL, 0);
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

/* The value is the address of the first register that was not read. */
static void budget_tells_where_it_was_spent(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, COMPACT(13, 5, 0x0f, 0, 0, EXPLICIT_RA), NULL, 0);
    world.env.reads_max = 1;
    world.stack[16 + 4] = CALLER + 5;
    world_open_window(&world, BOBBIN_SPACE_STACK);
    world.env.window[BOBBIN_SPACE_STACK].size_bytes = 4 * (16 + 2); /* r4 and r5 are inside */
    world_begin(&world, WORLD_CODE);
    assert_false(bobbin_step(&world.cursor, &world.env));
    assert_int_equal(world.cursor.stop, BOBBIN_STOP_BUDGET);
    assert_int_equal(world.cursor.stop_value, WORLD_STACK + 4 * (16 + 3));
}

/* The trace also stops at a frame if not all of its registers could be read. */
static void budget_when_a_register_is_not_read_any_more(void **state)
{
    (void)state;
    struct bobbin_frame frames[4];
    struct world world;

    set_up(&world, COMPACT(13, 2, 0x08, 0, 0, EXPLICIT_RA), NULL, 0);
    world.env.reads_max = 1;
    world.stack[17] = CALLER + 5;
    world_begin(&world, WORLD_CODE);
    assert_int_equal(bobbin_walk(&world.cursor, &world.env, frames, 4), 1);
    assert_string_equal(bobbin_stop_name(world.cursor.stop), "budget");
    assert_int_equal(world.cursor.stop_value, WORLD_STACK + 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outermost_at_a_root),
        cmocka_unit_test(pc_outside_when_interrupted_in_no_code),
        cmocka_unit_test(pc_outside_when_the_return_address_is_garbage),
        cmocka_unit_test(pc_outside_when_the_return_address_is_garbage_in_another_range),
        cmocka_unit_test(thread_base_when_the_return_address_is_0),
        cmocka_unit_test(no_rule_ends_the_trace_after_the_frame_without_one),
        cmocka_unit_test(lost_when_the_return_address_is),
        cmocka_unit_test(lost_when_a_leaf_rule_meets_a_caller),
        cmocka_unit_test(lost_when_the_cfa_needs_a_register_lost_before),
        cmocka_unit_test(bad_sp_when_the_cfa_is_below_sp),
        cmocka_unit_test(bad_sp_when_the_cfa_is_unaligned),
        cmocka_unit_test(bad_sp_when_the_cfa_wraps_around),
        cmocka_unit_test(bad_sp_comes_before_slots_that_are_steps),
        cmocka_unit_test(unreadable_when_the_return_address_is),
        cmocka_unit_test(unreadable_when_the_pointer_to_the_cfa_is),
        cmocka_unit_test(unreadable_when_any_register_is),
        cmocka_unit_test(unreadable_when_the_slot_is_unaligned),
        cmocka_unit_test(the_return_address_is_not_read_below_sp),
        cmocka_unit_test(no_progress_when_sp_stays_and_the_return_address_is_in_memory),
        cmocka_unit_test(no_progress_when_there_is_no_frame),
        cmocka_unit_test(corrupt_when_the_rule_is),
        cmocka_unit_test(budget_when_reads_are_used_up),
        cmocka_unit_test(budget_tells_where_it_was_spent),
        cmocka_unit_test(budget_when_a_register_is_not_read_any_more),
    };
    return cmocka_run_group_tests_name("core_stop", tests, NULL, NULL);
}
