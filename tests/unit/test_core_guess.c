/* SPDX-License-Identifier: MIT */
/*
 * A pc outside all code. The core accepts lr only after a BLX of a register that still holds this
 * pc (ARM ARM A8.8.26). Otherwise the caller is unknown.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

#define CALL    (WORLD_CODE + 0x10) /* address of the BLX */
#define NOWHERE 0x40000000u

static const struct handmade_entry rows[] = {ENTRY(64, 0)};
static const struct handmade_range range[] = {RANGE(WORLD_CODE, rows, 1)};
static const uint32_t rules[] = {RULE_R4_LR};
static const struct handmade table = {
    .ranges = range, .ranges_count = 1, .rules = rules, .rules_count = 1};

static void put_code(struct world *world, uint32_t instruction, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i++)
        world->code[CALL - WORLD_CODE + i] = (uint8_t)(instruction >> 8 * i);
}

/*
 * State after INSTRUCTION at CALL jumped to PC. Register NUMBER holds VALUE, all other registers
 * hold other values.
 */
static void call(struct world *world, bool thumb, uint32_t instruction, uint32_t number,
                 uint32_t value, uint32_t pc)
{
    world_set_up(world, &table);
    put_code(world, instruction, thumb ? 2 : 4);
    for (uint32_t i = 0; i < 13; i++)
        world->r[i] = 0x1000 + i;
    world->r[number] = value;
    world->r[BOBBIN_LR] = thumb ? CALL + 2 + 1 : CALL + 4;
    world->cpsr = 0x1f;
    world_begin(world, pc);
}

static uint32_t blx_thumb(uint32_t number)
{
    return 0x4780 | number << 3;
}

static uint32_t blx_arm(uint32_t condition, uint32_t number)
{
    return condition << 28 | 0x012fff30 | number;
}

static void expect_guess(struct world *world, bool thumb)
{
    world_step(world);
    assert_int_equal(world->cursor.r[BOBBIN_PC], thumb ? CALL + 2 : CALL + 4);
    assert_int_equal(world->cursor.r[BOBBIN_SP], WORLD_STACK);
    assert_int_equal(world->cursor.kind, BOBBIN_KIND_CALL);
    assert_int_equal(world->cursor.trust, BOBBIN_TRUST_LR);
    assert_int_equal(world->cursor.cpsr & BOBBIN_CPSR_T, thumb ? BOBBIN_CPSR_T : 0);
    assert_int_equal(world->cursor.valid & 0x1fff, 0x0ff0);
}

static void a_call_through_a_bad_pointer_goes_by_lr(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t number = 0; number < 13; number++) {
        call(&world, true, blx_thumb(number), number, NOWHERE, NOWHERE);
        expect_guess(&world, true);
        call(&world, true, blx_thumb(number), number, NOWHERE | 1, NOWHERE);
        expect_guess(&world, true);
        call(&world, false, blx_arm(14, number), number, NOWHERE, NOWHERE);
        expect_guess(&world, false);
        call(&world, false, blx_arm(0, number), number, NOWHERE | 1, NOWHERE);
        expect_guess(&world, false);
    }
}

static void a_call_through_null_goes_by_lr(void **state)
{
    (void)state;
    struct world world;

    call(&world, true, blx_thumb(3), 3, 0, 0);
    expect_guess(&world, true);
}

/* On a board with code at address 0, the port marks a pc as wild although it is in code. */
static void a_wild_pc_in_code_goes_by_lr(void **state)
{
    (void)state;
    struct world world;

    call(&world, true, blx_thumb(3), 3, WORLD_CODE, WORLD_CODE);
    bobbin_begin_wild(&world.cursor);
    expect_guess(&world, true);
    call(&world, true, blx_thumb(3), 4, WORLD_CODE, WORLD_CODE);
    bobbin_begin_wild(&world.cursor);
    world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, WORLD_CODE);
}

/* The mark must survive a walk with no space for frames. */
static void a_wild_pc_stays_wild_without_room(void **state)
{
    (void)state;
    struct bobbin_frame frames[2];
    struct world world;

    call(&world, true, blx_thumb(3), 3, WORLD_CODE, WORLD_CODE);
    bobbin_begin_wild(&world.cursor);
    assert_int_equal(bobbin_walk(&world.cursor, &world.env, frames, 0), 0);
    assert_int_equal(world.cursor.stop, BOBBIN_STOP_DEPTH);
    assert_false(bobbin_step(&world.cursor, &world.env));
    world.cursor.stop = BOBBIN_STOP_NONE;
    assert_int_equal(bobbin_walk(&world.cursor, &world.env, frames, 2), 2);
    assert_int_equal(frames[1].trust, BOBBIN_TRUST_LR);
}

static void the_trace_goes_on_after_a_guess(void **state)
{
    (void)state;
    struct world world;

    call(&world, true, blx_thumb(3), 3, NOWHERE, NOWHERE);
    world.stack[1] = WORLD_CODE + 5;
    expect_guess(&world, true);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 4);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 8);
    assert_int_equal(world.cursor.trust, BOBBIN_TRUST_TABLE);
}

static void expect_refusal(struct world *world)
{
    world_expect_stop(world, BOBBIN_STOP_PC_OUTSIDE, NOWHERE);
}

static void a_register_that_does_not_hold_the_pc_is_refused(void **state)
{
    (void)state;
    struct world world;

    call(&world, true, blx_thumb(3), 4, NOWHERE, NOWHERE);
    expect_refusal(&world);
    call(&world, true, blx_thumb(3), 3, NOWHERE + 2, NOWHERE);
    expect_refusal(&world);
    call(&world, false, blx_arm(14, 3), 4, NOWHERE, NOWHERE);
    expect_refusal(&world);
}

static void another_instruction_before_lr_is_refused(void **state)
{
    (void)state;
    static const uint32_t thumb[] = {
        0x4718, /* bx r3 */
        0x479b, /* blx r3 with a bit that should be zero */
        0x4798 ^ 0x8000, 0xbf00 /* nop */, 0xfffe /* second half of bl */,
    };
    static const uint32_t arm[] = {
        0xe12fff13, /* bx r3 */
        0xebfffffe, /* bl */
        0xfa000003, /* blx to a label */
        0xf12fff33, /* condition 15 */
        0xe1a00003, /* mov r0, r3 */
    };
    struct world world;

    for (uint32_t i = 0; i < sizeof(thumb) / sizeof(thumb[0]); i++) {
        call(&world, true, thumb[i], 3, NOWHERE, NOWHERE);
        expect_refusal(&world);
    }
    for (uint32_t i = 0; i < sizeof(arm) / sizeof(arm[0]); i++) {
        call(&world, false, arm[i], 3, NOWHERE, NOWHERE);
        expect_refusal(&world);
    }
}

/* sp, lr and pc have other values after the call, so they prove nothing. */
static void a_blx_of_sp_lr_or_pc_is_refused(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t number = 13; number < 16; number++) {
        call(&world, true, blx_thumb(number), 13, NOWHERE, NOWHERE);
        expect_refusal(&world);
        call(&world, false, blx_arm(14, number), 13, NOWHERE, NOWHERE);
        expect_refusal(&world);
    }
}

static void code_that_cannot_be_read_is_refused(void **state)
{
    (void)state;
    struct world world;

    call(&world, true, blx_thumb(3), 3, NOWHERE, NOWHERE);
    world.r[BOBBIN_LR] = WORLD_CODE + 1;
    world_begin(&world, NOWHERE);
    expect_refusal(&world);
}

/* The core guesses only if the environment has the hook and a table. */
static void without_the_hook_nothing_is_guessed(void **state)
{
    (void)state;
    struct world world;

    call(&world, true, blx_thumb(3), 3, NOWHERE, NOWHERE);
    world.env.guess = NULL;
    expect_refusal(&world);
    assert_int_equal(world.reads, 0);
    call(&world, true, blx_thumb(3), 3, WORLD_CODE, WORLD_CODE);
    world.env.guess = NULL;
    bobbin_begin_wild(&world.cursor);
    world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, WORLD_CODE);
    call(&world, true, blx_thumb(3), 3, NOWHERE, NOWHERE);
    world.env.tables_count = 0;
    expect_refusal(&world);
}

/* The pc one frame up is invalid. The guess is only for the interrupted frame. */
static void no_guess_is_made_for_a_caller(void **state)
{
    (void)state;
    struct world world;

    call(&world, true, blx_thumb(3), 3, NOWHERE, WORLD_CODE);
    world.stack[1] = NOWHERE + 1;
    world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, NOWHERE + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_through_a_bad_pointer_goes_by_lr),
        cmocka_unit_test(a_call_through_null_goes_by_lr),
        cmocka_unit_test(a_wild_pc_in_code_goes_by_lr),
        cmocka_unit_test(a_wild_pc_stays_wild_without_room),
        cmocka_unit_test(the_trace_goes_on_after_a_guess),
        cmocka_unit_test(a_register_that_does_not_hold_the_pc_is_refused),
        cmocka_unit_test(another_instruction_before_lr_is_refused),
        cmocka_unit_test(a_blx_of_sp_lr_or_pc_is_refused),
        cmocka_unit_test(code_that_cannot_be_read_is_refused),
        cmocka_unit_test(without_the_hook_nothing_is_guessed),
        cmocka_unit_test(no_guess_is_made_for_a_caller),
    };
    return cmocka_run_group_tests_name("core_guess", tests, NULL, NULL);
}
