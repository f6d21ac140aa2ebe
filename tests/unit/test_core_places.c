/* SPDX-License-Identifier: MIT */
/* Rare locations: one half of a double in a slot, the return address in a saved register. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define OLD          0x1111111122222222u /* the double under test before the step */

/* The first 8 bytes have the rule under test. The rest are leaves that it may call. */
static const struct handmade_entry rows[] = {ENTRY(4, 0), ENTRY(4, 1), ENTRY(255, 1)};
static const struct handmade_range range[] = {RANGE(WORLD_CODE, rows, 3)};
static const uint32_t rules[] = {LONG_RULE(2), RULE_LEAF};

static void set_up(struct world *world, const uint32_t *words, uint32_t words_count)
{
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .rules = rules,
                                   .rules_count = 2,
                                   .long_rules = words,
                                   .long_rules_count = words_count};

    world_set_up(world, &table);
    world->r[BOBBIN_LR] = WORLD_CODE + 0x101;
}

/* ---- halves of doubles ----------------------------------------------------------------------- */

/*
 * A rule with cfa = sp + 8. Only one half of double NUMBER has a slot, the lower one of the two
 * words.
 */
static void begin_half(struct world *world, bool is_high, uint32_t number)
{
    const uint32_t words[] = {LONG_HEAD(13, 1, 0, 0, 0, 0, 8, 0),
                              STEP(STEP_HALF, is_high ? STEP_HIGH(number) : STEP_LOW(number), -8)};

    set_up(world, words, COUNT(words));
    world->stack[0] = 0x33333333;
    world->stack[1] = 0x44444444;
    world_begin(world, WORLD_CODE);
}

static void know_doubles(struct world *world)
{
    for (uint32_t i = 8; i < 16; i++) {
        world->cursor.d[i - 8] = OLD;
        world->cursor.valid |= BOBBIN_VALID_D(i);
    }
}

static void expect_half(bool is_high, uint64_t expected)
{
    for (uint32_t number = 8; number < 16; number++) {
        struct world world;
        begin_half(&world, is_high, number);
        know_doubles(&world);
        world_step(&world);
        for (uint32_t i = 8; i < 16; i++) {
            assert_true(world.cursor.valid & BOBBIN_VALID_D(i));
            assert_true(world.cursor.d[i - 8] == (i == number ? expected : OLD));
        }
        assert_int_equal(world.reads, 1);
    }
}

static void a_low_half_comes_from_its_slot_and_the_high_one_stays(void **state)
{
    (void)state;
    expect_half(false, 0x1111111133333333u);
}

static void a_high_half_comes_from_its_slot_and_the_low_one_stays(void **state)
{
    (void)state;
    expect_half(true, 0x3333333322222222u);
}

static void half_of_an_unknown_double_is_unknown(void **state)
{
    (void)state;
    for (uint32_t is_high = 0; is_high < 2; is_high++) {
        struct world world;
        begin_half(&world, is_high, 10);
        know_doubles(&world);
        world.cursor.valid &= ~BOBBIN_VALID_D(10);
        world_step(&world);
        assert_false(world.cursor.valid & BOBBIN_VALID_D(10));
        assert_true(world.cursor.valid & BOBBIN_VALID_D(9));
        assert_true(world.cursor.valid & BOBBIN_VALID_D(11));
    }
}

/* Each half has a slot. The double is known, even if it was unknown before. */
static void both_halves_make_a_double(void **state)
{
    (void)state;
    static const uint32_t words[] = {LONG_HEAD(13, 2, 0, 0, 0, 0, 8, 0),
                                     STEP(STEP_SLOT, STEP_HIGH(12), -8),
                                     STEP(STEP_HALF, STEP_LOW(12), -4)};

    for (uint32_t is_known = 0; is_known < 2; is_known++) {
        struct world world;
        set_up(&world, words, COUNT(words));
        world.stack[0] = 0x33333333;
        world.stack[1] = 0x44444444;
        world_begin(&world, WORLD_CODE);
        if (is_known)
            know_doubles(&world);
        world_step(&world);
        assert_true(world.cursor.valid & BOBBIN_VALID_D(12));
        assert_true(world.cursor.d[4] == 0x3333333344444444u);
        assert_int_equal(world.cursor.valid >> 24, is_known ? 0xff : 0x10);
    }
}

static void half_in_a_slot_that_cannot_be_read_ends_the_trace(void **state)
{
    (void)state;
    for (uint32_t is_high = 0; is_high < 2; is_high++) {
        struct world world;
        begin_half(&world, is_high, 10);
        know_doubles(&world);
        world.unreadable = WORLD_STACK;
        world_expect_stop(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK);
    }
}

/* ---- the return address in a register -------------------------------------------------------- */

/* A rule with cfa = sp + 8 and the return address in register NUMBER. */
static void set_up_register(struct world *world, uint32_t number)
{
    const uint32_t words[] = {LONG_HEAD(13, 1, 0, 0, 0, 0, 8, 0),
                              STEP(STEP_REGISTER, STEP_RA, number)};

    set_up(world, words, COUNT(words));
    for (uint32_t i = 0; i < 13; i++)
        world->r[i] = WORLD_CODE + 0x101 + 0x10 * i;
}

static void an_interrupted_frame_may_keep_it_in_any_register(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < 13; number++) {
        struct world world;
        set_up_register(&world, number);
        world_begin(&world, WORLD_CODE);
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x100 + 0x10 * number);
        assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 8);
    }
}

/*
 * A frame that has called a leaf may keep its return address in r4-r11, because the leaf preserves
 * them.
 */
static void a_frame_that_called_may_keep_it_in_r4_to_r11(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < 13; number++) {
        struct world world;
        set_up_register(&world, number);
        world.r[BOBBIN_LR] = WORLD_CODE + 5;
        world_begin(&world, WORLD_CODE + 8);
        world_step(&world);
        if (number < 4 || number == 12) {
            world_expect_stop(&world, BOBBIN_STOP_LOST,
                              BOBBIN_LR); /* BOBBIN_LR stands for the return address */
            continue;
        }
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x100 + 0x10 * number);
    }
}

/*
 * A register of the innermost frame is not lost in a caller's frame, and is the same register in
 * the innermost frame itself.
 */
static void a_frame_may_find_it_in_r2_or_r3_of_the_innermost_frame(void **state)
{
    (void)state;
    for (uint32_t number = 2; number < 4; number++)
        for (uint32_t leaves = 0; leaves < 2; leaves++) {
            struct world world;
            set_up_register(&world, 16 + number);
            world.r[BOBBIN_LR] = WORLD_CODE + 5;
            world_begin(&world, WORLD_CODE + 8 * leaves);
            for (uint32_t step = 0; step <= leaves; step++)
                world_step(&world);
            assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x100 + 0x10 * number);
            assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 8);
            assert_false(world.cursor.valid & BOBBIN_VALID_R(number));
        }
}

static void a_register_that_is_unknown_in_the_innermost_frame_is_lost(void **state)
{
    (void)state;
    for (uint32_t number = 2; number < 4; number++) {
        struct world world;
        set_up_register(&world, 16 + number);
        world.r[BOBBIN_LR] = WORLD_CODE + 5;
        world_begin(&world, WORLD_CODE + 8);
        world.cursor.valid &= bobbin_valid_inner(0x1ffff & ~BOBBIN_VALID_R(number));
        world_step(&world);
        world_expect_stop(&world, BOBBIN_STOP_LOST, BOBBIN_LR);
    }
}

/*
 * r4 leads to the same frame again and again. Without a limit, sp would rise to the end of the
 * address space.
 */
static void a_frame_that_finds_itself_in_r4_makes_no_progress(void **state)
{
    (void)state;
    struct world world;

    set_up_register(&world, 4);
    world.r[4] = WORLD_CODE + 5;
    world_begin(&world, WORLD_CODE);
    for (uint32_t i = 0; i < BOBBIN_REGISTER_STEPS_MAX; i++)
        world_step(&world);
    world_expect_stop(&world, BOBBIN_STOP_NO_PROGRESS, WORLD_STACK + 8 * BOBBIN_REGISTER_STEPS_MAX);
}

/* ---- damaged rules --------------------------------------------------------------------------- */

/*
 * A damaged step for PLACE, a word of the cursor counted from r0. It must not change any other
 * word.
 */
static void expect_no_other_touched(uint32_t kind, uint32_t place, uint32_t value)
{
    const uint32_t words[] = {LONG_HEAD(13, 1, 0, 0, 0, 0, 8, 0), STEP(kind << 6, place, value)};
    struct bobbin_cursor before;
    struct world world;

    set_up(&world, words, COUNT(words));
    for (uint32_t i = 0; i < 13; i++)
        world.r[i] = 0x1000 + i;
    world_begin(&world, WORLD_CODE);
    know_doubles(&world);
    before = world.cursor;
    if (!bobbin_step(&world.cursor, &world.env))
        return;
    for (uint32_t i = 4; i < 12; i++)
        assert_true(i == place || world.cursor.r[i] == before.r[i]);
    for (uint32_t i = 0; i < 8; i++)
        assert_true(STEP_LOW(8 + i) == (place - 20) / 2 * 2 + 20 || world.cursor.d[i] == OLD);
}

/*
 * Steps of any kind and value for any place. The result does not matter; world.c checks each read.
 */
static void a_step_of_nonsense_touches_no_other_place(void **state)
{
    (void)state;
    static const uint32_t values[] = {0, -4u, -8u, -6u, 4, 13, 15, 16, 31, 32, 0x7fffff, 0x800000};

    for (uint32_t kind = 0; kind < 4; kind++)
        for (uint32_t place = 0; place < 64; place++)
            for (uint32_t i = 0; i < COUNT(values); i++)
                expect_no_other_touched(kind, place, values[i]);
}

#define RAW_STEP(kind, bit, place, value)                                                          \
    ((uint32_t)(place) | (uint32_t)(kind) << 6 | (uint32_t)(bit) << 8 | (uint32_t)(value) << 13)

/* The writer makes none of these steps: the cfa from a register, or a target that is none. */
static void an_impossible_step_is_corrupt(void **state)
{
    (void)state;
    static const uint32_t steps[] = {
        RAW_STEP(2, 16, 13, 4),  RAW_STEP(2, 16, 13, 24), RAW_STEP(3, 16, 13, 4),
        RAW_STEP(2, 13, 13, 19), RAW_STEP(0, 16, 15, 0),  RAW_STEP(0, 16, 19, 0),
        RAW_STEP(0, 16, 36, 0),  RAW_STEP(0, 16, 63, 0),
    };

    for (uint32_t i = 0; i < COUNT(steps); i++) {
        const uint32_t words[] = {LONG_HEAD(13, 2, 0, 0, 0, 0, 8, 0),
                                  STEP(STEP_SLOT, STEP_R(5), -8), steps[i]};
        struct world world;
        set_up(&world, words, COUNT(words));
        world_begin(&world, WORLD_CODE);
        world_expect_stop(&world, BOBBIN_STOP_CORRUPT, WORLD_CODE);
    }
}

/*
 * A step from a register that does not exist takes another register, and never a word of the cursor
 * that nobody has written.
 */
static void a_step_from_no_register_takes_a_register(void **state)
{
    (void)state;
    for (uint32_t number = 16; number < 64; number++) {
        const uint32_t words[] = {LONG_HEAD(13, 1, 0, 0, 0, 0, 8, 0), RAW_STEP(2, 4, 4, number)};
        struct world world;
        uint32_t expected;
        set_up(&world, words, COUNT(words));
        for (uint32_t i = 0; i < 13; i++)
            world.r[i] = 0x1000 + i;
        world_begin(&world, WORLD_CODE);
        expected = world.cursor.r[number % 16];
        world_step(&world);
        assert_int_equal(world.cursor.r[4], expected);
    }
}

/*
 * Words have values up to 15 for the doubles, but only 8 exist. The cursor is an allocation of its
 * exact size.
 */
static void more_doubles_than_there_are_touch_nothing_else(void **state)
{
    (void)state;
    for (uint32_t doubles = 9; doubles < 16; doubles++)
        for (uint32_t has_window = 0; has_window < 2; has_window++) {
            const uint32_t words[] = {COMPACT(13, 40, 0, doubles, 0, 0)};
            const struct handmade table = {
                .ranges = range, .ranges_count = 1, .rules = words, .rules_count = 1};
            struct bobbin_cursor *cursor = malloc(sizeof(*cursor));
            struct world world;
            assert_non_null(cursor);
            world_set_up(&world, &table);
            world.r[BOBBIN_LR] = WORLD_CODE + 5;
            world.r[BOBBIN_PC] = WORLD_CODE;
            world.r[BOBBIN_SP] = WORLD_STACK + 4 * 50;
            world.cursor.r[BOBBIN_SP] = world.r[BOBBIN_SP]; /* world.c checks reads against it */
            if (has_window)
                world_open_window(&world, BOBBIN_SPACE_STACK);
            bobbin_begin(cursor, &world.env, world.r, world.cpsr);
            (void)bobbin_step(cursor, &world.env);
            free(cursor);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_low_half_comes_from_its_slot_and_the_high_one_stays),
        cmocka_unit_test(a_high_half_comes_from_its_slot_and_the_low_one_stays),
        cmocka_unit_test(half_of_an_unknown_double_is_unknown),
        cmocka_unit_test(both_halves_make_a_double),
        cmocka_unit_test(half_in_a_slot_that_cannot_be_read_ends_the_trace),
        cmocka_unit_test(an_interrupted_frame_may_keep_it_in_any_register),
        cmocka_unit_test(a_frame_that_called_may_keep_it_in_r4_to_r11),
        cmocka_unit_test(a_frame_may_find_it_in_r2_or_r3_of_the_innermost_frame),
        cmocka_unit_test(a_register_that_is_unknown_in_the_innermost_frame_is_lost),
        cmocka_unit_test(a_frame_that_finds_itself_in_r4_makes_no_progress),
        cmocka_unit_test(a_step_of_nonsense_touches_no_other_place),
        cmocka_unit_test(an_impossible_step_is_corrupt),
        cmocka_unit_test(a_step_from_no_register_takes_a_register),
        cmocka_unit_test(more_doubles_than_there_are_touch_nothing_else),
    };
    return cmocka_run_group_tests_name("core_places", tests, NULL, NULL);
}
