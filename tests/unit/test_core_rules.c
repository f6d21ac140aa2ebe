/* SPDX-License-Identifier: MIT */
/* Rules as they are stored and what they mean: halfwords, words, split, gap, lost, long, each kind of place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

#define RA BOBBIN_PLACE_RA

/* Asks the core for the one rule of a table with WORD and LONG_RULES. */
static enum bobbin_stop decode(uint32_t word, const uint32_t *long_rules, uint32_t long_rules_size,
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

/* What is saved by a run: the return address, and COUNT registers from r4 on right below it. */
static struct bobbin_rule run(uint32_t cfa_words, uint32_t count)
{
    struct bobbin_rule rule = plain(13, 4 * (int32_t)cfa_words);

    slot(&rule, RA, -4);
    for (uint32_t i = 0; i < count; i++)
        slot(&rule, BOBBIN_PLACE_R4 + i, 4 * (int32_t)i - 4 * (int32_t)(count + 1));
    return rule;
}

static void a_halfword_may_be_a_run(void **state)
{
    (void)state;
    static const uint32_t words[] = {9, 10, 127, 128, 2047};

    for (uint32_t count = 0; count <= 8; count++) {
        struct bobbin_rule expected = run(count + 1, count);
        expect_short(SHORT(count + 1, count), &expected);
        for (uint32_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
            expected = run(words[i], count);
            expect_short(SHORT(words[i], count), &expected);
        }
    }
}

static void a_halfword_may_have_a_mask(void **state)
{
    (void)state;
    struct bobbin_rule expected = run(127, 8);

    expect_short(SHORT_MASK(127, 0xff), &expected);
    expected = plain(13, 12);
    slot(&expected, RA, -4);
    slot(&expected, BOBBIN_PLACE_R4 + 6, -8);
    slot(&expected, BOBBIN_PLACE_R4, -12);
    expect_short(SHORT_MASK(3, 0x41), &expected);
}

/* With more words to the cfa than a halfword, or a compact word, has room for. */
static void a_word_may_be_a_run(void **state)
{
    (void)state;
    static const uint32_t words[] = {9, 511, 512, 2047, 2048, 0x3fffff};

    for (uint32_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        for (uint32_t count = 0; count <= 8; count++) {
            struct bobbin_rule expected = run(words[i], count);
            expect_compact(LARGE_RUN(words[i], count), &expected);
        }
}

static void a_root_is_a_word(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(0, 0);

    expected.form = BOBBIN_FORM_ROOT;
    expect_compact(RULE_ROOT, &expected);
}

/* From no halfword to five, so that words follow with and without padding. */
static void words_follow_the_halfwords(void **state)
{
    (void)state;
    static const uint16_t shorts[] = {SHORT(1, 0), SHORT(2, 0), SHORT(3, 0), SHORT(4, 0),
                                      SHORT(5, 0)};
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

static void expect_long(const uint32_t *words, uint32_t size_bytes,
                        const struct bobbin_rule *expected)
{
    struct bobbin_rule got;

    assert_int_equal(decode(LONG_RULE(0), words, size_bytes, &got), BOBBIN_STOP_NONE);
    expect_same(&got, expected);
    for (uint32_t cut = 0; cut < size_bytes; cut++)
        assert_int_equal(decode(LONG_RULE(0), words, cut, &got), BOBBIN_STOP_CORRUPT);
}

#define PLACE(number) (1u << (number))

static void a_long_rule_has_each_kind_of_place(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        LONG_HEAD(1, 11,
                  PLACE(RA) | PLACE(15) | PLACE(9) | PLACE(8) | PLACE(7) | PLACE(3) | PLACE(0)),
        100,                              /* frame, cfa = r11 + 100 */
        LONG_PLACE(BOBBIN_SLOT, -4),      /* return address at cfa - 4 */
        LONG_PLACE(BOBBIN_SLOT, -32768),  /* d15 at cfa - 32768 */
        LONG_PLACE(BOBBIN_SLOT_HIGH, 12), /* d9: its high word at cfa + 12 */
        LONG_PLACE(BOBBIN_SLOT_LOW, -16), /* d8: its low word at cfa - 16 */
        LONG_PLACE(BOBBIN_LOST, 0),       /* r11 lost */
        LONG_PLACE(BOBBIN_SLOT, -128),    /* r7 at cfa - 128 */
        LONG_PLACE(BOBBIN_REGISTER, 12),  /* r4 in r12 */
    };
    struct bobbin_rule expected = plain(11, 100);

    slot(&expected, RA, -4);
    slot(&expected, 15, -32768);
    slot(&expected, 9, 12);
    expected.place_kind[9] = BOBBIN_SLOT_HIGH;
    slot(&expected, 8, -16);
    expected.place_kind[8] = BOBBIN_SLOT_LOW;
    expected.place_kind[7] = BOBBIN_LOST;
    slot(&expected, 3, -128);
    expected.place_kind[0] = BOBBIN_REGISTER;
    expected.place_value[0] = 12;
    expect_long(words, sizeof(words), &expected);
}

/* Every one, each with another value. */
static void a_long_rule_may_have_all_places(void **state)
{
    (void)state;
    uint32_t words[2 + BOBBIN_PLACES] = {LONG_HEAD(1, 7, PLACE(BOBBIN_PLACES) - 1), 400};
    struct bobbin_rule expected = plain(7, 400);

    for (uint32_t place = 0; place < BOBBIN_PLACES; place++) {
        int32_t offset = -8 * (int32_t)(place + 1);
        slot(&expected, place, offset);
        words[1 + BOBBIN_PLACES - place] = LONG_PLACE(BOBBIN_SLOT, offset);
    }
    expect_long(words, sizeof(words), &expected);
}

static void a_long_rule_may_dereference(void **state)
{
    (void)state;
    static const uint32_t words[] = {LONG_HEAD(2, 13, PLACE(RA)), 32, -8u,
                                     LONG_PLACE(BOBBIN_REGISTER, 3)};
    struct bobbin_rule expected = plain(13, 32);

    expected.form = BOBBIN_FORM_DEREF;
    expected.cfa_add = -8;
    expected.place_kind[RA] = BOBBIN_REGISTER;
    expected.place_value[RA] = 3;
    expect_long(words, sizeof(words), &expected);
}

/* A word that is a rule on sp, and which of r4-r11 are lost. */
static void registers_of_a_word_may_be_lost(void **state)
{
    (void)state;
    static const uint32_t words[] = {0, 9, 511};

    for (uint32_t lost = 1; lost < 256; lost++)
        for (uint32_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
            for (uint32_t has_ra = 0; has_ra < 2; has_ra++) {
                struct bobbin_rule expected = plain(13, 4 * (int32_t)words[i]);
                int32_t offset = 0;
                if (has_ra)
                    slot(&expected, RA, offset -= 4);
                for (uint32_t place = 8; place-- > 0;)
                    if (lost & PLACE(place))
                        expected.place_kind[place] = BOBBIN_LOST;
                    else
                        slot(&expected, place, offset -= 4);
                expect_compact(COMPACT_LOST(words[i], 0xff & ~lost, has_ra ? COMPACT_RA : 0, lost),
                               &expected);
            }
}

/* Neither in slots nor lost: they stay. */
static void registers_may_stay_where_others_are_lost(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(13, 12);

    expected.place_kind[BOBBIN_PLACE_R4 + 3] = BOBBIN_LOST;
    expect_compact(COMPACT_LOST(3, 0, 0, 0x08), &expected);
    slot(&expected, RA, -4);
    slot(&expected, BOBBIN_PLACE_R4 + 1, -8);
    expect_compact(COMPACT_LOST(3, 0x02, COMPACT_RA, 0x08), &expected);
}

/* What a compact word says, with nothing lost: none is written so, but it is read. */
static void a_long_rule_may_be_a_word(void **state)
{
    (void)state;
    static const uint32_t cfa_words[] = {0, 1, 9, 511};

    for (uint32_t i = 0; i < sizeof(cfa_words) / sizeof(cfa_words[0]); i++) {
        const uint32_t words[] = {
            LONG_WORD(COMPACT(7, cfa_words[i], 0x21, 2, 1, COMPACT_RA | COMPACT_GAP), 0)};
        struct bobbin_rule expected = plain(7, 4 * (int32_t)cfa_words[i]);
        slot(&expected, RA, -8);
        slot(&expected, BOBBIN_PLACE_R4 + 5, -12);
        slot(&expected, BOBBIN_PLACE_R4 + 0, -16);
        slot(&expected, BOBBIN_PLACE_D8 + 1, -28);
        slot(&expected, BOBBIN_PLACE_D8 + 0, -36);
        expect_long(words, sizeof(words), &expected);
    }
}

/* The others have slots, or stay. */
static void places_of_a_word_may_be_lost(void **state)
{
    (void)state;
    const uint32_t lost[] = {PLACE(15), PLACE(0) | PLACE(7), 0xfe00, 0xfefe};

    for (uint32_t i = 0; i < sizeof(lost) / sizeof(lost[0]); i++) {
        const uint32_t words[] = {LONG_WORD(COMPACT(7, 6, 0, 1, 0, COMPACT_RA), lost[i])};
        struct bobbin_rule expected = plain(7, 24);
        slot(&expected, RA, -4);
        slot(&expected, BOBBIN_PLACE_D8, -12);
        for (uint32_t place = 0; place < BOBBIN_PLACES; place++)
            if (lost[i] & PLACE(place))
                expected.place_kind[place] = BOBBIN_LOST;
        expect_long(words, sizeof(words), &expected);
    }
}

static void offsets_of_all_32_bits_are_read(void **state)
{
    (void)state;
    static const int32_t values[] = {0x7fffffff, -0x7fffffff - 1, -1, 0};

    for (uint32_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        const uint32_t words[] = {LONG_HEAD(2, 13, 0), (uint32_t)values[i], ~(uint32_t)values[i]};
        struct bobbin_rule expected = plain(13, values[i]);
        expected.form = BOBBIN_FORM_DEREF;
        expected.cfa_add = ~values[i];
        expect_long(words, sizeof(words), &expected);
    }
}

static void places_have_29_bits(void **state)
{
    (void)state;
    static const int32_t values[] = {0x0fffffff, -0x10000000, -1, 0};

    for (uint32_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        const uint32_t words[] = {LONG_HEAD(1, 13, PLACE(RA)), 8,
                                  LONG_PLACE(BOBBIN_SLOT, values[i])};
        struct bobbin_rule expected = plain(13, 8);
        slot(&expected, RA, values[i]);
        expect_long(words, sizeof(words), &expected);
    }
}

static void long_rules_that_make_no_sense_are_corrupt(void **state)
{
    (void)state;
    static const uint32_t cases[][4] = {
        {LONG_HEAD(0, 13, 0), 8}, /* no form */
        {LONG_HEAD(3, 13, 0), 8}, /* a root is a word */
        {LONG_HEAD(6, 13, 0), 8}, /* forms unknown */
        {LONG_HEAD(7, 13, 0), 8},
        {LONG_HEAD(1, 13, 7), 8}, /* more places than there are */
        {LONG_HEAD(1, 13, 0x1ffff), 8},
        {LONG_HEAD(2, 13, 3), 8},
        {LONG_WORD(COMPACT(15, 2, 1, 0, 0, 0), 0)}, /* a word with its cfa from pc */
        {LONG_WORD(COMPACT_LOST(2, 1, 0, 2), 0)},   /* what is lost is not in it */
        {LONG_WORD(COMPACT(13, 2, 1, 9, 0, 0), 0)}, /* with more doubles than there are */
        {LONG_EITHER(0, 0, 1)},                     /* no rule to choose */
        {LONG_EITHER(0, 2, 1)},
        {LONG_EITHER(0, 1, 1)}, /* itself */
    };
    struct bobbin_rule got;

    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (decode(LONG_RULE(0), cases[i], sizeof(cases[i]), &got) != BOBBIN_STOP_CORRUPT)
            fail_msg("case %u was taken for a rule", i);
}

static void long_rules_that_are_not_there_are_corrupt(void **state)
{
    (void)state;
    static const uint32_t words[] = {LONG_HEAD(1, 13, 0), 8, LONG_HEAD(1, 13, 0), 16};
    const struct bobbin_rule second = plain(13, 16);
    struct bobbin_rule got;

    assert_int_equal(decode(LONG_RULE(2), words, sizeof(words), &got), BOBBIN_STOP_NONE);
    expect_same(&got, &second);
    for (uint32_t offset = 3; offset < 1000; offset++)
        assert_int_equal(decode(LONG_RULE(offset), words, sizeof(words), &got),
                         BOBBIN_STOP_CORRUPT);
    assert_int_equal(decode(LONG_RULE(0x3fffe), words, sizeof(words), &got), BOBBIN_STOP_CORRUPT);
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
        cmocka_unit_test(a_halfword_may_be_a_run),
        cmocka_unit_test(a_halfword_may_have_a_mask),
        cmocka_unit_test(a_word_may_be_a_run),
        cmocka_unit_test(a_root_is_a_word),
        cmocka_unit_test(words_follow_the_halfwords),
        cmocka_unit_test(a_long_rule_has_each_kind_of_place),
        cmocka_unit_test(a_long_rule_may_have_all_places),
        cmocka_unit_test(a_long_rule_may_dereference),
        cmocka_unit_test(registers_of_a_word_may_be_lost),
        cmocka_unit_test(registers_may_stay_where_others_are_lost),
        cmocka_unit_test(a_long_rule_may_be_a_word),
        cmocka_unit_test(places_of_a_word_may_be_lost),
        cmocka_unit_test(offsets_of_all_32_bits_are_read),
        cmocka_unit_test(places_have_29_bits),
        cmocka_unit_test(long_rules_that_make_no_sense_are_corrupt),
        cmocka_unit_test(long_rules_that_are_not_there_are_corrupt),
    };
    return cmocka_run_group_tests_name("core_rules", tests, NULL, NULL);
}
