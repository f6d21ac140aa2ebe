/* SPDX-License-Identifier: MIT */
/* Whole traces: walk, continue, budgets; and the names of all values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"
#include <bobbin/report.h>

/*
 * reset calls main, main calls middle (frame pointer r7), middle calls leaf. Each has 16 halfwords.
 */
#define LEAF    (WORLD_CODE + 0x00)
#define MIDDLE  (WORLD_CODE + 0x20)
#define MAIN    (WORLD_CODE + 0x40)
#define RESET   (WORLD_CODE + 0x60)
#define LEAF_PC (LEAF + 2)
#define FRAMES  4

static const struct handmade_entry rows[] = {ENTRY(16, 0), ENTRY(16, 1), ENTRY(16, 2),
                                             ENTRY(16, 3)};
static const struct handmade_range range[] = {RANGE(WORLD_CODE, rows, 4)};
static const uint32_t rules[] = {
    RULE_LEAF, RULE_R7, COMPACT(13, 6, 0x0f, 0, 0, COMPACT_RA | COMPACT_EXPLICIT), RULE_ROOT};
static const struct handmade table = {
    .ranges = range, .ranges_count = 1, .rules = rules, .rules_count = 4};

/* middle has 4 words of locals, main has 1. main saves the frame pointer of its caller. */
static void set_up(struct world *world)
{
    world_set_up(world, &table);
    world->r[7] = WORLD_STACK + 16;
    world->r[BOBBIN_LR] = MIDDLE + 9;
    world->stack[4] = 0x77;
    world->stack[5] = MAIN + 11;
    for (uint32_t i = 0; i < 4; i++)
        world->stack[7 + i] = 0xc4 + i;
    world->stack[11] = RESET + 13;
    world_begin(world, LEAF_PC);
}

static const struct {
    uint32_t pc, sp;
} expected[FRAMES] = {
    {LEAF_PC, WORLD_STACK},
    {MIDDLE + 8, WORLD_STACK},
    {MAIN + 10, WORLD_STACK + 24},
    {RESET + 12, WORLD_STACK + 48},
};

static void expect_frames(const struct bobbin_frame *frames, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(frames[i].pc, expected[first + i].pc);
        assert_int_equal(frames[i].sp, expected[first + i].sp);
        assert_int_equal(frames[i].kind,
                         first + i == 0 ? BOBBIN_KIND_INTERRUPTED : BOBBIN_KIND_CALL);
        assert_int_equal(frames[i].trust,
                         first + i == 0 ? BOBBIN_TRUST_CONTEXT : BOBBIN_TRUST_TABLE);
    }
}

static void a_walk_stores_every_frame(void **state)
{
    (void)state;
    struct bobbin_frame frames[8];
    struct world world;

    set_up(&world);
    assert_int_equal(bobbin_walk(&world.cursor, &world.env, frames, 8), FRAMES);
    assert_int_equal(world.cursor.stop, BOBBIN_STOP_OUTERMOST);
    expect_frames(frames, 0, FRAMES);
    assert_int_equal(world.cursor.r[4], 0xc4);
    assert_int_equal(world.cursor.r[7], 0xc7);
    assert_int_equal(world.cursor.r[BOBBIN_PC], RESET + 12);
}

static void a_walk_after_a_stop_stores_nothing(void **state)
{
    (void)state;
    struct bobbin_frame frames[8];
    struct world world;

    set_up(&world);
    bobbin_walk(&world.cursor, &world.env, frames, 8);
    assert_int_equal(bobbin_walk(&world.cursor, &world.env, frames, 8), 0);
    assert_int_equal(world.cursor.stop, BOBBIN_STOP_OUTERMOST);
}

static void a_walk_goes_on_where_its_frames_ended(void **state)
{
    (void)state;
    struct bobbin_frame frames[8];
    struct world world;

    for (uint32_t piece = 1; piece <= FRAMES; piece++) {
        uint32_t stored = 0;
        set_up(&world);
        do {
            uint32_t count;
            world.cursor.stop = BOBBIN_STOP_NONE;
            count = bobbin_walk(&world.cursor, &world.env, frames, piece);
            assert_in_range(count, 1, piece);
            assert_in_range(stored + count, 1, FRAMES);
            expect_frames(frames, stored, count);
            stored += count;
        } while (world.cursor.stop == BOBBIN_STOP_DEPTH);
        assert_int_equal(stored, FRAMES);
        assert_int_equal(world.cursor.stop, BOBBIN_STOP_OUTERMOST);
    }
}

/*
 * A small budget only shortens the trace, and the stop reason says so. No frame may be different.
 */
static void every_budget_cuts_the_trace_short_and_says_so(void **state)
{
    (void)state;
    struct bobbin_frame frames[8];
    struct world world;
    uint32_t reads, count;

    set_up(&world);
    bobbin_walk(&world.cursor, &world.env, frames, 8);
    reads = world.reads;
    for (uint32_t budget = 1; budget < reads; budget++) {
        set_up(&world);
        world.env.reads_max = budget;
        world_begin(&world, LEAF_PC);
        count = bobbin_walk(&world.cursor, &world.env, frames, 8);
        assert_true(world.reads <= budget);
        assert_in_range(count, 1, FRAMES);
        expect_frames(frames, 0, count);
        assert_string_equal(bobbin_stop_name(world.cursor.stop),
                            count == FRAMES ? "outermost" : "budget");
    }
    set_up(&world);
    world.env.reads_max = reads;
    assert_int_equal(bobbin_walk(&world.cursor, &world.env, frames, 8), FRAMES);
    assert_int_equal(world.cursor.stop, BOBBIN_STOP_OUTERMOST);
}

static void two_traces_do_not_know_of_each_other(void **state)
{
    (void)state;
    struct world world;
    struct bobbin_cursor first, second;

    set_up(&world);
    first = second = world.cursor;
    for (uint32_t i = 1; i < FRAMES; i++) {
        world.cursor.r[BOBBIN_SP] = first.r[BOBBIN_SP];
        assert_true(bobbin_step(&first, &world.env));
        assert_true(bobbin_step(&second, &world.env));
        assert_int_equal(first.r[BOBBIN_PC], expected[i].pc);
        assert_memory_equal(&first, &second, sizeof(first));
    }
}

/* Reports contain these names. A change makes existing reports unreadable. */
static void every_value_has_its_word(void **state)
{
    (void)state;
    static const char *const stops[] = {
        "none",        "outermost",     "depth",       "budget",     "pc-outside-code",
        "no-rule",     "lost",          "bad-sp",      "unreadable", "no-progress",
        "other-world", "corrupt-table", "thread-base", "no-call"};
    static const char *const trusts[] = {"context", "table", "cfi", "exidx", "code", "lr-guess"};

    for (uint32_t i = 0; i < sizeof(stops) / sizeof(stops[0]); i++)
        assert_string_equal(bobbin_stop_name(i), stops[i]);
    for (uint32_t i = 0; i < sizeof(trusts) / sizeof(trusts[0]); i++)
        assert_string_equal(bobbin_trust_name(i), trusts[i]);
    assert_string_equal(bobbin_kind_name(BOBBIN_KIND_INTERRUPTED), "interrupted");
    assert_string_equal(bobbin_kind_name(BOBBIN_KIND_CALL), "call");
    assert_string_equal(bobbin_cause_name(BOBBIN_CAUSE_NULL_CALL), "null-call");
    assert_string_equal(bobbin_table_error_name(BOBBIN_TABLE_IMAGE), "other-image");
}

static void an_unknown_value_has_a_question_mark(void **state)
{
    (void)state;
    static const uint32_t values[] = {BOBBIN_STOPS, 100, 0xffffffff};

    for (uint32_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        assert_string_equal(bobbin_stop_name(values[i]), "?");
        assert_string_equal(bobbin_trust_name(values[i]), "?");
        assert_string_equal(bobbin_kind_name(values[i]), "?");
        assert_string_equal(bobbin_cause_name(values[i]), "?");
        assert_string_equal(bobbin_table_error_name(values[i]), "?");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_stores_every_frame),
        cmocka_unit_test(a_walk_after_a_stop_stores_nothing),
        cmocka_unit_test(a_walk_goes_on_where_its_frames_ended),
        cmocka_unit_test(every_budget_cuts_the_trace_short_and_says_so),
        cmocka_unit_test(two_traces_do_not_know_of_each_other),
        cmocka_unit_test(every_value_has_its_word),
        cmocka_unit_test(an_unknown_value_has_a_question_mark),
    };
    return cmocka_run_group_tests_name("core_walk", tests, NULL, NULL);
}
