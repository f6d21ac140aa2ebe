/* SPDX-License-Identifier: MIT */
/*
 * Unwind steps with Chromium's tables of 2021: the published traces. Code is from 1000 to 41000
 * (hexadecimal), tables are for the code from 1100 on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chrome2_subject.h"
#include "world.h"

#define MODULE 0x1000u
#define TEXT   0x1100u

static const uint32_t two_pages[] = {0, 2};
static const struct subject_function plain[] = {{0, 0}, {0x10, 2}, {5, 0}};
static const uint8_t plain_offsets[] = {0, 0, 0, 2};

static void set_up(struct world *world, const struct subject_tables *tables)
{
    static const struct handmade_entry code[] = {ENTRY(0x8000, 0), ENTRY(0x8000, 0),
                                                 ENTRY(0x8000, 0), ENTRY(0x8000, 0)};
    const struct handmade_range range = RANGE(MODULE, code, 4);
    uint32_t size;
    uint8_t *file = subject_file(tables, &size);
    const struct handmade_foreign foreign = {FORMAT_FOREIGN_CHROME2, TEXT, {file}, {size}};
    const struct handmade table = {.ranges = &range, .ranges_count = 1, .foreign = &foreign};

    world_set_up(world, &table);
    world->env.foreign = &bobbin_chrome2;
    free(file);
}

static void a_trace_goes_on_to_the_end_of_the_module(void **state)
{
    (void)state;
    static const struct subject_function functions[] = {{0, 0}, {0x10, 4}, {5, 8}, {0x20, 12}};
    static const uint8_t offsets[] = {2, 0, 0, 1, 0x7f, 0, 0, 1, 0x78, 0, 0, 1, 2, 0, 0, 1};
    static const uint8_t instructions[] = {0xa8, 0xb0};
    static const struct subject_tables tables =
        SUBJECT_TABLES(two_pages, functions, offsets, instructions);
    struct world world;

    set_up(&world, &tables);
    world.r[BOBBIN_LR] = 0x21104;
    world.stack[1] = 0x61100;
    world.stack[2] = world.stack[3] = 0xffff;
    world_begin(&world, 0x1120);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], 0x21104);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK);
    assert_int_equal(world.cursor.valid & 0xffff, 0xaff0);
    world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, 0x61100);
}

/*
 * Once as published and once as its comment intends: the function of the second frame sets sp to
 * its old value.
 */
static void a_trace_without_progress_stops(void **state)
{
    (void)state;
    static const struct subject_function functions[] = {{0, 0}, {0x10, 2}, {0x100, 4}, {5, 0}};
    static const uint32_t pages[] = {0, 3};
    static const uint8_t offsets[] = {0, 0, 0, 2, 2, 3, 1, 5, 0, 6};
    static const uint8_t instructions[] = {0x80, 0, 0xb0, 0x8c, 0, 0x94, 0xb0};
    static const struct subject_tables tables =
        SUBJECT_TABLES(pages, functions, offsets, instructions);
    static const uint32_t second[] = {0x1210, 0x1304};
    struct world world;

    for (size_t i = 0; i < COUNT(second); i++) {
        set_up(&world, &tables);
        world.r[4] = WORLD_STACK;
        world.r[BOBBIN_LR] = second[i];
        world.stack[0] = 0x1304;
        world.stack[1] = 0x1120;
        world.stack[2] = world.stack[3] = 0xffff;
        world_begin(&world, 0x1120);
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_PC], second[i]);
        world_expect_stop(&world, BOBBIN_STOP_LOST, BOBBIN_LR);
    }
}

/*
 * The published reader stops at once. The core steps by lr first, because a call may leave lr like
 * this.
 */
static void a_leaf_that_returns_to_itself_is_no_progress(void **state)
{
    (void)state;
    static const uint8_t instructions[] = {0x80, 0, 0xb0};
    static const struct subject_tables tables =
        SUBJECT_TABLES(two_pages, plain, plain_offsets, instructions);
    static const struct {
        uint32_t lr, value;
        enum bobbin_stop stop;
    } cases[] = {{0x1120, 0x1120, BOBBIN_STOP_NO_RULE}, {0x1124, BOBBIN_LR, BOBBIN_STOP_LOST}};
    struct world world;

    for (size_t i = 0; i < COUNT(cases); i++) {
        set_up(&world, &tables);
        world.r[BOBBIN_LR] = cases[i].lr;
        world_begin(&world, 0x1120);
        world_step(&world);
        world_expect_stop(&world, cases[i].stop, cases[i].value);
    }
}

static void what_no_stack_pointer_can_be_stops(void **state)
{
    (void)state;
    static const struct {
        uint8_t instructions[6], size;
        uint32_t r4, sp;
        enum bobbin_stop stop;
        uint32_t value;
    } cases[] = {
        {{0x80, 0, 0x94, 0xb0},
         4,
         WORLD_STACK + 2,
         WORLD_STACK,
         BOBBIN_STOP_BAD_SP,
         WORLD_STACK + 2},
        {{0x80, 0, 0x94, 0xa8, 0xb0}, 5, ~0u, WORLD_STACK, BOBBIN_STOP_BAD_SP, 7},
        {{0x80, 0, 0x94, 0xa8, 0xb0}, 5, 0, WORLD_STACK, BOBBIN_STOP_BAD_SP, 8},
        {{0x80, 0, 0x94, 0x95, 0xb0}, 5, WORLD_STACK - 8, WORLD_STACK, BOBBIN_STOP_CORRUPT, 0x1120},
        {{0x80, 0, 0x3f, 0xb0}, 4, 0, ~0u, BOBBIN_STOP_BAD_SP, 0xff},
        {{0x80, 0, 0x7f, 0xb0}, 4, 0, 0, BOBBIN_STOP_CORRUPT, 0x1120},
        {{0x80, 0, 0x89, 0x11, 0xb0}, 5, 0, ~0u, BOBBIN_STOP_BAD_SP, 15},
        {{0x80, 0, 0xaf, 0xb0}, 4, 0, ~0u, BOBBIN_STOP_BAD_SP, 35},
        {{0x80, 0, 0xb2, 0x80, 0x01, 0xb0}, 6, 0, ~0u, BOBBIN_STOP_BAD_SP, 0x403},
        {{0x80, 0, 0x80, 0}, 4, 0, WORLD_STACK, BOBBIN_STOP_NO_RULE, 0x1120},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct subject_tables tables = {
            two_pages, 2, plain, 3, plain_offsets, 4, cases[i].instructions, cases[i].size};
        struct world world;
        set_up(&world, &tables);
        world.r[4] = cases[i].r4;
        world.r[5] = WORLD_STACK + 8;
        world.r[BOBBIN_SP] = cases[i].sp;
        world.r[BOBBIN_LR] = 0x1120;
        world_begin(&world, 0x1120);
        world_expect_stop(&world, cases[i].stop, cases[i].value);
    }
}

/*
 * The published readers require a multiple of 8. Interrupted code need not keep sp at a multiple of
 * 8.
 */
static void a_stack_pointer_is_a_multiple_of_4(void **state)
{
    (void)state;
    static const uint8_t instructions[] = {0x80, 0, 0xb0};
    static const struct subject_tables tables =
        SUBJECT_TABLES(two_pages, plain, plain_offsets, instructions);
    struct world world;

    set_up(&world, &tables);
    world.r[BOBBIN_SP] = WORLD_STACK + 4;
    world.r[BOBBIN_LR] = 0x1120;
    world_begin(&world, 0x1120);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 4);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trace_goes_on_to_the_end_of_the_module),
        cmocka_unit_test(a_trace_without_progress_stops),
        cmocka_unit_test(a_leaf_that_returns_to_itself_is_no_progress),
        cmocka_unit_test(what_no_stack_pointer_can_be_stops),
        cmocka_unit_test(a_stack_pointer_is_a_multiple_of_4),
    };
    return cmocka_run_group_tests_name("chrome2_step", tests, NULL, NULL);
}
