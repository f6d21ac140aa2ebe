/* SPDX-License-Identifier: MIT */
/* Unwind steps with Chromium's tables of 2018. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chrome1_subject.h"
#include "core/foreign/foreign.h"
#include "world.h"

/* A world whose code is one function. The first row of its record is WORD. */
static void step_world(struct world *world, uint8_t *part, uint32_t word,
                       const struct bobbin_foreign *reader)
{
    static const struct handmade_entry code[] = {ENTRY(WORLD_CODE_BYTES / 2, 0)};
    const struct handmade_range range = RANGE(WORLD_CODE, code, 1);
    const struct handmade_foreign foreign = {CHROME1, WORLD_CODE, {part}, {ONE_FUNCTION_BYTES}};
    const struct handmade table = {.ranges = &range, .ranges_count = 1, .foreign = &foreign};

    memcpy(part, one_function, ONE_FUNCTION_BYTES);
    part[20] = (uint8_t)word;
    part[21] = (uint8_t)(word >> 8);
    world_set_up(world, &table);
    world->env.foreign = reader;
}

static void steps_go_where_they_went(void **state)
{
    (void)state;
    uint8_t part[ONE_FUNCTION_BYTES];
    struct world world;
    uint32_t *at = &world.stack[4];

    step_world(&world, part, 16 | 1, &bobbin_chrome1);
    world.r[BOBBIN_SP] = WORLD_STACK + 16;
    at[0] = at[1] = at[2] = at[4] = 0xffff;
    at[3] = WORLD_CODE + 0x21;
    world_begin(&world, WORLD_CODE + 2);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x20);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 32);
    assert_int_equal(world.cursor.trust, BOBBIN_TRUST_TABLE);
    assert_int_equal(world.cursor.kind, BOBBIN_KIND_CALL);
    assert_int_equal(world.cursor.valid, BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_PC) |
                                             BOBBIN_VALID_CPSR | BOBBIN_VALID_INNER(2) |
                                             BOBBIN_VALID_INNER(3));
}

/* If no row has a return address, the reader takes it from the word at the cfa. */
static void a_frame_without_a_return_address_has_it_at_the_cfa(void **state)
{
    (void)state;
    uint8_t part[ONE_FUNCTION_BYTES];
    struct world world;

    step_world(&world, part, 4, &bobbin_chrome1);
    world.stack[1] = WORLD_CODE + 0x41;
    world_begin(&world, WORLD_CODE + 2);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x40);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 4);
    step_world(&world, part, 4, &bobbin_chrome1_profiler);
    world_begin(&world, WORLD_CODE + 2);
    world_expect_stop(&world, BOBBIN_STOP_NO_RULE, WORLD_CODE + 2);
}

static void before_the_first_row_the_profiler_goes_by_lr(void **state)
{
    (void)state;
    uint8_t part[ONE_FUNCTION_BYTES];
    struct world world;

    step_world(&world, part, 16 | 1, &bobbin_chrome1_profiler);
    world.bytes[0][foreign_section(&world.tables[0]) - world.bytes[0] + 24 + 18] =
        8; /* start of the row */
    world.r[BOBBIN_LR] = WORLD_CODE + 0x21;
    world_begin(&world, WORLD_CODE);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x20);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK);
    world.r[BOBBIN_PC] = WORLD_CODE;
    world.env.foreign = &bobbin_chrome1;
    world_begin(&world, WORLD_CODE + 4);
    world_expect_stop(&world, BOBBIN_STOP_NO_PROGRESS, WORLD_STACK);
}

/*
 * The published example in hexadecimal: code from 1000, one function from 1100 to 1200 with a row
 * at 110.
 */
static void set_up_published(struct world *world)
{
    static const uint8_t part[] = {0x02, 0, 0, 0,    0,    0x01, 0, 0,    0, 0x02, 0,
                                   0,    0, 0, 0xff, 0xff, 1,    0, 0x10, 0, 9,    0};
    static const struct handmade_entry code[] = {ENTRY(0x400, 0)};
    const struct handmade_range range = RANGE(0x1000, code, 1);
    const struct handmade_foreign foreign = {CHROME1, 0x1000, {part}, {sizeof(part)}};
    const struct handmade table = {.ranges = &range, .ranges_count = 1, .foreign = &foreign};

    world_set_up(world, &table);
    world->env.foreign = &bobbin_chrome1_profiler;
}

static void a_trace_ends_where_its_code_does(void **state)
{
    (void)state;
    struct world world;

    set_up_published(&world);
    world.r[BOBBIN_LR] = 0x11ab;
    world.stack[0] = world.stack[2] = 0xffff;
    world.stack[1] = 0x2000;
    world_begin(&world, 0x1100);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], 0x11aa);
    world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, 0x2000);
}

/*
 * The published reader stops at once. The core steps by lr first, because a call may leave lr like
 * this.
 */
static void a_leaf_that_returns_to_itself_is_no_progress(void **state)
{
    (void)state;
    static const struct {
        uint32_t lr, value;
        enum bobbin_stop stop;
    } cases[] = {{0x1100, 0x1100, BOBBIN_STOP_NO_RULE}, {0x1104, BOBBIN_LR, BOBBIN_STOP_LOST}};
    struct world world;

    for (size_t i = 0; i < COUNT(cases); i++) {
        set_up_published(&world);
        world.r[BOBBIN_LR] = cases[i].lr;
        world_begin(&world, 0x1100);
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_PC], cases[i].lr);
        world_expect_stop(&world, cases[i].stop, cases[i].value);
    }
}

/* The published reader uses lr here. */
static void after_all_functions_there_is_no_rule(void **state)
{
    (void)state;
    struct world world;

    set_up_published(&world);
    world.r[BOBBIN_LR] = 0x12aa;
    world_begin(&world, 0x1200);
    world_expect_stop(&world, BOBBIN_STOP_NO_RULE, 0x1200);
}

/* sp is near the end of the address space, or the cfa is no multiple of 4. */
static void frames_that_cannot_be_stop(void **state)
{
    (void)state;
    static const struct {
        uint32_t word, sp;
        enum bobbin_stop stop;
        uint32_t value;
    } cases[] = {
        {4 | 2, 0xfffffff8, BOBBIN_STOP_UNREADABLE, 0xfffffff4},
        {16, 0xfffffff8, BOBBIN_STOP_BAD_SP, 8},
        {32, 0xfffffff8, BOBBIN_STOP_BAD_SP, 24},
        {4 | 3, 2, BOBBIN_STOP_BAD_SP, 6},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        uint8_t part[ONE_FUNCTION_BYTES];
        struct world world;
        step_world(&world, part, cases[i].word, &bobbin_chrome1);
        world.r[BOBBIN_SP] = cases[i].sp;
        world_begin(&world, WORLD_CODE + 2);
        world_expect_stop(&world, cases[i].stop, cases[i].value);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_go_where_they_went),
        cmocka_unit_test(a_frame_without_a_return_address_has_it_at_the_cfa),
        cmocka_unit_test(before_the_first_row_the_profiler_goes_by_lr),
        cmocka_unit_test(a_trace_ends_where_its_code_does),
        cmocka_unit_test(a_leaf_that_returns_to_itself_is_no_progress),
        cmocka_unit_test(after_all_functions_there_is_no_rule),
        cmocka_unit_test(frames_that_cannot_be_stop),
    };
    return cmocka_run_group_tests_name("chrome1_step", tests, NULL, NULL);
}
