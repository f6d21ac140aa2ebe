/* SPDX-License-Identifier: MIT */
/*
 * The bytes and numbers that the writer assigns to rules. Expected values are written by hand from
 * TABLE.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "encode/rule_words.h"
#include "encode/rules_section.h"
#include "util/memory.h"

#define RA BOBBIN_PLACE_RA
#define R7 3 /* place numbers */
#define R8 4
#define D8 BOBBIN_PLACE_D8

/* A compact word with some of these FLAGS. Bit 0 of SLOTS is r4, or r8 with SPLIT. */
#define WITH_RA    (1u << 26)
#define SPLIT      (1u << 30)
#define GAP        (1u << 17)
#define EXPLICIT   (1u << 8)
#define DOUBLES(n) ((uint32_t)(n) << 13)
#define HOME(n)    ((uint32_t)(n) << 27)
#define COMPACT(number, cfa_words, slots, flags)                                                   \
    (1u << 31 | (uint32_t)(slots) << 18 | ((uint32_t)(number) ^ 13u) << 9 |                        \
     (uint32_t)(cfa_words) | (flags))
/* An explicit compact word on sp with lost registers. Bit 0 of LOST is r4; LOST covers r4-r7. */
#define COMPACT_LOST(cfa_words, slots, flags, lost)                                                \
    (COMPACT(15, cfa_words, slots, (flags) | EXPLICIT) | (uint32_t)(lost) << 13)
#define RUN(cfa_words, count) ((uint32_t)(cfa_words) << 5 | (count))
#define RUN_EXPLICIT          (1u << 4)
/* A run with doubles, a gap or home words. WORDS does not include the home words. */
#define RUN_REST(words, count, doubles, gap, home)                                                 \
    (RUN(words, 15u) | (uint32_t)(doubles) << 17 | (uint32_t)(gap) << 21 |                         \
     (uint32_t)(count) << 22 | HOME(home))
#define LONG(number) (COMPACT(15, 0, 0, 0) | (uint32_t)(number) << 13)
#define ROOT         1u
#define UNKNOWN      5u

/* Words of a long rule: its source, lost registers as bits of valid, and steps. */
#define FROM_CFI   (1u << 7)
#define FROM_EXIDX (2u << 7)
#define LOST_R(n)  (1u << (n))
#define LOST_D(n)  (1u << (16 + (n)))
#define STEP(place, kind, value)                                                                   \
    ((uint32_t)(value) << 13 | BIT(place, kind) << 8 | (kind) << 6 | (place))
#define BIT(place, kind)                                                                           \
    ((kind) == 1u || (place) == SP ? 16u : (place) < 16u ? (place) : 24u + ((place)-20u) / 2u)
#define FROM_SLOT(place, value) STEP(place, 0u, value)
#define HALF(place, value)      STEP(place, 1u, value)
#define REGISTER(place, value)  STEP(place, 2u, value)
#define LOW(n)                  (20u + 2u * ((n)-8u))
#define HIGH(n)                 (LOW(n) + 1u)
#define LR                      14u
#define SP                      13u
#define NOBODY                  17u

static struct bobbin_rule from(uint8_t cfa_register, int32_t cfa_offset)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);

    rule.cfa_register = cfa_register;
    rule.cfa_offset = cfa_offset;
    return rule;
}

/*
 * A rule on sp with slots for the return address (HAS_RA) and for the registers of MASK. The
 * registers of LOST are lost. Bit 0 is r4 in both.
 */
static struct bobbin_rule saved(int32_t cfa_offset, bool has_ra, uint32_t mask, uint32_t lost)
{
    struct bobbin_rule rule = from(BOBBIN_SP, cfa_offset);
    int32_t offset = 0;

    if (has_ra)
        rule_put(&rule, RA, BOBBIN_SLOT, offset -= 4);
    for (unsigned place = 8; place-- > 0;)
        if (mask >> place & 1)
            rule_put(&rule, place, BOBBIN_SLOT, offset -= 4);
    for (unsigned place = 0; place < 8; place++)
        if (lost >> place & 1)
            rule_put(&rule, place, BOBBIN_LOST, 0);
    return rule;
}

/* ---- words ----------------------------------------------------------------------------------- */

static void expect_word(const struct bobbin_rule *rule, uint32_t expected)
{
    uint32_t word;

    assert_true(encode_word(rule, &word));
    assert_int_equal(word, expected);
}

/* Compact words with smallest and largest values of each field. */
static void compact_words_have_their_fields(void **state)
{
    (void)state;
    struct bobbin_rule rule = from(BOBBIN_SP, 0);

    expect_word(&rule, COMPACT(13, 0, 0, 0));
    for (uint8_t number = 0; number < BOBBIN_PC; number++) {
        rule = from(number, 4 * 255);
        expect_word(&rule, COMPACT(number, 255, 0, 0));
    }
    for (uint32_t mask = 0; mask < 256; mask++) {
        rule = saved(4 * 255, false, mask, 0);
        expect_word(&rule, COMPACT(13, 255, mask, 0));
        rule.cfa_register = 7;
        rule_put(&rule, RA, BOBBIN_SLOT, -4);
        for (unsigned place = 0; place < 8; place++)
            if (mask >> place & 1)
                rule.place_value[place] -= 4;
        expect_word(&rule, COMPACT(7, 255, mask, WITH_RA));
    }
}

/* Gives slots to COUNT doubles from d8 on. The slots end at END. */
static void put_doubles(struct bobbin_rule *rule, unsigned count, int32_t end)
{
    for (unsigned i = 0; i < count; i++)
        rule_put(rule, D8 + i, BOBBIN_SLOT, end - 8 * (int32_t)(count - i));
}

static void what_lies_below_has_its_fields(void **state)
{
    (void)state;
    struct bobbin_rule rule;

    for (unsigned count = 1; count <= 8; count++) {
        rule = saved(96, true, 0x11, 0);
        put_doubles(&rule, count, -12);
        expect_word(&rule, COMPACT(13, 24, 0x11, WITH_RA | DOUBLES(count)));
        put_doubles(&rule, count, -16);
        expect_word(&rule, COMPACT(13, 24, 0x11, WITH_RA | DOUBLES(count) | GAP));
    }
    for (int32_t home = 1; home < 8; home++) {
        rule = from(BOBBIN_SP, 40);
        rule_put(&rule, RA, BOBBIN_SLOT, -4 * home - 4);
        rule_put(&rule, R7, BOBBIN_SLOT, -4 * home - 8);
        expect_word(&rule, COMPACT(13, 10, 0x08, WITH_RA | HOME(home)));
    }
    rule = from(BOBBIN_SP, 16);
    rule_put(&rule, R7, BOBBIN_SLOT, -4);
    rule_put(&rule, R8, BOBBIN_SLOT, -8);
    expect_word(&rule, COMPACT(13, 4, 0x80 | 0x01, SPLIT));
}

/* A run is on sp. It saves the return address and consecutive registers from r4 on. */
static void runs_have_their_own_words(void **state)
{
    (void)state;
    static const uint32_t cfa_words[] = {9, 255, 2047, 2048, 4095};
    struct bobbin_rule rule;

    for (uint32_t count = 0; count <= 8; count++)
        for (size_t i = 0; i < sizeof(cfa_words) / sizeof(cfa_words[0]); i++) {
            uint32_t half = 0;
            rule = saved(4 * (int32_t)cfa_words[i], true, (1u << count) - 1, 0);
            expect_word(&rule, RUN(cfa_words[i], count));
            assert_int_equal(encode_halfword(&rule, &half), cfa_words[i] < 2048);
        }
    rule = saved(8, true, 0x03, 0); /* the frame is too small for its slots */
    expect_word(&rule, COMPACT(13, 2, 0x03, WITH_RA));
    rule = saved(12, true, 0x05, 0);
    expect_word(&rule, COMPACT(13, 3, 0x05, WITH_RA));
    rule = saved(8, false, 0x01, 0);
    expect_word(&rule, COMPACT(13, 2, 0x01, 0));
    rule = saved(8, true, 0x01, 0);
    rule.cfa_register = 7;
    expect_word(&rule, COMPACT(7, 2, 0x01, WITH_RA));
}

/* A run may have home words above the return address, and doubles below the registers. */
static void runs_may_have_more_than_registers(void **state)
{
    (void)state;
    for (uint32_t count = 0; count <= 8; count++)
        for (uint32_t home = 0; home < 8; home++)
            for (uint32_t doubles = !home; doubles <= 8; doubles++)
                for (uint32_t gap = 0; gap <= (doubles != 0); gap++) {
                    struct bobbin_rule rule =
                        saved(4 * (60 + (int32_t)home), true, (1u << count) - 1, 0);
                    put_doubles(&rule, doubles, -4 * (int32_t)(1 + count + gap));
                    for (uint32_t place = 0; place < BOBBIN_PLACES; place++)
                        if (rule.place_kind[place] == BOBBIN_SLOT)
                            rule.place_value[place] -= 4 * (int32_t)home;
                    expect_word(&rule, RUN_REST(60, count, doubles, gap, home));
                }
}

/*
 * A rule from CFI alone on sp without doubles is a word that loses no register. With another
 * register, or doubles, it is a long rule.
 */
static void rules_of_cfi_alone_are_words_that_lose_nothing(void **state)
{
    (void)state;
    const struct encode_options options = {.words_count = 5, .trust = BOBBIN_TRUST_CFI};
    struct buffer long_rules = {0};
    struct bobbin_rule rule;

    for (uint32_t mask = 0; mask < 256; mask++)
        for (uint32_t has_ra = 0; has_ra < 2; has_ra++) {
            rule = saved(60, has_ra, mask, 0);
            assert_int_equal(encode_rule(&rule, &options, &long_rules),
                             COMPACT_LOST(15, mask, has_ra ? WITH_RA : 0, 0));
        }
    assert_int_equal(long_rules.size, 0);
    rule = saved(16, true, 1, 0);
    rule.cfa_register = 7;
    assert_int_equal(encode_rule(&rule, &options, &long_rules), LONG(5));
    rule = saved(16, true, 1, 0);
    put_doubles(&rule, 1, -8);
    assert_int_equal(encode_rule(&rule, &options, &long_rules), LONG(8));
    rule = saved(4 * 256, true, 1, 0);
    assert_int_equal(encode_rule(&rule, &options, &long_rules), LONG(11));
    assert_int_equal(long_rules.size, 36);
    free(long_rules.bytes);
}

/* A word has bits for some lost registers. */
static void registers_that_are_lost_are_in_the_word(void **state)
{
    (void)state;
    for (uint32_t lost = 1; lost < 16; lost++)
        for (uint32_t words = 0; words < 256; words += 51) {
            uint32_t mask = 0xff & ~lost;
            struct bobbin_rule rule = saved(4 * (int32_t)words, true, mask, lost);
            expect_word(&rule, COMPACT_LOST(words, mask, WITH_RA, lost));
            rule = saved(4 * (int32_t)words, false, mask & 0x35, lost);
            expect_word(&rule, COMPACT_LOST(words, mask & 0x35, 0, lost));
        }
}

/* ---- long rules ------------------------------------------------------------------------------ */

/* RULE must not fit in a word, and its long rule must have the expected words. */
static void expect_long(const struct bobbin_rule *rule, const uint32_t *expected, size_t count)
{
    uint32_t words[ENCODE_LONG_MAX], word;

    assert_false(encode_word(rule, &word));
    assert_int_equal(encode_long(rule, words), count);
    assert_memory_equal(words, expected, count * sizeof(*words));
}
#define EXPECT_LONG(rule, ...)                                                                     \
    expect_long(rule, (const uint32_t[]){__VA_ARGS__},                                             \
                sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

/*
 * Lost registers without a bit in the word are in the third word of a long rule. The first word
 * states the slots.
 */
static void other_places_that_are_lost_are_in_a_long_rule(void **state)
{
    (void)state;
    struct bobbin_rule rule = saved(16, true, 0x01, 0x02);

    rule.cfa_register = 7;
    EXPECT_LONG(&rule, COMPACT(7, 0, 0x01, WITH_RA), 16, LOST_R(5));
    rule = saved(24, true, 0x01, 0x02);
    put_doubles(&rule, 1, -8);
    EXPECT_LONG(&rule, COMPACT(13, 0, 0x01, WITH_RA | DOUBLES(1)), 24, LOST_R(5));
    for (uint32_t number = 8; number < 12; number++) {
        rule = saved(16, true, 0x01, 0x02 | 1u << (number - 4));
        EXPECT_LONG(&rule, COMPACT(13, 0, 0x01, WITH_RA), 16, LOST_R(5) | LOST_R(number));
    }
    rule = saved(16, true, 0x01, 0);
    rule_put(&rule, D8 + 2, BOBBIN_LOST, 0);
    EXPECT_LONG(&rule, COMPACT(13, 0, 0x01, WITH_RA), 16, LOST_D(10));
    rule = from(BOBBIN_SP, 16); /* below home words */
    rule_put(&rule, RA, BOBBIN_SLOT, -8);
    rule_put(&rule, R7, BOBBIN_LOST, 0);
    expect_word(&rule, COMPACT_LOST(4, 0, WITH_RA | HOME(1), 8));
    rule_put(&rule, R8, BOBBIN_LOST, 0);
    EXPECT_LONG(&rule, COMPACT(13, 0, 0, WITH_RA | HOME(1)), 16, LOST_R(7) | LOST_R(8));
    rule = from(BOBBIN_SP, 16); /* split */
    rule_put(&rule, 0, BOBBIN_SLOT, -4);
    rule_put(&rule, R8, BOBBIN_SLOT, -8);
    rule_put(&rule, R7, BOBBIN_LOST, 0);
    expect_word(&rule, COMPACT_LOST(4, 0x11, SPLIT, 8));
    rule = saved(4 * 256, true, 0x01, 0x0c); /* cfa too large for a word */
    EXPECT_LONG(&rule, COMPACT(13, 0, 0x01, WITH_RA), 4 * 256, LOST_R(6) | LOST_R(7));
}

static void offsets_that_no_word_has_are_in_a_long_rule(void **state)
{
    (void)state;
    static const int32_t offsets[] = {-4, 18, 4 * 256, 0x7ffffffc};

    for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
        struct bobbin_rule rule = saved(offsets[i], true, 0x80, 0);
        rule.cfa_register = 7;
        EXPECT_LONG(&rule, COMPACT(7, 0, 0x80, WITH_RA), (uint32_t)offsets[i], 0);
    }
    struct bobbin_rule rule = saved(4 << 22, true, 0x01, 0); /* too many words for a run */
    EXPECT_LONG(&rule, COMPACT(13, 0, 0x01, WITH_RA), 4 << 22, 0);
}

/*
 * Slots that no compact word describes take steps, the return address first. Slots right below the
 * home words stay in the word.
 */
static void what_lies_anywhere_takes_a_step(void **state)
{
    (void)state;
    struct bobbin_rule rule = from(11, 8);

    rule_put(&rule, RA, BOBBIN_SLOT, -32);
    rule_put(&rule, 0, BOBBIN_SLOT, 4);
    rule_put(&rule, 7, BOBBIN_SLOT, -(1 << 18));
    EXPECT_LONG(&rule, COMPACT(11, 2, 0, WITH_RA | HOME(7)), 8, 0, FROM_SLOT(4, 4),
                FROM_SLOT(11, -(1 << 18)));
    rule_put(&rule, RA, BOBBIN_SLOT, -36);
    rule_put(&rule, 7, BOBBIN_LOST, 0);
    EXPECT_LONG(&rule, COMPACT(11, 2, 0, 0), 8, LOST_R(11), FROM_SLOT(LR, -36), FROM_SLOT(4, 4));
    rule = from(BOBBIN_SP, 8);
    rule_put(&rule, RA, BOBBIN_REGISTER, 4);
    rule_put(&rule, 0, BOBBIN_REGISTER, 12);
    EXPECT_LONG(&rule, COMPACT(13, 2, 0, 0), 8, 0, REGISTER(LR, 4), REGISTER(4, 12));
    rule = saved(16, false, 0x01, 0);
    rule_put(&rule, RA, BOBBIN_LOST, 0);
    EXPECT_LONG(&rule, COMPACT(13, 2, 0, 0), 16, 0, REGISTER(LR, NOBODY), FROM_SLOT(4, -4));
    rule = from(BOBBIN_SP, 16);
    rule_put(&rule, D8, BOBBIN_SLOT, -20);
    rule_put(&rule, D8 + 7, BOBBIN_SLOT_LOW, -8);
    rule_put(&rule, D8 + 1, BOBBIN_SLOT_HIGH, -4);
    EXPECT_LONG(&rule, COMPACT(13, 4, 0, 0), 16, 0, FROM_SLOT(HIGH(8), -16), HALF(LOW(8), -20),
                HALF(HIGH(9), -4), HALF(LOW(15), -8));
}

static void a_cfa_in_memory_takes_a_step(void **state)
{
    (void)state;
    struct bobbin_rule rule = saved(-12, true, 0x01, 0);

    rule.form = BOBBIN_FORM_DEREF;
    rule.cfa_register = 7;
    rule.cfa_add = 8;
    EXPECT_LONG(&rule, COMPACT(7, 2, 0, WITH_RA), -12u, 0, FROM_SLOT(SP, 8), FROM_SLOT(4, -8));
}

/* ---- numbers --------------------------------------------------------------------------------- */

enum { FILLERS = 230, NEAR = 224 };

/* Adds ROW USES times. */
static void use_row(struct rows *rows, const struct row *row, uint32_t uses)
{
    for (; uses > 0; uses--)
        array_push(rows->row, rows->count, rows->capacity, *row);
}

static struct row row_of(const struct bobbin_rule *rule, enum row_source source, bool is_explicit)
{
    return (struct row){
        .rule = *rule, .source = source, .condition = CONDITION_ALWAYS, .is_explicit = is_explicit};
}

/* Adds USES rows with a body rule. */
static void use(struct rows *rows, const struct bobbin_rule *rule, uint32_t uses,
                enum row_source source)
{
    struct row row = row_of(rule, source, false);

    use_row(rows, &row, uses);
}

static void use_explicit(struct rows *rows, const struct bobbin_rule *rule, uint32_t uses)
{
    struct row row = row_of(rule, ROW_CODE, true);

    use_row(rows, &row, uses);
}

/* A rule that takes a word. Each FILLER gives another cfa. */
static struct bobbin_rule a_word(uint32_t filler)
{
    return from(7, 4 * (int32_t)(filler + 1));
}

static void expect_number(const struct rule_set *dictionary, const struct bobbin_rule *rule,
                          enum row_source source, bool is_explicit, uint32_t expected)
{
    struct row row = row_of(rule, source, is_explicit);

    assert_int_equal(rule_set_index(dictionary, &row), expected);
    assert_int_equal(rule_set_number(dictionary, &row), expected + 1);
}

/*
 * Of the 224 most used rules, the runs get the first numbers, explicit or not. All other rules are
 * words, sorted by use.
 */
static void rules_are_numbered_by_use(void **state)
{
    (void)state;
    const struct bobbin_rule run = saved(8, true, 0x01, 0), often = saved(12, true, 0x03, 0);
    const struct bobbin_rule mask = saved(8, true, 0x80, 0), rare_run = saved(16, true, 0, 0);
    const struct bobbin_rule large = saved(4 * 2048, true, 0, 0), lost = saved(8, true, 1, 2);
    const struct bobbin_rule exidx = saved(20, true, 0x01, 0);
    struct rule_set dictionary;
    struct rows rows = {0};
    struct bobbin_rule word;

    for (uint32_t i = 0; i < FILLERS; i++) {
        word = a_word(i);
        use(&rows, &word, 3, ROW_CODE);
    }
    use(&rows, &rare_run, 2, ROW_CODE);
    use(&rows, &large, 8, ROW_CODE);
    use(&rows, &lost, 6, ROW_CODE);
    use(&rows, &mask, 7, ROW_CODE);
    use(&rows, &run, 4, ROW_CODE);
    use(&rows, &often, 5, ROW_CODE);
    use(&rows, &exidx, 9, ROW_EXIDX);
    use_explicit(&rows, &often, 6);
    rule_set_build(&dictionary, &rows);
    assert_int_equal(dictionary.count, FILLERS + 8);
    assert_int_equal(dictionary.runs_count, 3);
    expect_number(&dictionary, &often, ROW_CODE, true, 0);
    expect_number(&dictionary, &often, ROW_CODE, false, 1);
    expect_number(&dictionary, &run, ROW_CODE, false, 2);
    expect_number(&dictionary, &exidx, ROW_EXIDX, false, 3);
    expect_number(&dictionary, &large, ROW_CODE, false, 4); /* a run too large for a halfword */
    expect_number(&dictionary, &mask, ROW_CODE, false, 5);
    expect_number(&dictionary, &lost, ROW_CODE, false, 6);
    for (uint32_t i = 0; i < FILLERS; i++) {
        word = a_word(i);
        expect_number(&dictionary, &word, ROW_CODE, false, 7 + i);
    }
    expect_number(&dictionary, &rare_run, ROW_CODE, false, FILLERS + 7);
    rule_set_free(&dictionary);
    free(rows.row);
}

/* COUNT other rules are used more often. */
static void expect_half(uint32_t count, bool is_half)
{
    const struct bobbin_rule run = saved(8, true, 0x01, 0);
    struct rule_set dictionary;
    struct rows rows = {0};

    for (uint32_t i = 0; i < count; i++) {
        struct bobbin_rule word = a_word(i);
        use(&rows, &word, 2, ROW_CODE);
    }
    use(&rows, &run, 1, ROW_CODE);
    rule_set_build(&dictionary, &rows);
    expect_number(&dictionary, &run, ROW_CODE, false, is_half ? 0 : count);
    assert_int_equal(dictionary.runs_count, is_half);
    rule_set_free(&dictionary);
    free(rows.row);
}

static void halfwords_have_numbers_of_one_byte(void **state)
{
    (void)state;
    expect_half(0, true);
    expect_half(NEAR - 1, true);
    expect_half(NEAR, false);
}

/* An unknown rule gets a number only if an explicit row states it. */
static void what_is_unknown_has_a_number_where_it_is_written(void **state)
{
    (void)state;
    const struct bobbin_rule none = rule_of_form(BOBBIN_FORM_NONE);
    struct row row = row_of(&none, ROW_UNKNOWN, false);
    struct rule_set dictionary;
    struct rows rows = {0};

    use_row(&rows, &row, 1);
    rule_set_build(&dictionary, &rows);
    assert_int_equal(dictionary.count, 0);
    assert_int_equal(rule_set_number(&dictionary, &row), 0);
    rule_set_free(&dictionary);
    use_explicit(&rows, &none, 1);
    rule_set_build(&dictionary, &rows);
    assert_int_equal(dictionary.count, 1);
    rule_set_free(&dictionary);
    free(rows.row);
}

/* ---- parts ----------------------------------------------------------------------------------- */

static void expect_parts(const struct rows *rows, const uint32_t *expected, size_t size,
                         const uint32_t *expected_long, size_t long_size)
{
    struct rule_set dictionary;
    struct buffer words = {0}, long_rules = {0};

    rule_set_build(&dictionary, rows);
    encode_rules(&dictionary, &words, &long_rules);
    assert_int_equal(words.size, size);
    assert_memory_equal(words.bytes, expected, size);
    assert_int_equal(long_rules.size, long_size);
    if (long_size)
        assert_memory_equal(long_rules.bytes, expected_long, long_size);
    free(words.bytes);
    free(long_rules.bytes);
    rule_set_free(&dictionary);
}

/*
 * Three halfwords and padding, words of each kind, and two long rules after them. Numbers of long
 * rules count from the first word.
 */
static void parts_have_rules_by_number(void **state)
{
    (void)state;
    struct bobbin_rule rules[] = {
        saved(8, true, 0x01, 0),
        saved(4 * 2047, true, 0x00, 0),
        saved(36, true, 0xff, 0),
        saved(8, true, 0x01, 0x08),
        rule_of_form(BOBBIN_FORM_ROOT),
        saved(96, true, 0x03, 0),
        from(7, -4),
        from(7, 8),
        from(7, 4 * 256),
    };
    static const uint32_t expected[] = {
        RUN(2, 1) | RUN(2047, 0) << 16,
        RUN(9, 8),
        COMPACT_LOST(2, 0x01, WITH_RA, 0x08),
        ROOT,
        RUN_REST(24, 2, 1, 0, 0),
        LONG(6),
        COMPACT(7, 2, 0, 0),
        LONG(9),
    };
    static const uint32_t expected_long[] = {COMPACT(7, 0, 0, 0), -4u,     0, //
                                             COMPACT(7, 0, 0, 0), 4 * 256, 0};
    struct rows rows = {0};

    put_doubles(&rules[5], 1, -12);
    for (uint32_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
        use(&rows, &rules[i], 20 - i, ROW_CODE);
    expect_parts(&rows, expected, sizeof(expected), expected_long, sizeof(expected_long));
    free(rows.row);
}

/* The same rules as explicit rules. The first word is a halfword with padding. */
static void explicit_rules_say_so_in_their_word(void **state)
{
    (void)state;
    const struct bobbin_rule rules[] = {
        saved(8, true, 0x01, 0),
        saved(8, true, 0x01, 0x08),
        rule_of_form(BOBBIN_FORM_ROOT),
        rule_of_form(BOBBIN_FORM_NONE),
        from(7, -4),
        from(7, 8),
        from(BOBBIN_SP, 0),
    };
    static const uint32_t expected[] = {
        RUN(2, 1) | RUN_EXPLICIT,   COMPACT_LOST(2, 0x01, WITH_RA, 0x08), ROOT, UNKNOWN, LONG(6),
        COMPACT(7, 2, 0, EXPLICIT), COMPACT(13, 0, 0, EXPLICIT),
    };
    static const uint32_t expected_long[] = {COMPACT(7, 0, 0, 0), -4u, 0};
    struct rows rows = {0};

    for (uint32_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
        use_explicit(&rows, &rules[i], 9 - i);
    expect_parts(&rows, expected, sizeof(expected), expected_long, sizeof(expected_long));
    free(rows.row);
}

/*
 * A rule from .ARM.exidx is a long rule with bits that state the source. A rule from CFI alone is a
 * word with lost registers that loses none, or such a long rule if the word has no room for it. One
 * rule from several sources is stored once for each.
 */
static void unproved_rules_state_their_source(void **state)
{
    (void)state;
    const struct bobbin_rule run = saved(8, true, 0x01, 0), far = saved(8, true, 0x02, 0);
    static const uint32_t expected[] = {LONG(5), COMPACT_LOST(2, 0x01, WITH_RA, 0), LONG(8),
                                        LONG(12), COMPACT(13, 2, 0x02, WITH_RA)};
    static const uint32_t expected_long[] = {
        COMPACT(13, 0, 0x01, WITH_RA | FROM_EXIDX), 8, 0, //
        COMPACT(13, 1, 0, WITH_RA | FROM_EXIDX),    8, 0, FROM_SLOT(5, -12),
        COMPACT(13, 1, 0, WITH_RA | FROM_CFI),      8, 0, FROM_SLOT(5, -12)};
    struct bobbin_rule below = far;
    struct rows rows = {0};

    rule_put(&below, 1, BOBBIN_SLOT, -12);
    use(&rows, &run, 5, ROW_EXIDX);
    use(&rows, &run, 4, ROW_CFI_ALONE);
    use(&rows, &below, 3, ROW_EXIDX);
    use(&rows, &below, 2, ROW_CFI_ALONE);
    use(&rows, &far, 1, ROW_CFI);
    expect_parts(&rows, expected, sizeof(expected), expected_long, sizeof(expected_long));
    free(rows.row);
}

/* The flags NZCV with which each condition holds (ARM ARM A8.3). Bit N stands for the value N. */
static void conditions_are_the_flags_with_which_they_hold(void **state)
{
    (void)state;
    static const uint16_t holds[] = {
        0xf0f0, 0x0f0f, /* eq: Z; ne */
        0xcccc, 0x3333, /* cs: C; cc */
        0xff00, 0x00ff, /* mi: N; pl */
        0xaaaa, 0x5555, /* vs: V; vc */
        0x0c0c, 0xf3f3, /* hi: C and not Z; ls */
        0xaa55, 0x55aa, /* ge: N = V; lt */
        0x0a05, 0xf5fa, /* gt: not Z and N = V; le */
    };

    for (uint8_t condition = 0; condition < 14; condition++) {
        uint32_t words[3];
        assert_int_equal(encode_flag_choice(condition, 7, 0x12345678, words), 3);
        assert_int_equal(words[0], holds[condition]);
        assert_int_equal(words[1], 7);
        assert_int_equal(words[2], 0x12345678);
    }
}

static struct row row_of_two(const struct bobbin_rule *rule, const struct bobbin_rule *otherwise)
{
    struct row row = row_of(rule, ROW_CODE, false);

    row.condition = 1; /* ne */
    row.otherwise = *otherwise;
    return row;
}

/* The words of the two rules are explicit and part of the long rule. They have no numbers. */
static void rules_that_depend_on_flags_have_two(void **state)
{
    (void)state;
    const struct bobbin_rule run = saved(8, true, 0x01, 0), leaf = from(BOBBIN_SP, 0);
    const struct bobbin_rule root = rule_of_form(BOBBIN_FORM_ROOT), large = saved(8192, true, 0, 0);
    static const uint32_t expected[] = {RUN(2, 1), LONG(2), LONG(5)};
    static const uint32_t expected_long[] = {
        0x0f0f, COMPACT(13, 0, 0, EXPLICIT), RUN(2, 1) | RUN_EXPLICIT, //
        0x0f0f, RUN(2048, 0) | RUN_EXPLICIT, ROOT};
    struct row first = row_of_two(&leaf, &run), second = row_of_two(&large, &root);
    struct rows rows = {0};

    use(&rows, &run, 9, ROW_CODE);
    use_row(&rows, &first, 2);
    use_row(&rows, &second, 1);
    expect_parts(&rows, expected, sizeof(expected), expected_long, sizeof(expected_long));
    free(rows.row);
}

/*
 * The two long rules precede the rule that selects them, the one for the true condition first. The
 * order must not depend on the compiler of the tool.
 */
static void long_rules_that_depend_on_flags_come_before_them(void **state)
{
    (void)state;
    const struct bobbin_rule below = from(7, -4), far = from(7, 4 * 256);
    static const uint32_t expected[] = {LONG(7)};
    static const uint32_t expected_long[] = {COMPACT(7, 0, 0, 0),
                                             -4u,
                                             0, //
                                             COMPACT(7, 0, 0, 0),
                                             4 * 256,
                                             0, //
                                             0x0f0f,
                                             LONG(1),
                                             LONG(4)};
    struct row row = row_of_two(&below, &far);
    struct rows rows = {0};

    use_row(&rows, &row, 1);
    expect_parts(&rows, expected, sizeof(expected), expected_long, sizeof(expected_long));
    free(rows.row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compact_words_have_their_fields),
        cmocka_unit_test(what_lies_below_has_its_fields),
        cmocka_unit_test(runs_have_their_own_words),
        cmocka_unit_test(runs_may_have_more_than_registers),
        cmocka_unit_test(rules_of_cfi_alone_are_words_that_lose_nothing),
        cmocka_unit_test(registers_that_are_lost_are_in_the_word),
        cmocka_unit_test(other_places_that_are_lost_are_in_a_long_rule),
        cmocka_unit_test(offsets_that_no_word_has_are_in_a_long_rule),
        cmocka_unit_test(what_lies_anywhere_takes_a_step),
        cmocka_unit_test(a_cfa_in_memory_takes_a_step),
        cmocka_unit_test(rules_are_numbered_by_use),
        cmocka_unit_test(halfwords_have_numbers_of_one_byte),
        cmocka_unit_test(what_is_unknown_has_a_number_where_it_is_written),
        cmocka_unit_test(parts_have_rules_by_number),
        cmocka_unit_test(explicit_rules_say_so_in_their_word),
        cmocka_unit_test(unproved_rules_state_their_source),
        cmocka_unit_test(conditions_are_the_flags_with_which_they_hold),
        cmocka_unit_test(rules_that_depend_on_flags_have_two),
        cmocka_unit_test(long_rules_that_depend_on_flags_come_before_them),
    };
    return cmocka_run_group_tests_name("encode_rules", tests, NULL, NULL);
}
