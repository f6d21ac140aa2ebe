/* SPDX-License-Identifier: MIT */
/* Single steps that succeed: the source of the caller's registers, and which of them are valid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

#define INNER     (BOBBIN_VALID_INNER(2) | BOBBIN_VALID_INNER(3))
#define ALWAYS    (BOBBIN_VALID_R(13) | BOBBIN_VALID_R(15) | BOBBIN_VALID_CPSR | INNER)
#define R4_TO_R11 0x0ff0u
#define D8_TO_D15 0xff000000u
#define FUNCTION  WORLD_CODE          /* has the rule under test */
#define CALLER    (WORLD_CODE + 0x40) /* the code before it is in no range */

static const struct handmade_entry function_rows[] = {ENTRY(16, 0)};
static const struct handmade_entry caller_rows[] = {ENTRY(16, 1)};
static const struct handmade_range two_functions[] = {RANGE(FUNCTION, function_rows, 1),
                                                      RANGE(CALLER, caller_rows, 1)};

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define EXPLICIT_RA  (COMPACT_RA | COMPACT_EXPLICIT)
#define LONG         LONG_RULE(2)

/*
 * Interrupts FUNCTION, whose rule is WORD; WORD may be LONG. Register N holds 0x1000 + N, stack
 * word N holds 0x100 + N, and lr leads to the end of CALLER.
 */
static void interrupt(struct world *world, uint32_t word, const uint32_t *long_rules,
                      uint32_t long_rules_count)
{
    const uint32_t rules[] = {word, RULE_ROOT};
    const struct handmade table = {.ranges = two_functions,
                                   .ranges_count = 2,
                                   .rules = rules,
                                   .rules_count = 2,
                                   .long_rules = long_rules,
                                   .long_rules_count = long_rules_count};

    world_set_up(world, &table);
    for (uint32_t i = 0; i < 16; i++)
        world->r[i] = 0x1000 + i;
    for (uint32_t i = 0; i < WORLD_STACK_WORDS; i++)
        world->stack[i] = 0x100 + i;
    world->r[BOBBIN_SP] = WORLD_STACK;
    world->r[BOBBIN_LR] = CALLER + 33;
    world_begin(world, FUNCTION);
}

static void a_trace_begins_with_all_core_registers(void **state)
{
    (void)state;
    struct world world;

    interrupt(&world, RULE_LEAF, NULL, 0);
    assert_int_equal(world.cursor.valid, 0xffff | BOBBIN_VALID_CPSR | INNER);
    assert_int_equal(world.cursor.kind, BOBBIN_KIND_INTERRUPTED);
    assert_int_equal(world.cursor.trust, BOBBIN_TRUST_CONTEXT);
    assert_int_equal(world.cursor.stop, BOBBIN_STOP_NONE);
    assert_int_equal(world.cursor.r[BOBBIN_PC], FUNCTION);
    assert_int_equal(world.reads, 0);
    world_begin(&world, FUNCTION | 1);
    assert_int_equal(world.cursor.r[BOBBIN_PC], FUNCTION);
}

static void a_leaf_returns_to_lr_and_keeps_r4_to_r11(void **state)
{
    (void)state;
    struct world world;

    interrupt(&world, RULE_LEAF, NULL, 0);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], CALLER + 32);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK);
    assert_int_equal(world.cursor.valid, ALWAYS | R4_TO_R11);
    assert_int_equal(world.cursor.kind, BOBBIN_KIND_CALL);
    assert_int_equal(world.cursor.trust, BOBBIN_TRUST_TABLE);
    for (uint32_t i = 4; i < 12; i++)
        assert_int_equal(world.cursor.r[i], 0x1000 + i);
    assert_int_equal(world.reads, 0);
}

static void saved_registers_come_from_their_slots(void **state)
{
    (void)state;
    struct world world;

    interrupt(&world, COMPACT(13, 12, 0x89, 0, 1, EXPLICIT_RA), NULL, 0);
    world.stack[10] = CALLER + 9;
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], CALLER + 8);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 48);
    assert_int_equal(world.cursor.r[11], 0x109);
    assert_int_equal(world.cursor.r[7], 0x108);
    assert_int_equal(world.cursor.r[4], 0x107);
    assert_int_equal(world.cursor.r[5], 0x1005);
    assert_int_equal(world.cursor.valid, ALWAYS | R4_TO_R11);
}

static void the_state_comes_from_the_return_address(void **state)
{
    (void)state;
    struct world world;

    interrupt(&world, RULE_LEAF, NULL, 0);
    world.r[BOBBIN_LR] = CALLER + 8;
    world_begin(&world, FUNCTION);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], CALLER + 8);
    assert_int_equal(world.cursor.cpsr, 0x1f);
    world.cpsr = 0x13;
    world.r[BOBBIN_LR] = CALLER + 9;
    world_begin(&world, FUNCTION);
    world_step(&world);
    assert_int_equal(world.cursor.cpsr, 0x13 | BOBBIN_CPSR_T);
}

/* r7 and r11, as GCC and clang use them, and other registers. */
static void the_cfa_comes_from_the_register_of_the_rule(void **state)
{
    (void)state;
    static const uint8_t numbers[] = {0, 4, 7, 9, 11, 12};
    struct world world;

    for (uint32_t i = 0; i < sizeof(numbers); i++) {
        interrupt(&world, COMPACT(numbers[i], 2, 0x01, 0, 0, EXPLICIT_RA), NULL, 0);
        world.r[numbers[i]] = WORLD_STACK + 80;
        world.stack[21] = CALLER + 5;
        world_begin(&world, FUNCTION);
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_PC], CALLER + 4);
        assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 88);
        assert_int_equal(world.cursor.r[4], 0x114);
    }
}

/* cfa = *(sp + 8) + 16: the stack was realigned and its old pointer is saved. */
static void the_cfa_may_be_after_a_pointer(void **state)
{
    (void)state;
    static const uint32_t rule[] = {LONG_HEAD(13, 1, 0, 0, 0, COMPACT_RA, 8, 0),
                                    STEP(STEP_SLOT, STEP_CFA, 16)};
    struct world world;

    interrupt(&world, LONG, rule, COUNT(rule));
    world.stack[2] = WORLD_STACK + 64;
    world.stack[19] = CALLER + 5;
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 80);
    assert_int_equal(world.cursor.r[BOBBIN_PC], CALLER + 4);
}

static void places_may_be_other_registers(void **state)
{
    (void)state;
    static const uint32_t rule[] = {LONG_HEAD(13, 3, 0, 0, 0, 0, 0, BOBBIN_VALID_R(5)),
                                    STEP(STEP_REGISTER, STEP_R(11), 14), /* before RA changes lr */
                                    STEP(STEP_REGISTER, STEP_RA, 3),
                                    STEP(STEP_REGISTER, STEP_R(4), 12)};
    struct world world;

    interrupt(&world, LONG, rule, COUNT(rule));
    world.r[3] = CALLER + 5;
    world_begin(&world, FUNCTION);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], CALLER + 4);
    assert_int_equal(world.cursor.r[4], 0x100c);
    assert_int_equal(world.cursor.r[11], CALLER + 33);
    assert_int_equal(world.cursor.valid, ALWAYS | (R4_TO_R11 & ~BOBBIN_VALID_R(5)));
}

/* FUNCTION loses r5, and CALLER leaves it unchanged. */
static void what_is_unknown_stays_unknown(void **state)
{
    (void)state;
    static const uint32_t rules[] = {LONG, COMPACT(13, 2, 0x08, 0, 0, COMPACT_RA),
                                     LONG_HEAD(13, 0, 0, 0, 0, COMPACT_RA, 8, BOBBIN_VALID_R(5))};
    const struct handmade table = {
        .ranges = two_functions, .ranges_count = 2, .rules = rules, .rules_count = COUNT(rules)};
    struct world world;

    world_set_up(&world, &table);
    world.stack[1] = CALLER + 5;
    world.stack[3] = CALLER + 5;
    world_begin(&world, FUNCTION);
    for (uint32_t step = 0; step < 2; step++) {
        world_step(&world);
        assert_int_equal(world.cursor.valid, ALWAYS | (R4_TO_R11 & ~BOBBIN_VALID_R(5)));
    }
}

static void a_register_nobody_knows_gives_none(void **state)
{
    (void)state;
    static const uint32_t rules[] = {RULE_LEAF, LONG, LONG_HEAD(13, 1, 0, 0, 0, COMPACT_RA, 8, 0),
                                     STEP(STEP_REGISTER, STEP_R(4), 12)};
    const struct handmade table = {
        .ranges = two_functions, .ranges_count = 2, .rules = rules, .rules_count = COUNT(rules)};
    struct world world;

    world_set_up(&world, &table);
    world.r[BOBBIN_LR] = CALLER + 5;
    world.stack[1] = CALLER + 5;
    world_begin(&world, FUNCTION);
    world_step(&world);
    world_step(&world);
    assert_int_equal(world.cursor.valid, ALWAYS | (R4_TO_R11 & ~BOBBIN_VALID_R(4)));
}

static void doubles_are_two_words_low_first(void **state)
{
    (void)state;
    struct world world;

    interrupt(&world, COMPACT(13, 7, 0x01, 2, 0, EXPLICIT_RA), NULL, 0);
    world.stack[6] = CALLER + 5;
    world_step(&world);
    assert_true(world.cursor.d[0] == 0x0000010200000101);
    assert_true(world.cursor.d[1] == 0x0000010400000103);
    assert_int_equal(world.cursor.r[4], 0x105);
    assert_int_equal(world.cursor.valid,
                     ALWAYS | R4_TO_R11 | BOBBIN_VALID_D(8) | BOBBIN_VALID_D(9));
}

static void doubles_the_caller_gave_stay_known(void **state)
{
    (void)state;
    struct world world;

    interrupt(&world, RULE_LEAF, NULL, 0);
    world.cursor.d[7] = 0x0123456789abcdef;
    world.cursor.valid |= BOBBIN_VALID_D(15);
    world_step(&world);
    assert_true(world.cursor.d[7] == 0x0123456789abcdef);
    assert_int_equal(world.cursor.valid & D8_TO_D15, BOBBIN_VALID_D(15));
}

/* An interrupt may overwrite memory below sp at any time. world.c fails the test on such a read. */
static void registers_below_sp_are_unreadable(void **state)
{
    (void)state;
    static const int32_t offsets[] = {-12, -16, -64};

    for (uint32_t i = 0; i < COUNT(offsets); i++) {
        const uint32_t rule[] = {LONG_HEAD(13, 2, 0, 0, 0, COMPACT_RA, 8, 0),
                                 STEP(STEP_SLOT, STEP_R(5), -8),
                                 STEP(STEP_SLOT, STEP_R(4), offsets[i])};
        struct world world;
        interrupt(&world, LONG, rule, COUNT(rule));
        world.r[BOBBIN_SP] = WORLD_STACK + 64;
        world.stack[17] = CALLER + 5;
        world_begin(&world, FUNCTION);
        world_expect_stop(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 72 + (uint32_t)offsets[i]);
        assert_int_equal(world.reads, 1);
    }
}

/*
 * Each of these steps reads the stack, so their number is not limited. The slot is below registers
 * that were pushed before.
 */
static void a_return_address_may_be_in_any_slot(void **state)
{
    (void)state;
    static const uint32_t rule[] = {LONG_HEAD(13, 1, 0, 0, 0, 0, 48, 0),
                                    STEP(STEP_SLOT, STEP_RA, -40)};
    struct world world;

    interrupt(&world, LONG, rule, COUNT(rule));
    for (uint32_t i = 0; i < 20; i++)
        world.stack[12 * i + 2] = FUNCTION + 5;
    world_begin(&world, FUNCTION);
    for (uint32_t i = 1; i <= 20; i++) {
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_PC], FUNCTION + 4);
        assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 48 * i);
    }
}

/*
 * The call is the last instruction of CALLER and no code follows. The look-up must find the row of
 * the call.
 */
static void a_call_at_the_end_of_a_function_finds_its_own_row(void **state)
{
    (void)state;
    struct bobbin_frame frames[4];
    struct world world;

    assert_int_equal(bobbin_lookup_address(CALLER + 32, BOBBIN_KIND_CALL), CALLER + 31);
    assert_int_equal(bobbin_lookup_address(CALLER + 32, BOBBIN_KIND_INTERRUPTED), CALLER + 32);
    interrupt(&world, RULE_LEAF, NULL, 0);
    assert_int_equal(bobbin_walk(&world.cursor, &world.env, frames, 4), 2);
    assert_int_equal(frames[1].pc, CALLER + 32);
    assert_int_equal(world.cursor.stop, BOBBIN_STOP_OUTERMOST);
}

static void a_second_table_takes_over(void **state)
{
    (void)state;
    static const struct handmade_entry rows[] = {ENTRY(16, 0)};
    static const struct handmade_range range[] = {RANGE(0x100, rows, 1)};
    static const uint32_t rules[] = {RULE_ROOT};
    const struct handmade rom = {
        .ranges = range, .ranges_count = 1, .rules = rules, .rules_count = 1};
    struct world world;

    interrupt(&world, RULE_R4_LR, NULL, 0);
    world_add_table(&world, &rom, 0x40000000);
    world.stack[1] = 0x40000104;
    world_begin(&world, FUNCTION);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], 0x40000104);
    assert_int_equal(world.cursor.trust, BOBBIN_TRUST_TABLE);
    world_expect_stop(&world, BOBBIN_STOP_OUTERMOST, 0x40000104);
}

/* The trust of a frame is that of the rule by which it was found, not of its own rule. */
static void a_frame_has_the_trust_of_the_rule_that_found_it(void **state)
{
    (void)state;
    static const struct {
        uint32_t flags;
        enum bobbin_trust trust;
    } of[] = {
        {0, BOBBIN_TRUST_TABLE}, {LONG_CFI, BOBBIN_TRUST_CFI}, {LONG_EXIDX, BOBBIN_TRUST_EXIDX}};

    for (uint32_t i = 0; i < COUNT(of); i++) {
        const uint32_t rules[] = {LONG, RULE_LEAF, LONG_HEAD(13, 0, 0, 0, 0, of[i].flags, 0, 0)};
        const struct handmade table = {.ranges = two_functions,
                                       .ranges_count = 2,
                                       .rules = rules,
                                       .rules_count = COUNT(rules)};
        struct world world;
        world_set_up(&world, &table);
        world.r[BOBBIN_LR] = CALLER + 5;
        world_begin(&world, FUNCTION);
        assert_int_equal(world.cursor.trust, BOBBIN_TRUST_CONTEXT);
        world_step(&world);
        assert_int_equal(world.cursor.trust, of[i].trust);
    }
}

/* A word that could lose registers, and loses none, states a rule from CFI alone. */
static void a_word_that_loses_no_register_rests_on_cfi(void **state)
{
    (void)state;
    for (uint32_t lost = 0; lost < 3; lost++) {
        struct world world;
        interrupt(&world, COMPACT_LOST(2, 0x01, COMPACT_RA, lost), NULL, 0);
        world.stack[1] = CALLER + 5;
        world_step(&world);
        assert_int_equal(world.cursor.trust, lost ? BOBBIN_TRUST_TABLE : BOBBIN_TRUST_CFI);
        assert_int_equal(world.cursor.r[BOBBIN_PC], CALLER + 4);
        assert_int_equal(world.cursor.valid >> 4 & 3, 3 & ~lost);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trace_begins_with_all_core_registers),
        cmocka_unit_test(a_leaf_returns_to_lr_and_keeps_r4_to_r11),
        cmocka_unit_test(saved_registers_come_from_their_slots),
        cmocka_unit_test(the_state_comes_from_the_return_address),
        cmocka_unit_test(the_cfa_comes_from_the_register_of_the_rule),
        cmocka_unit_test(the_cfa_may_be_after_a_pointer),
        cmocka_unit_test(places_may_be_other_registers),
        cmocka_unit_test(what_is_unknown_stays_unknown),
        cmocka_unit_test(a_register_nobody_knows_gives_none),
        cmocka_unit_test(doubles_are_two_words_low_first),
        cmocka_unit_test(doubles_the_caller_gave_stay_known),
        cmocka_unit_test(registers_below_sp_are_unreadable),
        cmocka_unit_test(a_return_address_may_be_in_any_slot),
        cmocka_unit_test(a_call_at_the_end_of_a_function_finds_its_own_row),
        cmocka_unit_test(a_second_table_takes_over),
        cmocka_unit_test(a_frame_has_the_trust_of_the_rule_that_found_it),
        cmocka_unit_test(a_word_that_loses_no_register_rests_on_cfi),
    };
    return cmocka_run_group_tests_name("core_step", tests, NULL, NULL);
}
