/* SPDX-License-Identifier: MIT */
/*
 * What a cursor and the cache know of a caller's rule is that rule, of whatever sort it is: expected is what SPEC.md 6 says of its
 * bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "quick.h"
#include "world.h"

#define LEAF   (WORLD_CODE + 0x00)
#define MIDDLE (WORLD_CODE + 0x20)
#define OUTER  (WORLD_CODE + 0x40)

#define SP     2u /* word of the stack where sp is in MIDDLE */
#define FILLER 0x100u

#define POINTED_TO (SP + 6) /* by the word at sp + 12 */

static const uint8_t long_rules[400] = {
    3,                            /* 0: a root */
    5, 0x07, 0x01, 0, 0, 0x20,    /* 1: sp + 32, ra, r4-r6 */
    5, 0x00, 0x01, 0, 0, 0x04,    /* 7: sp + 4, ra */
    5, 0x01, 0x01, 0, 0, 0xb0, 0, /* 13: sp + 48, ra, r4 */
    5, 0xff, 0x01, 0, 0, 0x24,    /* 20: sp + 36, ra, r4-r11 */
    5, 0x03, 0x01, 0, 0, 0x7c,    /* 26: sp - 4 */
    5, 0x03, 0x01, 0, 0, 0x12,    /* 32: sp + 18 */
    5, 0x03, 0x01, 0x40, 0, 0x30, /* 38: sp + 48, ra, r4-r5, d8 */
    5, 0x03, 0x01, 0x28, 0, 0x20, /* 44: r7 + 32, ra, r4-r5 */
    /* 50: sp + 24, ra, r4-r5, in form 1 */
    1, 13, 24, 3, 0x30, 0x7c, 0x20, 0x74, 0x21, 0x78, 2, 13, 12, 4, 1, 0x30,
    0x7c,                                 /* 60: *(sp + 12) + 4, ra */
    4, 0, 1, 0, 0, 0,                     /* 67: if eq rule 1, or none */
    4, 0, 2, 0, 1, 0,                     /* 73: if eq itself */
    [390] = 5, 0x03, 0x01, 0x28, 0, 0x18, /* r7 + 24, ra, r4-r5 */
    [396] = 5, 0x03, 0x01, 0,             /* which goes on behind the rules */
};

/* A rule of MIDDLE and what it comes to. */
static const struct {
    uint16_t half; /* or 0 */
    uint32_t word;
    uint32_t cfa;                     /* word of the stack; 0: the trace stops */
    uint32_t registers, gap, doubles; /* words of each, but two for a double: from r4 and d8 on */
    enum bobbin_stop reason;
    uint32_t value;
} cases[] = {
    {SHORT(6, 3, 0), 0, SP + 6, 3, 0, 0, 0, 0},
    {SHORT(9, 8, 0), 0, SP + 9, 8, 0, 0, 0, 0},
    {SHORT(1, 0, 0), 0, SP + 1, 0, 0, 0, 0, 0},
    {SHORT_MASK(7, 0x07), 0, SP + 7, 3, 0, 0, 0, 0},
    {0, COMPACT(13, 200, 0x1f, 0, 0, COMPACT_RA), SP + 200, 5, 0, 0, 0, 0},
    {0, COMPACT(13, 12, 0x0f, 2, 0, COMPACT_RA), SP + 12, 4, 0, 2, 0, 0},
    {0, COMPACT(13, 12, 0x0f, 2, 0, COMPACT_RA | COMPACT_GAP), SP + 12, 4, 1, 2, 0, 0},
    {0, COMPACT(7, 20, 0x07, 0, 0, COMPACT_RA), SP + 21, 3, 0, 0, 0, 0},
    {0, LONG_RULE(0), 0, 0, 0, 0, BOBBIN_STOP_OUTERMOST, 0},
    {0, LONG_RULE(1), SP + 8, 3, 0, 0, 0, 0},
    {0, LONG_RULE(7), SP + 1, 0, 0, 0, 0, 0},
    {0, LONG_RULE(13), SP + 12, 1, 0, 0, 0, 0},
    {0, LONG_RULE(20), SP + 9, 8, 0, 0, 0, 0},
    {0, LONG_RULE(26), 0, 0, 0, 0, BOBBIN_STOP_BAD_SP, WORLD_STACK + 4 * (SP - 1)},
    {0, LONG_RULE(32), 0, 0, 0, 0, BOBBIN_STOP_BAD_SP, WORLD_STACK + 4 * SP + 18},
    {0, LONG_RULE(38), SP + 12, 2, 0, 1, 0, 0},
    {0, LONG_RULE(44), SP + 9, 2, 0, 0, 0, 0},
    {0, LONG_RULE(50), SP + 6, 2, 0, 0, 0, 0},
    {0, LONG_RULE(60), POINTED_TO + 1, 0, 0, 0, 0, 0},
    {0, LONG_RULE(67), SP + 2, 1, 0, 0, 0,
     0}, /* a call has been executed: the condition has held */
    {0, LONG_RULE(73), 0, 0, 0, 0, BOBBIN_STOP_CORRUPT, MIDDLE + 4},
    {0, LONG_RULE(390), SP + 7, 2, 0, 0, 0, 0},
    {0, LONG_RULE(396), 0, 0, 0, 0, BOBBIN_STOP_CORRUPT, MIDDLE + 4},
    {0, LONG_RULE(1000), 0, 0, 0, 0, BOBBIN_STOP_CORRUPT, MIDDLE + 4},
};
enum { CASES = sizeof(cases) / sizeof(cases[0]) };

static void set_up(struct world *world, uint32_t i)
{
    static const struct handmade_entry entries[] = {ENTRY(16, 1), ENTRY(16, 2), ENTRY(16, 1)};
    static const struct handmade_range range[] = {RANGE(WORLD_CODE, entries, 3)};
    const uint16_t shorts[] = {SHORT(2, 1, 0), cases[i].half};
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .shorts = shorts,
                                   .shorts_count = cases[i].half ? 2 : 1,
                                   .rules = &cases[i].word,
                                   .rules_count = !cases[i].half,
                                   .long_rules = long_rules,
                                   .long_rules_size = sizeof(long_rules)};

    world_set_up(world, &table);
    for (uint32_t word = 0; word < WORLD_STACK_WORDS; word++)
        world->stack[word] = FILLER + word;
    for (uint32_t number = 4; number < 12; number++)
        world->r[number] = WORLD_STACK + 4 * (SP + 1); /* r7 above all */
    world->stack[0] = WORLD_STACK + 4 * (SP + 1);
    world->stack[1] = MIDDLE + 5;
    world->stack[SP + 3] = WORLD_STACK + 4 * POINTED_TO;
    if (cases[i].cfa)
        world->stack[cases[i].cfa - 1] = OUTER + 5;
}

/* From LEAF on, with the rule of MIDDLE that case I says. */
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
}

/* The first step from MIDDLE finds it in the table, the later ones in the cache. */
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

/* How far below the cfa the lowest slot of WORD begins, by the reader of rules. */
static uint32_t depth_of(uint32_t word)
{
    struct rule rule;
    struct rule_place place;
    int32_t lowest = 0;

    rule_open_word(&rule, word);
    while (rule_next_place(&rule, &place))
        if (place.value < lowest)
            lowest = place.value;
    assert_int_equal(rule.form, BOBBIN_FORM_FRAME);
    return (uint32_t)-lowest;
}

/* Else its frame takes the long way. */
static void a_word_fits_where_all_its_slots_are(void **state)
{
    (void)state;

    for (uint32_t mask = 0; mask < 256; mask++)
        for (uint32_t doubles = 0; doubles <= 8; doubles++)
            for (uint32_t home = 0; home < 8; home++) {
                uint32_t flags = COMPACT_RA | (doubles ? COMPACT_GAP : 0);
                uint32_t word = COMPACT(7, 0, mask, doubles, home, flags);
                uint32_t depth = depth_of(word);
                assert_true(quick_fits(word, depth));
                assert_false(quick_fits(word, depth - 1));
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known_of_a_caller_is_its_rule),
        cmocka_unit_test(a_word_fits_where_all_its_slots_are),
    };
    return cmocka_run_group_tests_name("core_known", tests, NULL, NULL);
}
