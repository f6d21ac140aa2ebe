/* SPDX-License-Identifier: MIT */
/*
 * Stored rules and their meaning: halfwords, words, split, gap, lost registers, long rules, each
 * kind of step.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"
#include <bobbin/rule.h>

#define RA BOBBIN_PLACE_RA

/* Looks up the first rule of a table, WORD. The words of LONG_RULES have the numbers from 1 on. */
static enum bobbin_stop decode(uint32_t word, const uint32_t *long_rules, uint32_t long_rules_count,
                               struct bobbin_rule *rule)
{
    const struct handmade_entry rows[] = {ENTRY(4, 0)};
    const struct handmade_range range[] = {RANGE(WORLD_CODE, rows, 1)};
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .rules = &word,
                                   .rules_count = 1,
                                   .long_rules = long_rules,
                                   .long_rules_count = long_rules_count};
    enum bobbin_trust trust;
    struct world world;

    world_set_up(&world, &table);
    return bobbin_rule_at(&world.env, WORLD_CODE, BOBBIN_KIND_INTERRUPTED, world.cpsr, rule,
                          &trust);
}

/* A frame rule with cfa = r[CFA_REGISTER] + CFA_OFFSET. All registers are unchanged. */
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

static void expect_word(uint32_t word, const struct bobbin_rule *expected)
{
    struct bobbin_rule got;

    assert_int_equal(decode(word, NULL, 0, &got), BOBBIN_STOP_NONE);
    expect_same(&got, expected);
}

/* The answer is the same for a body rule and an explicit rule. There is no code to read here. */
static void expect_compact(uint32_t word, const struct bobbin_rule *expected)
{
    expect_word(word & ~COMPACT_EXPLICIT, expected);
    expect_word(word | COMPACT_EXPLICIT, expected);
}

static void the_leaf_rule_keeps_everything(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(13, 0);

    expect_compact(RULE_LEAF, &expected);
}

/* A register field of pc has another meaning. */
static void each_register_may_carry_the_cfa_but_pc(void **state)
{
    (void)state;
    for (uint8_t number = 0; number < 15; number++) {
        struct bobbin_rule expected = plain(number, 4 * 255);
        expect_compact(COMPACT(number, 255, 0, 0, 0, 0), &expected);
    }
}

/* push {r4-r11, lr}: lr is highest, r4 lowest. */
static void saved_registers_lie_below_the_cfa_highest_first(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(13, 36);

    slot(&expected, RA, -4);
    for (uint32_t i = 0; i < 8; i++)
        slot(&expected, BOBBIN_PLACE_R4 + i, -36 + 4 * (int32_t)i);
    expect_compact(COMPACT(13, 9, 0xff, 0, 0, COMPACT_RA), &expected);
}

/* push {r4, r6, r11} without lr: a leaf that saves registers. */
static void without_ra_the_return_address_stays_in_lr(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(13, 12);

    slot(&expected, BOBBIN_PLACE_R4 + 7, -4);
    slot(&expected, BOBBIN_PLACE_R4 + 2, -8);
    slot(&expected, BOBBIN_PLACE_R4 + 0, -12);
    expect_compact(COMPACT(13, 3, 0x85, 0, 0, 0), &expected);
}

/* push {r0-r3}; push {r4, lr}: a variadic function first saves its arguments. */
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

/*
 * clang: push {r4, r5, r7, lr}; push {r8, r10}, as for Thumb-1, where one push has only low
 * registers.
 */
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

/* push {r4, lr}; vpush {d8-dN}: d8 is lowest. */
static void doubles_lie_below_the_words(void **state)
{
    (void)state;
    for (uint32_t count = 0; count <= 8; count++) {
        struct bobbin_rule expected = plain(13, 72);
        slot(&expected, RA, -4);
        slot(&expected, BOBBIN_PLACE_R4, -8);
        for (uint32_t i = 0; i < count; i++)
            slot(&expected, BOBBIN_PLACE_D8 + i, -8 - 8 * (int32_t)(count - i));
        expect_compact(COMPACT(13, 18, 0x01, count, 0, COMPACT_RA), &expected);
    }
}

/* push {r3, r4, lr}; vpush {d8-dN}: r3 is only pushed to align sp to 8. */
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

/* The first rule of the table is HALF, a halfword. A word follows. */
static void expect_short(uint16_t half, const struct bobbin_rule *expected)
{
    const struct handmade_entry entries[] = {ENTRY(4, 0), ENTRY(4, 1)};
    const struct handmade_range range[] = {RANGE(WORLD_CODE, entries, 2)};
    const uint32_t word = COMPACT(7, 5, 0, 0, 0, 0);
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .shorts = &half,
                                   .shorts_count = 1,
                                   .rules = &word,
                                   .rules_count = 1};
    const struct bobbin_rule after = plain(7, 20);
    struct bobbin_rule got;
    enum bobbin_trust trust;
    struct world world;

    world_set_up(&world, &table);
    assert_int_equal(
        bobbin_rule_at(&world.env, WORLD_CODE, BOBBIN_KIND_INTERRUPTED, world.cpsr, &got, &trust),
        BOBBIN_STOP_NONE);
    expect_same(&got, expected);
    assert_int_equal(bobbin_rule_at(&world.env, WORLD_CODE + 8, BOBBIN_KIND_INTERRUPTED, world.cpsr,
                                    &got, &trust),
                     BOBBIN_STOP_NONE);
    expect_same(&got, &after);
}

/* The rule of a run: the return address, and right below it COUNT registers from r4 on. */
static struct bobbin_rule run(uint32_t cfa_words, uint32_t count)
{
    struct bobbin_rule rule = plain(13, 4 * (int32_t)cfa_words);

    slot(&rule, RA, -4);
    for (uint32_t i = 0; i < count; i++)
        slot(&rule, BOBBIN_PLACE_R4 + i, 4 * (int32_t)i - 4 * (int32_t)(count + 1));
    return rule;
}

static void a_halfword_is_a_run(void **state)
{
    (void)state;
    static const uint32_t words[] = {9, 10, 127, 128, 1023, 1024, 2047};

    for (uint32_t count = 0; count <= 8; count++) {
        struct bobbin_rule expected = run(count + 1, count);
        expect_short(SHORT(count + 1, count), &expected);
        for (uint32_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
            expected = run(words[i], count);
            expect_short(SHORT(words[i], count), &expected);
        }
    }
}

/* A run as a word, with more cfa words than a compact word or a halfword can have, or with few. */
static void a_word_may_be_a_run(void **state)
{
    (void)state;
    static const uint32_t words[] = {9, 255, 256, 4095};

    for (uint32_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        for (uint32_t count = 0; count <= 8; count++) {
            struct bobbin_rule expected = run(words[i], count);
            expect_word(LARGE_RUN(words[i], count), &expected);
            expect_word(LARGE_RUN(words[i], count) | RUN_EXPLICIT, &expected);
        }
}

static void a_root_is_a_word(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(0, 0);

    expected.form = BOBBIN_FORM_ROOT;
    expect_word(RULE_ROOT, &expected);
}

static void that_nothing_is_known_is_a_word(void **state)
{
    (void)state;
    struct bobbin_rule got;

    assert_int_equal(decode(RULE_NONE, NULL, 0, &got), BOBBIN_STOP_NO_RULE);
}

/*
 * The rule is the stop reason REASON, as a halfword or a word, in pages or in blocks. Looks it up
 * for KIND.
 */
static enum bobbin_stop ask_for_reason(uint32_t reason, bool is_short, uint32_t how,
                                       enum bobbin_kind kind)
{
    const struct handmade_entry rows[] = {ENTRY(4, 0)};
    const struct handmade_range range[] = {
        {.start = WORLD_CODE, .entries = rows, .entries_count = 1, .how = how}};
    const uint16_t half = (uint16_t)reason;
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .shorts = &half,
                                   .shorts_count = is_short,
                                   .rules = &reason,
                                   .rules_count = !is_short};
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    struct world world;

    world_set_up(&world, &table);
    return bobbin_rule_at(&world.env, WORLD_CODE + 4, kind, world.cpsr, &rule, &trust);
}

/*
 * The result must be a stop reason. It must not be a rule or BOBBIN_STOP_DEPTH, after which a trace
 * may continue.
 */
static void a_reason_that_no_table_has_is_a_reason(void **state)
{
    (void)state;
    for (uint32_t reason = 0; reason < 16; reason++)
        for (uint32_t i = 0; i < 8; i++) {
            enum bobbin_stop got =
                ask_for_reason(reason, i & 1, i & 2 ? HOW_CODE : 0,
                               i & 4 ? BOBBIN_KIND_CALL : BOBBIN_KIND_INTERRUPTED);
            if (reason == BOBBIN_STOP_OUTERMOST || reason == BOBBIN_STOP_NO_RULE)
                assert_int_equal(got, reason == BOBBIN_STOP_NO_RULE ? reason : BOBBIN_STOP_NONE);
            else
                assert_true(got > BOBBIN_STOP_DEPTH && got < BOBBIN_STOPS);
        }
}

/*
 * The first COUNT of 300 rules are halfwords, the others words. The cfa of rule N is N + 1 words.
 */
static void expect_numbers(uint32_t count)
{
    static struct handmade_entry entries[300];
    static uint16_t shorts[300];
    static uint32_t words[300];
    const struct handmade_range range[] = {RANGE(WORLD_CODE, entries, 300)};
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .shorts = shorts,
                                   .shorts_count = count,
                                   .rules = words,
                                   .rules_count = 300 - count};
    struct world world;

    for (uint32_t i = 0; i < 300; i++)
        entries[i] = (struct handmade_entry)ENTRY(1, i);
    for (uint32_t i = 0; i < count; i++)
        shorts[i] = SHORT(i + 1, 0);
    for (uint32_t i = count; i < 300; i++)
        words[i - count] = LARGE_RUN(i + 1, 0);
    world_set_up(&world, &table);
    for (uint32_t i = 0; i < 300; i++) {
        struct bobbin_rule got;
        enum bobbin_trust trust;
        assert_int_equal(bobbin_rule_at(&world.env, WORLD_CODE + 2 * i + 2, BOBBIN_KIND_CALL,
                                        BOBBIN_CPSR_T, &got, &trust),
                         BOBBIN_STOP_NONE);
        assert_int_equal(got.cfa_offset, 4 * (int32_t)(i + 1));
    }
}

/* With and without padding after the halfwords, and with more halfwords than one-byte numbers. */
static void words_follow_the_halfwords(void **state)
{
    (void)state;
    static const uint32_t counts[] = {0, 1, 2, 3, 4, 5, 223, 224, 299, 300};

    for (uint32_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        expect_numbers(counts[i]);
}

/* ---- long rules ------------------------------------------------------------------------------ */

static void expect_long(const uint32_t *words, uint32_t count, const struct bobbin_rule *expected)
{
    struct bobbin_rule got;

    assert_int_equal(decode(LONG_RULE(1), words, count, &got), BOBBIN_STOP_NONE);
    expect_same(&got, expected);
}

#define COUNT(array)  ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define PLACE(number) (1u << (number))

static void a_long_rule_has_each_kind_of_step(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        LONG_HEAD(11, 7, 0, 0, 0, 0, 100, BOBBIN_VALID_R(11)), /* cfa = r11 + 100, r11 is lost */
        STEP(STEP_SLOT, STEP_RA, -4),                          /* return address at cfa - 4 */
        STEP(STEP_SLOT, STEP_HIGH(15), -404),                  /* d15 at cfa - 408 */
        STEP(STEP_HALF, STEP_LOW(15), -408),
        STEP(STEP_HALF, STEP_HIGH(9), 12),  /* d9: its high word at cfa + 12 */
        STEP(STEP_HALF, STEP_LOW(8), -16),  /* d8: its low word at cfa - 16 */
        STEP(STEP_SLOT, STEP_R(7), -128),   /* r7 at cfa - 128 */
        STEP(STEP_REGISTER, STEP_R(4), 12), /* r4 in r12 */
    };
    struct bobbin_rule expected = plain(11, 100);

    slot(&expected, RA, -4);
    slot(&expected, 15, -408);
    slot(&expected, 9, 12);
    expected.place_kind[9] = BOBBIN_SLOT_HIGH;
    slot(&expected, 8, -16);
    expected.place_kind[8] = BOBBIN_SLOT_LOW;
    expected.place_kind[7] = BOBBIN_LOST;
    slot(&expected, 3, -128);
    expected.place_kind[0] = BOBBIN_REGISTER;
    expected.place_value[0] = 12;
    expect_long(words, COUNT(words), &expected);
}

/* Every place has a slot with its own offset. */
static void a_long_rule_may_have_all_places(void **state)
{
    (void)state;
    uint32_t words[3 + BOBBIN_PLACES + 8] = {LONG_HEAD(7, BOBBIN_PLACES + 8, 0, 0, 0, 0, 400, 0)};
    struct bobbin_rule expected = plain(7, 400);
    uint32_t at = 3;

    for (uint32_t place = 0; place < BOBBIN_PLACES; place++)
        slot(&expected, place, -8 * (int32_t)(place + 1));
    for (uint32_t i = 0; i < 8; i++) {
        words[at++] = STEP(STEP_SLOT, STEP_R(4 + i), expected.place_value[i]);
        words[at++] = STEP(STEP_SLOT, STEP_HIGH(8 + i), expected.place_value[8 + i] + 4);
        words[at++] = STEP(STEP_HALF, STEP_LOW(8 + i), expected.place_value[8 + i]);
    }
    words[at++] = STEP(STEP_SLOT, STEP_RA, expected.place_value[RA]);
    assert_int_equal(at, COUNT(words));
    expect_long(words, at, &expected);
}

static void a_long_rule_may_dereference(void **state)
{
    (void)state;
    static const uint32_t words[] = {LONG_HEAD(13, 2, 0x03, 0, 0, 0, 32, 0),
                                     STEP(STEP_SLOT, STEP_CFA, -8),
                                     STEP(STEP_REGISTER, STEP_RA, 3)};
    struct bobbin_rule expected = plain(13, 32);

    expected.form = BOBBIN_FORM_DEREF;
    expected.cfa_add = -8;
    expected.place_kind[RA] = BOBBIN_REGISTER;
    expected.place_value[RA] = 3;
    slot(&expected, BOBBIN_PLACE_R4 + 1, -4);
    slot(&expected, BOBBIN_PLACE_R4, -8);
    expect_long(words, COUNT(words), &expected);
}

static void what_nobody_has_is_lost(void **state)
{
    (void)state;
    static const uint32_t words[] = {LONG_HEAD(13, 2, 0, 0, 0, 0, 8, 0),
                                     STEP(STEP_REGISTER, STEP_RA, STEP_NOBODY),
                                     STEP(STEP_REGISTER, STEP_R(9), STEP_NOBODY)};
    struct bobbin_rule expected = plain(13, 8);

    expected.place_kind[RA] = BOBBIN_LOST;
    expected.place_kind[BOBBIN_PLACE_R4 + 5] = BOBBIN_LOST;
    expect_long(words, COUNT(words), &expected);
}

/* A word on sp that loses some of r4-r7. */
static void registers_of_a_word_may_be_lost(void **state)
{
    (void)state;
    static const uint32_t words[] = {0, 9, 255};

    for (uint32_t lost = 1; lost < 16; lost++)
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
                expect_word(COMPACT_LOST(words[i], 0xff & ~lost, has_ra ? COMPACT_RA : 0, lost),
                            &expected);
            }
}

/* Registers without a slot that are not lost are unchanged. */
static void registers_may_stay_where_others_are_lost(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(13, 12);

    expected.place_kind[BOBBIN_PLACE_R4 + 3] = BOBBIN_LOST;
    expect_word(COMPACT_LOST(3, 0, 0, 0x08), &expected);
    slot(&expected, RA, -4);
    slot(&expected, BOBBIN_PLACE_R4 + 1, -8);
    expect_word(COMPACT_LOST(3, 0x02, COMPACT_RA, 0x08), &expected);
}

/* With home words and split order: r4, r5, r8 and r11. r5 has a slot, but it is lost. */
static void slots_lie_as_ever_where_registers_are_lost(void **state)
{
    (void)state;
    struct bobbin_rule expected = plain(13, 28);

    slot(&expected, RA, -12);
    expected.place_kind[BOBBIN_PLACE_R4 + 1] = BOBBIN_LOST;
    expected.place_kind[BOBBIN_PLACE_R4 + 3] = BOBBIN_LOST;
    slot(&expected, BOBBIN_PLACE_R4 + 0, -20);
    slot(&expected, BOBBIN_PLACE_R4 + 7, -24);
    slot(&expected, BOBBIN_PLACE_R4 + 4, -28);
    expect_word(COMPACT_LOST(7, 0x93, COMPACT_RA | COMPACT_SPLIT | 2u << 27, 0x0a), &expected);
}

/*
 * The head of a long rule has the slots of a compact word. Reasons for a long rule are a distant
 * cfa, or .ARM.exidx as its source.
 */
static void a_long_rule_may_be_a_word(void **state)
{
    (void)state;
    static const int32_t offsets[] = {0, 4, 1020, 1024, 0x7fffffff, -0x7fffffff - 1, -1};

    for (uint32_t i = 0; i < COUNT(offsets); i++) {
        const uint32_t words[] = {
            LONG_HEAD(7, 0, 0x21, 2, 1, COMPACT_RA | COMPACT_GAP | LONG_EXIDX, offsets[i], 0)};
        struct bobbin_rule expected = plain(7, offsets[i]);
        slot(&expected, RA, -8);
        slot(&expected, BOBBIN_PLACE_R4 + 5, -12);
        slot(&expected, BOBBIN_PLACE_R4 + 0, -16);
        slot(&expected, BOBBIN_PLACE_D8 + 1, -28);
        slot(&expected, BOBBIN_PLACE_D8 + 0, -36);
        expect_long(words, COUNT(words), &expected);
    }
}

/* Converts a mask of places to bits of valid. */
static uint32_t valid_bits(uint32_t places)
{
    return (places & 0xff) << 4 | (places >> 8 & 0xff) << 24;
}

/* Places that are not lost have slots or are unchanged. */
static void places_of_a_long_rule_may_be_lost(void **state)
{
    (void)state;
    const uint32_t lost[] = {PLACE(15), PLACE(0) | PLACE(7), 0xfe00, 0xfefe};

    for (uint32_t i = 0; i < COUNT(lost); i++) {
        const uint32_t words[] = {LONG_HEAD(7, 0, 0, 1, 0, COMPACT_RA, 24, valid_bits(lost[i]))};
        struct bobbin_rule expected = plain(7, 24);
        slot(&expected, RA, -4);
        slot(&expected, BOBBIN_PLACE_D8, -12);
        for (uint32_t place = 0; place < BOBBIN_PLACES; place++)
            if (lost[i] & PLACE(place))
                expected.place_kind[place] = BOBBIN_LOST;
        expect_long(words, COUNT(words), &expected);
    }
}

static void steps_have_19_bits(void **state)
{
    (void)state;
    static const int32_t values[] = {0x3ffff, -0x40000, -1, 0};

    for (uint32_t i = 0; i < COUNT(values); i++) {
        const uint32_t words[] = {LONG_HEAD(13, 2, 0, 0, 0, 0, 8, 0),
                                  STEP(STEP_SLOT, STEP_CFA, ~values[i]),
                                  STEP(STEP_SLOT, STEP_RA, values[i])};
        struct bobbin_rule expected = plain(13, 8);
        expected.form = BOBBIN_FORM_DEREF;
        expected.cfa_add = ~values[i];
        slot(&expected, RA, values[i]);
        expect_long(words, COUNT(words), &expected);
    }
}

/* A long rule may start at any word number of 18 bits. */
static void long_rules_begin_anywhere(void **state)
{
    (void)state;
    static const uint32_t numbers[] = {1, 2, 254, 255, 256, 257, 511, 512, 1500};
    static uint32_t words[1500 + 3];

    for (uint32_t i = 0; i < COUNT(numbers); i++) {
        const uint32_t head[] = {LONG_HEAD(13, 0, 0x01, 0, 0, COMPACT_RA, 4 * numbers[i], 0)};
        struct bobbin_rule expected = plain(13, 4 * (int32_t)numbers[i]), got;
        slot(&expected, RA, -4);
        slot(&expected, BOBBIN_PLACE_R4, -8);
        memset(words, 0xff, sizeof(words));
        memcpy(words + numbers[i] - 1, head, sizeof(head));
        assert_int_equal(decode(LONG_RULE(numbers[i]), words, COUNT(words), &got),
                         BOBBIN_STOP_NONE);
        expect_same(&got, &expected);
    }
}

/*
 * The number of words with two long rules, up to the end of the table. That includes two bytes of
 * ENTRIES and four of INDEX.
 */
#define ALL_WORDS 8u

static void long_rules_that_are_not_there_are_corrupt(void **state)
{
    (void)state;
    static const uint32_t words[] = {LONG_HEAD(13, 0, 0, 0, 0, 0, 8, 0),
                                     LONG_HEAD(13, 0, 0, 0, 0, 0, 16, 0)};
    const struct bobbin_rule second = plain(13, 16);
    struct bobbin_rule got;

    assert_int_equal(decode(LONG_RULE(4), words, COUNT(words), &got), BOBBIN_STOP_NONE);
    expect_same(&got, &second);
    for (uint32_t number = ALL_WORDS - 2; number < 1000; number++)
        assert_int_equal(decode(LONG_RULE(number), words, COUNT(words), &got), BOBBIN_STOP_CORRUPT);
    assert_int_equal(decode(LONG_RULE(0x1ffff), words, COUNT(words), &got), BOBBIN_STOP_CORRUPT);
}

static void steps_that_are_not_there_are_corrupt(void **state)
{
    (void)state;
    struct bobbin_rule got;

    for (uint32_t steps = 0; steps < 128; steps++) {
        const uint32_t words[] = {LONG_HEAD(13, 0, 0, 0, 0, 0, 8, 0),
                                  LONG_HEAD(13, steps, 0, 0, 0, 0, 16, 0)};
        bool there = 4 + 3 + steps <= ALL_WORDS;
        assert_int_equal(decode(LONG_RULE(4), words, COUNT(words), &got),
                         there ? BOBBIN_STOP_NONE : BOBBIN_STOP_CORRUPT);
    }
}

/* A rule that depends on the flags may not select another one. */
static void a_choice_of_a_choice_is_corrupt(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        LONG_EITHER(0xffff, LONG_RULE(4), RULE_LEAF), LONG_EITHER(0x0000, RULE_LEAF, LONG_RULE(7)),
        LONG_EITHER(0xffff, LONG_RULE(7), RULE_LEAF), LONG_EITHER(0xffff, LONG_RULE(13), RULE_ROOT),
        LONG_HEAD(7, 0, 0, 0, 0, 0, 2000, 0)};
    const struct bobbin_rule last = plain(7, 2000);
    struct bobbin_rule got;

    for (uint32_t number = 1; number <= 7; number += 3) /* selects another one, and itself */
        assert_int_equal(decode(LONG_RULE(number), words, COUNT(words), &got), BOBBIN_STOP_CORRUPT);
    assert_int_equal(decode(LONG_RULE(10), words, COUNT(words), &got), BOBBIN_STOP_NONE);
    expect_same(&got, &last);
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
        cmocka_unit_test(a_halfword_is_a_run),
        cmocka_unit_test(a_word_may_be_a_run),
        cmocka_unit_test(a_root_is_a_word),
        cmocka_unit_test(that_nothing_is_known_is_a_word),
        cmocka_unit_test(a_reason_that_no_table_has_is_a_reason),
        cmocka_unit_test(words_follow_the_halfwords),
        cmocka_unit_test(a_long_rule_has_each_kind_of_step),
        cmocka_unit_test(a_long_rule_may_have_all_places),
        cmocka_unit_test(a_long_rule_may_dereference),
        cmocka_unit_test(what_nobody_has_is_lost),
        cmocka_unit_test(registers_of_a_word_may_be_lost),
        cmocka_unit_test(registers_may_stay_where_others_are_lost),
        cmocka_unit_test(slots_lie_as_ever_where_registers_are_lost),
        cmocka_unit_test(a_long_rule_may_be_a_word),
        cmocka_unit_test(places_of_a_long_rule_may_be_lost),
        cmocka_unit_test(steps_have_19_bits),
        cmocka_unit_test(long_rules_begin_anywhere),
        cmocka_unit_test(long_rules_that_are_not_there_are_corrupt),
        cmocka_unit_test(steps_that_are_not_there_are_corrupt),
        cmocka_unit_test(a_choice_of_a_choice_is_corrupt),
    };
    return cmocka_run_group_tests_name("core_rules", tests, NULL, NULL);
}
