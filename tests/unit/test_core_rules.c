/* SPDX-License-Identifier: MIT */
/* Rules as they are stored and what they mean: halfwords, words, split, gap, long, each kind of place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

#define RA BOBBIN_PLACE_RA

/* Asks the core for the one rule of a table with WORD and LONG_RULES. */
static enum bobbin_stop decode(uint32_t word, const uint8_t *long_rules, uint32_t long_rules_size,
                               struct bobbin_rule *rule)
{
    const struct handmade_entry rows[] = {ENTRY(4, 1)};
    const struct handmade_range range[] = {RANGE(WORLD_CODE, rows, 1)};
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .rules = &word,
                                   .rules_count = 1,
                                   .long_rules = long_rules,
                                   .long_rules_size = long_rules_size};
    enum bobbin_trust trust;
    struct world world;

    world_set_up(&world, &table);
    return bobbin_rule_at(&world.env, WORLD_CODE, BOBBIN_KIND_EXACT, world.cpsr, rule, &trust);
}

/* A frame rule with cfa = r[CFA_REGISTER] + CFA_OFFSET and no place but SAME. */
static struct bobbin_rule plain(uint8_t cfa_register, int32_t cfa_offset)
{
    struct bobbin_rule rule;

    memset(&rule, 0, sizeof(rule));
    rule.form = BOBBIN_FORM_FRAME;
    rule.cfa_register = cfa_register;
    rule.cfa_offset = cfa_offset;
    return rule;
}

static void slot(struct bobbin_rule *rule, uint32_t place, int32_t offset)
{
    rule->place_kind[place] = BOBBIN_SLOT;
    rule->place_value[place] = offset;
}

static void expect_same(const struct bobbin_rule *got, const struct bobbin_rule *expected)
{
    assert_int_equal(got->form, expected->form);
    assert_int_equal(got->cfa_register, expected->cfa_register);
    assert_int_equal(got->cfa_offset, expected->cfa_offset);
    assert_int_equal(got->cfa_add, expected->cfa_add);
    for (uint32_t place = 0; place < BOBBIN_PLACES; place++)
        if (got->place_kind[place] != expected->place_kind[place] ||
            got->place_value[place] != expected->place_value[place])
            fail_msg("place %u: kind %u, value %d; expected kind %u, value %d", place,
                     got->place_kind[place], got->place_value[place], expected->place_kind[place],
                     expected->place_value[place]);
}

static void expect_compact(uint32_t word, const struct bobbin_rule *expected)
{
    struct bobbin_rule got;

    assert_int_equal(decode(word, NULL, 0, &got), BOBBIN_STOP_NONE);
    expect_same(&got, expected);
}

static void the_leaf_rule_keeps_everything(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(13, 0);

    expect_compact(RULE_LEAF, &expected);
}

static void each_register_may_carry_the_cfa_but_pc(void **state)
{
    (void)state;
    struct bobbin_rule got;

    for (uint8_t number = 0; number < 15; number++) {
        struct bobbin_rule expected = plain(number, 4 * 511);
        expect_compact(COMPACT(number, 511, 0, 0, 0, 0), &expected);
    }
    assert_int_equal(decode(COMPACT(15, 2, 0, 0, 0, 0), NULL, 0, &got), BOBBIN_STOP_CORRUPT);
}

/* push {r4-r11, lr}: lr the highest, r4 the lowest. */
static void saved_registers_lie_below_the_cfa_highest_first(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(13, 36);

    slot(&expected, RA, -4);
    for (uint32_t i = 0; i < 8; i++)
        slot(&expected, BOBBIN_PLACE_R4 + i, -36 + 4 * (int32_t)i);
    expect_compact(COMPACT(13, 9, 0xff, 0, 0, COMPACT_RA), &expected);
}

/* push {r4, r6, r11} without lr: a leaf that needs registers. */
static void without_ra_the_return_address_stays_in_lr(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(13, 12);

    slot(&expected, BOBBIN_PLACE_R4 + 7, -4);
    slot(&expected, BOBBIN_PLACE_R4 + 2, -8);
    slot(&expected, BOBBIN_PLACE_R4 + 0, -12);
    expect_compact(COMPACT(13, 3, 0x85, 0, 0, 0), &expected);
}

/* push {r0-r3}; push {r4, lr}: a variadic function saves its arguments first. */
static void home_words_come_between_the_cfa_and_the_slots(void **state)
{
    (void)state;
    for (int32_t home = 0; home < 8; home++) {
        struct bobbin_rule expected = plain(13, 24);
        slot(&expected, RA, -4 * home - 4);
        slot(&expected, BOBBIN_PLACE_R4, -4 * home - 8);
        expect_compact(COMPACT(13, 6, 0x01, 0, home, COMPACT_RA), &expected);
    }
}

/* clang: push {r4, r5, r7, lr}; push {r8, r10}, because Thumb-1 could push no others. */
static void split_puts_the_low_registers_first(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(7, 16);

    slot(&expected, RA, -4);
    slot(&expected, BOBBIN_PLACE_R4 + 3, -8);
    slot(&expected, BOBBIN_PLACE_R4 + 1, -12);
    slot(&expected, BOBBIN_PLACE_R4 + 0, -16);
    slot(&expected, BOBBIN_PLACE_R4 + 6, -20);
    slot(&expected, BOBBIN_PLACE_R4 + 4, -24);
    expect_compact(COMPACT(7, 4, 0x5b, 0, 0, COMPACT_RA | COMPACT_SPLIT), &expected);
}

/* push {r4, lr}; vpush {d8-dN}: d8 the lowest. */
static void doubles_lie_below_the_words(void **state)
{
    (void)state;
    struct bobbin_rule got;

    for (uint32_t count = 0; count <= 8; count++) {
        struct bobbin_rule expected = plain(13, 72);
        slot(&expected, RA, -4);
        slot(&expected, BOBBIN_PLACE_R4, -8);
        for (uint32_t i = 0; i < count; i++)
            slot(&expected, BOBBIN_PLACE_D8 + i, -8 - 8 * (int32_t)(count - i));
        expect_compact(COMPACT(13, 18, 0x01, count, 0, COMPACT_RA), &expected);
    }
    for (uint32_t count = 9; count < 16; count++)
        assert_int_equal(decode(COMPACT(13, 18, 0xff, count, 0, COMPACT_RA), NULL, 0, &got),
                         BOBBIN_STOP_CORRUPT);
}

/* push {r3, r4, lr}; vpush {d8-dN}: r3 is pushed to keep sp a multiple of 8. */
static void a_gap_may_be_between_words_and_doubles(void **state)
{
    (void)state;
    for (uint32_t count = 0; count <= 8; count++) {
        struct bobbin_rule expected = plain(13, 80);
        slot(&expected, RA, -4);
        slot(&expected, BOBBIN_PLACE_R4, -8);
        for (uint32_t i = 0; i < count; i++)
            slot(&expected, BOBBIN_PLACE_D8 + i, -12 - 8 * (int32_t)(count - i));
        expect_compact(COMPACT(13, 20, 0x01, count, 0, COMPACT_RA | COMPACT_GAP), &expected);
    }
}

/* Asks the core for the one rule of a table, the halfword SHORT. */
static void expect_short(uint16_t half, const struct bobbin_rule *expected)
{
    const struct handmade_entry entries[] = {ENTRY(4, 1), ENTRY(4, 2)};
    const struct handmade_range range[] = {RANGE(WORLD_CODE, entries, 2)};
    const uint32_t word = COMPACT(7, 5, 0, 0, 0, 0);
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .shorts = &half,
                                   .shorts_count = 1,
                                   .rules = &word,
                                   .rules_count = 1};
    const struct bobbin_rule behind = plain(7, 20);
    struct bobbin_rule got;
    enum bobbin_trust trust;
    struct world world;

    world_set_up(&world, &table);
    assert_int_equal(
        bobbin_rule_at(&world.env, WORLD_CODE, BOBBIN_KIND_EXACT, world.cpsr, &got, &trust),
        BOBBIN_STOP_NONE);
    expect_same(&got, expected);
    assert_int_equal(
        bobbin_rule_at(&world.env, WORLD_CODE + 8, BOBBIN_KIND_EXACT, world.cpsr, &got, &trust),
        BOBBIN_STOP_NONE);
    expect_same(&got, &behind);
}

static void a_halfword_is_a_rule_on_sp(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(13, 0);

    expect_short(SHORT(0, 0, 1), &expected);
    expected = plain(13, 4 * 127);
    slot(&expected, RA, -4);
    for (uint32_t i = 0; i < 8; i++)
        slot(&expected, BOBBIN_PLACE_R4 + i, -36 + 4 * (int32_t)i);
    expect_short(SHORT(127, 8, 0), &expected);
    expect_short(SHORT_MASK(127, 0xff), &expected);
    expected = plain(13, 12);
    slot(&expected, BOBBIN_PLACE_R4 + 1, -4);
    slot(&expected, BOBBIN_PLACE_R4, -8);
    expect_short(SHORT(3, 2, 1), &expected);
    expected = plain(13, 12);
    slot(&expected, RA, -4);
    slot(&expected, BOBBIN_PLACE_R4 + 6, -8);
    slot(&expected, BOBBIN_PLACE_R4, -12);
    expect_short(SHORT_MASK(3, 0x41), &expected);
}

/* From no halfword to five, so that words follow with and without padding. */
static void words_follow_the_halfwords(void **state)
{
    (void)state;
    static const uint16_t shorts[] = {SHORT(1, 0, 1), SHORT(2, 0, 1), SHORT(3, 0, 1),
                                      SHORT(4, 0, 1), SHORT(5, 0, 1)};
    static const struct handmade_entry entries[] = {ENTRY(1, 1), ENTRY(1, 2), ENTRY(1, 3),
                                                    ENTRY(1, 4), ENTRY(1, 5), ENTRY(1, 6)};
    const struct handmade_range range[] = {RANGE(WORLD_CODE, entries, 6)};
    struct handmade table = {.ranges = range, .ranges_count = 1, .shorts = shorts};

    for (uint32_t count = 0; count <= 5; count++) {
        uint32_t words[6];
        struct world world;
        for (uint32_t i = 0; i < 6 - count; i++)
            words[i] = COMPACT(13, count + 1 + i, 0, 0, 0, 0);
        table.shorts_count = count;
        table.rules = words;
        table.rules_count = 5 - count;
        world_set_up(&world, &table);
        for (uint32_t i = 0; i < 6; i++) {
            struct bobbin_rule got;
            enum bobbin_trust trust;
            assert_int_equal(
                bobbin_rule_at(&world.env, WORLD_CODE + 2 * i, BOBBIN_KIND_EXACT, 0, &got, &trust),
                i < 5 ? BOBBIN_STOP_NONE : BOBBIN_STOP_CORRUPT);
            if (i < 5)
                assert_int_equal(got.cfa_offset, 4 * (int32_t)(i + 1));
        }
    }
}

static void expect_long(const uint8_t *bytes, uint32_t size_bytes,
                        const struct bobbin_rule *expected)
{
    struct bobbin_rule got;

    assert_int_equal(decode(LONG_RULE(0), bytes, size_bytes, &got), BOBBIN_STOP_NONE);
    expect_same(&got, expected);
    for (uint32_t cut = 0; cut < size_bytes; cut++)
        assert_int_equal(decode(LONG_RULE(0), bytes, cut, &got), BOBBIN_STOP_CORRUPT);
}

static void a_long_rule_has_each_kind_of_place(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {
        1,
        11,
        0xe4,
        0x00, /* frame, cfa = r11 + 100 */
        5,    /* places */
        BOBBIN_SLOT << 5 | RA,
        0x7c, /* return address at cfa - 4 */
        BOBBIN_REGISTER << 5 | 0,
        12, /* r4 in r12 */
        BOBBIN_SLOT << 5 | 3,
        0x80,
        0x7f,                 /* r7 at cfa - 128 */
        BOBBIN_LOST << 5 | 7, /* r11 lost */
        BOBBIN_SLOT << 5 | 15,
        0x80,
        0x80,
        0x7e, /* d15 at cfa - 32768 */
    };
    struct bobbin_rule expected = plain(11, 100);

    slot(&expected, RA, -4);
    slot(&expected, 3, -128);
    expected.place_kind[7] = BOBBIN_LOST;
    expected.place_kind[0] = BOBBIN_REGISTER;
    expected.place_value[0] = 12;
    slot(&expected, 15, -32768);
    expect_long(bytes, sizeof(bytes), &expected);
}

/* So that none comes twice, and a step makes no more reads than there are places. */
static void places_of_a_long_rule_ascend(void **state)
{
    (void)state;
    static const uint8_t descending[] = {
        1, 13, 8, 2, BOBBIN_SLOT << 5 | 1, 0x7c, BOBBIN_SLOT << 5 | 0, 0x78};
    static const uint8_t twice[] = {1,   13, 8, 2, BOBBIN_SLOT << 5 | 1, 0x7c, BOBBIN_SLOT << 5 | 1,
                                    0x78};
    struct bobbin_rule got;

    assert_int_equal(decode(LONG_RULE(0), descending, sizeof(descending), &got),
                     BOBBIN_STOP_CORRUPT);
    assert_int_equal(decode(LONG_RULE(0), twice, sizeof(twice), &got), BOBBIN_STOP_CORRUPT);
}

static void a_long_rule_may_dereference(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {2, 13, 0x20, 0x78, 1, BOBBIN_REGISTER << 5 | RA, 3};
    struct bobbin_rule expected = plain(13, 32);

    expected.form = BOBBIN_FORM_DEREF;
    expected.cfa_add = -8;
    expected.place_kind[RA] = BOBBIN_REGISTER;
    expected.place_value[RA] = 3;
    expect_long(bytes, sizeof(bytes), &expected);
}

static void a_root_is_one_byte(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {3};
    struct bobbin_rule expected = plain(0, 0);

    expected.form = BOBBIN_FORM_ROOT;
    expect_long(bytes, sizeof(bytes), &expected);
}

static void offsets_of_all_32_bits_are_read(void **state)
{
    (void)state;
    static const struct {
        uint8_t bytes[5];
        int32_t value;
    } cases[] = {
        {{0xff, 0xff, 0xff, 0xff, 0x07}, 0x7fffffff},
        {{0x80, 0x80, 0x80, 0x80, 0x78}, -0x7fffffff - 1},
        {{0xff, 0xff, 0xff, 0xff, 0x7f}, -1},
    };

    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint8_t bytes[] = {1, 13, 0, 0, 0, 0, 0, 0};
        struct bobbin_rule expected = plain(13, cases[i].value);
        memcpy(bytes + 2, cases[i].bytes, 5);
        expect_long(bytes, sizeof(bytes), &expected);
    }
}

static void long_rules_that_make_no_sense_are_corrupt(void **state)
{
    (void)state;
    static const uint8_t cases[][9] = {
        {0},                                               /* no form */
        {4, 13, 0, 0},                                     /* a form unknown */
        {1, 15, 0, 0},                                     /* cfa from pc */
        {1, 255, 0, 0},                                    /* cfa from no register */
        {1, 13, 0, 1, BOBBIN_SAME << 5 | 0},               /* what is listed has moved */
        {1, 13, 0, 1, BOBBIN_LOST << 5 | 17},              /* no such place */
        {1, 13, 0, 1, 6 << 5 | 0, 0},                      /* no such kind */
        {1, 13, 0, 1, BOBBIN_SLOT_LOW << 5 | 0, 0},        /* half of a word */
        {1, 13, 0, 1, BOBBIN_REGISTER << 5 | 0, 4},        /* r4 is restored itself */
        {1, 13, 0, 1, BOBBIN_REGISTER << 5 | 0, 13},       /* sp is the cfa's */
        {1, 13, 0, 1, BOBBIN_REGISTER << 5 | 0, 15},       /* pc */
        {1, 13, 0, 1, BOBBIN_REGISTER << 5 | 8, 3},        /* a double in a word */
        {1, 13, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00}, /* more than 32 bits */
    };
    struct bobbin_rule got;

    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (decode(LONG_RULE(0), cases[i], sizeof(cases[i]), &got) != BOBBIN_STOP_CORRUPT)
            fail_msg("case %u was taken for a rule", i);
    assert_int_equal(decode(LONG_RULE(9), cases[1], 9, &got), BOBBIN_STOP_CORRUPT);
    assert_int_equal(decode(LONG_RULE(0x7fffffff), cases[1], 9, &got), BOBBIN_STOP_CORRUPT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_leaf_rule_keeps_everything),
        cmocka_unit_test(each_register_may_carry_the_cfa_but_pc),
        cmocka_unit_test(saved_registers_lie_below_the_cfa_highest_first),
        cmocka_unit_test(without_ra_the_return_address_stays_in_lr),
        cmocka_unit_test(home_words_come_between_the_cfa_and_the_slots),
        cmocka_unit_test(split_puts_the_low_registers_first),
        cmocka_unit_test(doubles_lie_below_the_words),
        cmocka_unit_test(a_gap_may_be_between_words_and_doubles),
        cmocka_unit_test(a_halfword_is_a_rule_on_sp),
        cmocka_unit_test(words_follow_the_halfwords),
        cmocka_unit_test(a_long_rule_has_each_kind_of_place),
        cmocka_unit_test(places_of_a_long_rule_ascend),
        cmocka_unit_test(a_long_rule_may_dereference),
        cmocka_unit_test(a_root_is_one_byte),
        cmocka_unit_test(offsets_of_all_32_bits_are_read),
        cmocka_unit_test(long_rules_that_make_no_sense_are_corrupt),
    };
    return cmocka_run_group_tests_name("core_rules", tests, NULL, NULL);
}
