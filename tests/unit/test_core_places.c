/* SPDX-License-Identifier: MIT */
/* Places that few rules have: one half of a double in a slot, the return address in a saved register. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

#define RA  BOBBIN_PLACE_RA
#define OLD 0x1111111122222222u /* what the double under test holds before the step */

/* Eight bytes with the rule under test, then a leaf, whose callers it may be. */
static const struct handmade_entry rows[] = {ENTRY(4, 1), ENTRY(4, 2), ENTRY(255, 2)};
static const struct handmade_range range[] = {RANGE(WORLD_CODE, rows, 3)};
static const uint32_t rules[] = {LONG_RULE(0), RULE_LEAF};

static void set_up(struct world *world, const uint32_t *words, uint32_t size_bytes)
{
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .rules = rules,
                                   .rules_count = 2,
                                   .long_rules = words,
                                   .long_rules_size = size_bytes};

    world_set_up(world, &table);
    world->r[BOBBIN_LR] = WORLD_CODE + 0x101;
}

/* ---- halves of doubles -------------------------------------------------------------------------- */

/* cfa = sp + 8, half KIND of PLACE in the lower of the two words. */
static void begin_half(struct world *world, enum bobbin_place_kind kind, uint32_t place)
{
    const uint32_t words[] = {LONG_HEAD(1, 13, 1u << place), 8, LONG_PLACE(kind, -8)};

    set_up(world, words, sizeof(words));
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

static void expect_half(enum bobbin_place_kind kind, uint64_t expected)
{
    for (uint32_t place = BOBBIN_PLACE_D8; place < RA; place++) {
        struct world world;
        begin_half(&world, kind, place);
        know_doubles(&world);
        world_step(&world);
        for (uint32_t i = 8; i < 16; i++) {
            assert_true(world.cursor.valid & BOBBIN_VALID_D(i));
            assert_true(world.cursor.d[i - 8] == (i == place ? expected : OLD));
        }
        assert_int_equal(world.reads, 1);
    }
}

static void a_low_half_comes_from_its_slot_and_the_high_one_stays(void **state)
{
    (void)state;
    expect_half(BOBBIN_SLOT_LOW, 0x1111111133333333u);
}

static void a_high_half_comes_from_its_slot_and_the_low_one_stays(void **state)
{
    (void)state;
    expect_half(BOBBIN_SLOT_HIGH, 0x3333333322222222u);
}

static void half_of_an_unknown_double_is_unknown(void **state)
{
    (void)state;
    for (enum bobbin_place_kind kind = BOBBIN_SLOT_LOW; kind <= BOBBIN_SLOT_HIGH; kind++) {
        struct world world;
        begin_half(&world, kind, 10);
        know_doubles(&world);
        world.cursor.valid &= ~BOBBIN_VALID_D(10);
        world_step(&world);
        assert_false(world.cursor.valid & BOBBIN_VALID_D(10));
        assert_true(world.cursor.valid & BOBBIN_VALID_D(9));
        assert_true(world.cursor.valid & BOBBIN_VALID_D(11));
    }
}

static void half_in_a_slot_that_cannot_be_read_makes_the_double_unknown(void **state)
{
    (void)state;
    for (enum bobbin_place_kind kind = BOBBIN_SLOT_LOW; kind <= BOBBIN_SLOT_HIGH; kind++) {
        struct world world;
        begin_half(&world, kind, 10);
        know_doubles(&world);
        world.unreadable = WORLD_STACK;
        world_step(&world);
        assert_false(world.cursor.valid & BOBBIN_VALID_D(10));
        assert_true(world.cursor.valid & BOBBIN_VALID_D(11));
    }
}

/* ---- the return address in a register ------------------------------------------------------------- */

/* cfa = sp + 8, the return address in r NUMBER. */
static void set_up_register(struct world *world, uint32_t number)
{
    const uint32_t words[] = {LONG_HEAD(1, 13, 1u << RA), 8, LONG_PLACE(BOBBIN_REGISTER, number)};

    set_up(world, words, sizeof(words));
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

/* A leaf with all of r4-r11 as they were has been called by a frame that keeps it there. */
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
            world_expect_stop(&world, BOBBIN_STOP_LOST, number);
            continue;
        }
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x100 + 0x10 * number);
    }
}

/* r4 leads to r4: without a word of memory sp would go up to the end of the address space. */
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

/* ---- nonsense --------------------------------------------------------------------------------- */

/* What a damaged table may say of PLACE, which has a register of its own. */
static void expect_no_other_touched(uint32_t kind, uint32_t place, uint32_t value)
{
    const uint32_t words[] = {LONG_HEAD(1, 13, 1u << place), 8, LONG_PLACE(kind, value)};
    struct bobbin_cursor before;
    struct world world;

    set_up(&world, words, sizeof(words));
    for (uint32_t i = 0; i < 13; i++)
        world.r[i] = 0x1000 + i;
    world_begin(&world, WORLD_CODE);
    know_doubles(&world);
    before = world.cursor;
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x100);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 8);
    for (uint32_t i = 0; i < BOBBIN_PLACE_D8; i++)
        assert_true(i == place || world.cursor.r[4 + i] == before.r[4 + i]);
    for (uint32_t i = BOBBIN_PLACE_D8; i < RA; i++)
        assert_true(i == place || world.cursor.d[i - 8] == OLD);
}

/* Any kind, with any value, for any place: what it means is nobody's business, but world.c sees each read. */
static void a_place_of_nonsense_touches_no_other(void **state)
{
    (void)state;
    static const uint32_t values[] = {0, -4u, -8u, -6u, 4, 13, 15, 16, 255, 0x0fffffff, 0x10000000};

    for (uint32_t kind = 0; kind < 8; kind++)
        for (uint32_t place = 0; place < RA; place++)
            for (uint32_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
                expect_no_other_touched(kind, place, values[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_low_half_comes_from_its_slot_and_the_high_one_stays),
        cmocka_unit_test(a_high_half_comes_from_its_slot_and_the_low_one_stays),
        cmocka_unit_test(half_of_an_unknown_double_is_unknown),
        cmocka_unit_test(half_in_a_slot_that_cannot_be_read_makes_the_double_unknown),
        cmocka_unit_test(an_interrupted_frame_may_keep_it_in_any_register),
        cmocka_unit_test(a_frame_that_called_may_keep_it_in_r4_to_r11),
        cmocka_unit_test(a_frame_that_finds_itself_in_r4_makes_no_progress),
        cmocka_unit_test(a_place_of_nonsense_touches_no_other),
    };
    return cmocka_run_group_tests_name("core_places", tests, NULL, NULL);
}
