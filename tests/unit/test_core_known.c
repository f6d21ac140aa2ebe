/* SPDX-License-Identifier: MIT */
/*
 * The rule that a cursor or the cache keeps for a caller must be equal to the rule in the table,
 * whatever its kind. Expected frames follow from TABLE.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/unwind/rule_word.h"
#include "world.h"

#define LEAF   (WORLD_CODE + 0x00)
#define MIDDLE (WORLD_CODE + 0x20)
#define OUTER  (WORLD_CODE + 0x40)

#define SP     2u /* sp in MIDDLE, as a word of the stack */
#define FILLER 0x100u

#define POINTED_TO       (SP + 6) /* target of the word at sp + 12 */
#define WORD_OF(from_sp) (WORLD_STACK + 4 * (SP + (uint32_t)(from_sp)))

/* The number of each rule's first word, counted after the word of MIDDLE. */
enum {
    WORD_R4_R6 = 0,
    WORD_RA = 3,
    WORD_R4 = 6,
    WORD_R4_R11 = 9,
    WORD_DOUBLE = 12,
    WORD_R7 = 15,
    WORD_LOST = 18,
    FRAME = 21,
    FRAME_BELOW_SP = 26,
    FRAME_UNALIGNED = 29,
    DEREF = 32,
    EITHER = 36,
    EITHER_ITSELF = 39,
    CUT_OFF = 42,
};
#define LONG(word) LONG_RULE(1 + (word))
#define D9_TO_D15  0xfe000000u
static const uint32_t long_rules[] = {
    [WORD_R4_R6] = LONG_HEAD(13, 0, 0x07, 0, 0, COMPACT_RA, 32, 0),
    [WORD_RA] = LONG_HEAD(13, 0, 0x00, 0, 0, COMPACT_RA, 4, 0),
    [WORD_R4] = LONG_HEAD(13, 0, 0x01, 0, 0, COMPACT_RA, 48, 0),
    [WORD_R4_R11] = LONG_HEAD(13, 0, 0xff, 0, 0, COMPACT_RA, 36, 0),
    [WORD_DOUBLE] = LONG_HEAD(13, 0, 0x03, 1, 0, COMPACT_RA, 48, 0),
    [WORD_R7] = LONG_HEAD(7, 0, 0x03, 0, 0, COMPACT_RA, 32, 0),
    [WORD_LOST] = LONG_HEAD(13, 0, 0x03, 1, 0, COMPACT_RA, 24, BOBBIN_VALID_R(11) | D9_TO_D15),
    [FRAME] = LONG_HEAD(13, 2, 0, 0, 0, COMPACT_RA, 24, 0),
    STEP(STEP_SLOT, STEP_R(5), -8),
    STEP(STEP_SLOT, STEP_R(4), -12),
    [FRAME_BELOW_SP] = LONG_HEAD(13, 0, 0, 0, 0, COMPACT_RA, -4, 0),
    [FRAME_UNALIGNED] = LONG_HEAD(13, 0, 0, 0, 0, COMPACT_RA, 18, 0),
    [DEREF] = LONG_HEAD(13, 1, 0, 0, 0, COMPACT_RA, 12, 0), /* cfa = *(sp + 12) + 4 */
    STEP(STEP_SLOT, STEP_CFA, 4),
    [EITHER] = LONG_EITHER(0, LARGE_RUN(2, 1), RULE_NONE),
    [EITHER_ITSELF] = LONG_EITHER(0xffff, LONG(EITHER_ITSELF), 0),
    [CUT_OFF] = LONG_HEAD(13, 127, 0, 0, 0, COMPACT_RA, 8, 0), /* not all steps in the table */
};

/* A rule for MIDDLE, and the frame that results. */
static const struct {
    uint16_t half; /* halfword of the rule; 0: WORD is the rule */
    uint32_t word;
    uint32_t cfa;                     /* cfa as a word of the stack; 0: the trace stops */
    uint32_t registers, gap, doubles; /* number of registers from r4, gap words, doubles from d8 */
    enum bobbin_stop reason;
    uint32_t value;
    uint32_t lost; /* bits of valid */
} cases[] = {
    {.half = SHORT(6, 3), .cfa = SP + 6, .registers = 3},
    {.half = SHORT(9, 8), .cfa = SP + 9, .registers = 8},
    {.half = SHORT(1, 0), .cfa = SP + 1},
    {.half = SHORT(200, 4), .cfa = SP + 200, .registers = 4},
    {.word = LARGE_RUN(6, 3), .cfa = SP + 6, .registers = 3},
    {.word = LARGE_RUN(1, 0), .cfa = SP + 1},
    {.word = LARGE_RUN(7, 2) | RUN_EXPLICIT, .cfa = SP + 7, .registers = 2},
    {.word = LARGE_RUN(240, 8), .cfa = SP + 240, .registers = 8},
    {.word = LARGE_RUN(4095, 1), .reason = BOBBIN_STOP_UNREADABLE, .value = WORD_OF(4094)},
    {.word = COMPACT(13, 200, 0x1f, 0, 0, COMPACT_RA), .cfa = SP + 200, .registers = 5},
    {.word = COMPACT(13, 12, 0x0f, 2, 0, COMPACT_RA), .cfa = SP + 12, .registers = 4, .doubles = 2},
    {.word = COMPACT(13, 12, 0x0f, 2, 0, COMPACT_RA | COMPACT_GAP),
     .cfa = SP + 12,
     .registers = 4,
     .gap = 1,
     .doubles = 2},
    {.word = COMPACT(7, 20, 0x07, 0, 0, COMPACT_RA), .cfa = SP + 21, .registers = 3},
    {.word = COMPACT(7, 20, 0x07, 0, 0, COMPACT_RA | COMPACT_EXPLICIT),
     .cfa = SP + 21,
     .registers = 3},
    {.word = RULE_ROOT, .reason = BOBBIN_STOP_OUTERMOST, .value = MIDDLE + 4},
    {.word = RULE_NONE, .reason = BOBBIN_STOP_NO_RULE, .value = MIDDLE + 4},
    {.word = 0, .reason = BOBBIN_STOP_CORRUPT, .value = MIDDLE + 4},
    {.word = LONG(WORD_R4_R6), .cfa = SP + 8, .registers = 3},
    {.word = LONG(WORD_RA), .cfa = SP + 1},
    {.word = LONG(WORD_R4), .cfa = SP + 12, .registers = 1},
    {.word = LONG(WORD_R4_R11), .cfa = SP + 9, .registers = 8},
    {.word = LONG(WORD_DOUBLE), .cfa = SP + 12, .registers = 2, .doubles = 1},
    {.word = LONG(WORD_R7), .cfa = SP + 9, .registers = 2},
    {.word = LONG(WORD_LOST),
     .cfa = SP + 6,
     .registers = 2,
     .doubles = 1,
     .lost = BOBBIN_VALID_R(11)},
    {.word = COMPACT_LOST(6, 0x03, COMPACT_RA, 0x08),
     .cfa = SP + 6,
     .registers = 2,
     .lost = BOBBIN_VALID_R(7)},
    {.word = COMPACT_LOST(200, 0x01, COMPACT_RA, 0x0e),
     .cfa = SP + 200,
     .registers = 1,
     .lost = 0x0e0},
    {.word = COMPACT_LOST(1, 0, COMPACT_RA, 0x0f), .cfa = SP + 1, .lost = 0x0f0},
    {.word = COMPACT_LOST(0, 0, COMPACT_RA, 0x01),
     .reason = BOBBIN_STOP_NO_PROGRESS,
     .value = WORD_OF(0)},
    {.word = LONG(FRAME), .cfa = SP + 6, .registers = 2},
    {.word = LONG(FRAME_BELOW_SP), .reason = BOBBIN_STOP_BAD_SP, .value = WORD_OF(-1)},
    {.word = LONG(FRAME_UNALIGNED), .reason = BOBBIN_STOP_BAD_SP, .value = WORD_OF(4) + 2},
    {.word = LONG(DEREF), .cfa = POINTED_TO + 1},
    {.word = LONG(EITHER), .cfa = SP + 2, .registers = 1}, /* for a call the condition is true */
    {.word = LONG(EITHER_ITSELF), .reason = BOBBIN_STOP_CORRUPT, .value = MIDDLE + 4},
    {.word = LONG(CUT_OFF), .reason = BOBBIN_STOP_CORRUPT, .value = MIDDLE + 4},
    {.word = LONG_RULE(1000), .reason = BOBBIN_STOP_CORRUPT, .value = MIDDLE + 4},
};
enum { CASES = sizeof(cases) / sizeof(cases[0]) };

static void set_up(struct world *world, uint32_t i)
{
    static const struct handmade_entry entries[] = {ENTRY(16, 0), ENTRY(16, 1), ENTRY(16, 0)};
    static const struct handmade_range range[] = {RANGE(WORLD_CODE, entries, 3)};
    const uint16_t shorts[] = {SHORT(2, 1), cases[i].half};
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .shorts = shorts,
                                   .shorts_count = cases[i].half ? 2 : 1,
                                   .rules = &cases[i].word,
                                   .rules_count = !cases[i].half,
                                   .long_rules = long_rules,
                                   .long_rules_count = sizeof(long_rules) / sizeof(long_rules[0])};

    world_set_up(world, &table);
    for (uint32_t word = 0; word < WORLD_STACK_WORDS; word++)
        world->stack[word] = FILLER + word;
    for (uint32_t number = 4; number < 12; number++)
        world->r[number] = WORLD_STACK + 4 * (SP + 1); /* r7 is the one that matters */
    world->stack[0] = WORLD_STACK + 4 * (SP + 1);
    world->stack[1] = MIDDLE + 5;
    world->stack[SP + 3] = WORLD_STACK + 4 * POINTED_TO;
    if (cases[i].cfa)
        world->stack[cases[i].cfa - 1] = OUTER + 5;
}

/* Traces from LEAF. MIDDLE has the rule of case I. */
static void run(struct world *world, uint32_t i)
{
    const uint32_t *slot = world->stack + cases[i].cfa - 1 - cases[i].registers;

    world_begin(world, LEAF);
    world_step(world);
    assert_int_equal(world->cursor.r[BOBBIN_SP], WORLD_STACK + 4 * SP);
    if (!cases[i].cfa) {
        world_expect_stop(world, cases[i].reason, cases[i].value);
        return;
    }
    world_step(world);
    assert_int_equal(world->cursor.r[BOBBIN_PC], OUTER + 4);
    assert_int_equal(world->cursor.r[BOBBIN_SP], WORLD_STACK + 4 * cases[i].cfa);
    for (uint32_t number = 0; number < cases[i].registers; number++)
        assert_int_equal(world->cursor.r[4 + number], slot[number]);
    slot -= cases[i].gap + 2 * cases[i].doubles;
    for (uint32_t number = 0; number < cases[i].doubles; number++)
        assert_true(world->cursor.d[number] ==
                    ((uint64_t)slot[2 * number + 1] << 32 | slot[2 * number]));
    assert_int_equal(world->cursor.valid >> 24, (1u << cases[i].doubles) - 1);
    assert_int_equal(~world->cursor.valid & 0xff0, cases[i].lost);
}

/* The first trace finds the rule in the table, later ones in the cache. */
static void what_is_known_of_a_caller_is_its_rule(void **state)
{
    (void)state;

    for (uint32_t i = 0; i < CASES; i++) {
        struct world world;
        set_up(&world, i);
        run(&world, i);
        world_open_window(&world, BOBBIN_SPACE_STACK);
        run(&world, i);
        world_give_cache(&world, WORLD_CACHE_MIN);
        run(&world, i);
        run(&world, i);
        free(world.env.cache);
    }
}

/*
 * With pc as its register field, a word has another meaning. The core must not compute a cfa from
 * pc, even if that address is in the window.
 */
static void a_window_may_have_stack_and_code(void **state)
{
    (void)state;
    static const struct handmade_entry entries[] = {ENTRY(16, 0), ENTRY(16, 1), ENTRY(16, 0)};
    static const struct handmade_range range[] = {RANGE(WORLD_CODE, entries, 3)};
    static const uint16_t shorts[] = {SHORT(2, 1)};
    static const uint32_t word[] = {COMPACT_LOST(2, 0x01, COMPACT_RA, 0x02)};
    static const struct handmade table = {.ranges = range,
                                          .ranges_count = 1,
                                          .shorts = shorts,
                                          .shorts_count = 1,
                                          .rules = word,
                                          .rules_count = 1};
    const uint32_t start = WORLD_CODE - 512;
    struct world world;

    world_set_up(&world, &table);
    for (uint32_t i = 0; i < WORLD_STACK_WORDS; i++)
        world.stack[i] = OUTER + 5;
    world.stack[64 + 1] = MIDDLE + 5;
    world.r[BOBBIN_SP] = start + 4 * 64;
    world.env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){world.stack, start, sizeof(world.stack)};
    world_begin(&world, LEAF);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], MIDDLE + 4);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], OUTER + 4);
    assert_int_equal(world.cursor.r[BOBBIN_SP], start + 4 * 68);
    assert_int_equal(~world.cursor.valid & 0xff0, BOBBIN_VALID_R(5));
}

/* Slots below the home words: return address, registers, gap, doubles. */
static void a_word_has_the_bytes_of_all_its_slots(void **state)
{
    (void)state;

    for (uint32_t mask = 0; mask < 256; mask++)
        for (uint32_t doubles = 0; doubles <= 8; doubles++)
            for (uint32_t home = 0; home < 8; home++) {
                uint32_t flags = COMPACT_RA | (doubles ? COMPACT_GAP : 0);
                uint32_t words =
                    1 + (uint32_t)__builtin_popcount(mask) + (doubles ? 1 + 2 * doubles : 0);
                assert_int_equal(rule_slots_bytes(COMPACT(7, 9, mask, doubles, home, flags)),
                                 4 * words);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known_of_a_caller_is_its_rule),
        cmocka_unit_test(a_window_may_have_stack_and_code),
        cmocka_unit_test(a_word_has_the_bytes_of_all_its_slots),
    };
    return cmocka_run_group_tests_name("core_known", tests, NULL, NULL);
}
