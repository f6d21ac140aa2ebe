/* SPDX-License-Identifier: MIT */
/* Which bytes the writer has for a rule, and which number: expected is what SPEC.md 6 says, by handmade.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "encode.h"
#include "encode_rule.h"
#include "handmade.h"

#define RA BOBBIN_PLACE_RA

static struct bobbin_rule from(uint8_t cfa_register, int32_t cfa_offset)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);

    rule.cfa_register = cfa_register;
    rule.cfa_offset = cfa_offset;
    return rule;
}

/* With the return address, if HAS_RA, and the registers of MASK in slots, and LOST ones; both have bit 0 for r4. */
static struct bobbin_rule saved(int32_t cfa_offset, bool has_ra, uint32_t mask, uint32_t lost)
{
    struct bobbin_rule rule = from(BOBBIN_SP, cfa_offset);
    int32_t offset = 0;

    if (has_ra)
        rule_set(&rule, RA, BOBBIN_SLOT, offset -= 4);
    for (unsigned place = 8; place-- > 0;)
        if (mask >> place & 1)
            rule_set(&rule, place, BOBBIN_SLOT, offset -= 4);
    for (unsigned place = 0; place < 8; place++)
        if (lost >> place & 1)
            rule_set(&rule, place, BOBBIN_LOST, 0);
    return rule;
}

/* ---- words ---------------------------------------------------------------------------------------- */

static void expect_word(const struct bobbin_rule *rule, uint32_t expected)
{
    uint32_t word;

    assert_true(encode_word(rule, &word));
    assert_int_equal(word, expected);
}

/* RULE has no word, and these COUNT ones among the long rules. */
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

static void registers_that_are_lost_are_in_the_word(void **state)
{
    (void)state;
    for (uint32_t lost = 1; lost < 256; lost++)
        for (uint32_t words = 0; words < 512; words += 73) {
            uint32_t mask = 0xff & ~lost;
            struct bobbin_rule rule = saved(4 * (int32_t)words, true, mask, lost);
            expect_word(&rule, COMPACT_LOST(words, mask, COMPACT_RA, lost));
            rule = saved(4 * (int32_t)words, false, mask & 0x35, lost);
            expect_word(&rule, COMPACT_LOST(words, mask & 0x35, 0, lost));
        }
}

/* What that has no bits for has two words, and what no compact one says has as many as it needs. */
static void other_places_that_are_lost_are_in_a_long_rule(void **state)
{
    (void)state;
    struct bobbin_rule rule = saved(16, true, 0x01, 0x80);

    rule.cfa_register = 7;
    EXPECT_LONG(&rule, LONG_WORD(COMPACT(7, 4, 0x01, 0, 0, COMPACT_RA), 0x80));
    rule = saved(16, true, 0x01, 0x80);
    rule_set(&rule, BOBBIN_PLACE_D8, BOBBIN_SLOT, -16);
    EXPECT_LONG(&rule, LONG_WORD(COMPACT(13, 4, 0x01, 1, 0, COMPACT_RA), 0x80));
    rule = saved(16, true, 0x01, 0);
    rule_set(&rule, BOBBIN_PLACE_D8 + 2, BOBBIN_LOST, 0);
    EXPECT_LONG(&rule, LONG_WORD(COMPACT(13, 4, 0x01, 0, 0, COMPACT_RA), 0x400));
    rule = from(BOBBIN_SP, 16); /* below a home */
    rule_set(&rule, RA, BOBBIN_SLOT, -8);
    rule_set(&rule, 7, BOBBIN_LOST, 0);
    EXPECT_LONG(&rule, LONG_WORD(COMPACT(13, 4, 0, 0, 1, COMPACT_RA), 0x80));
    rule = from(BOBBIN_SP, 16); /* split */
    rule_set(&rule, 0, BOBBIN_SLOT, -4);
    rule_set(&rule, 4, BOBBIN_SLOT, -8);
    rule_set(&rule, 7, BOBBIN_LOST, 0);
    EXPECT_LONG(&rule, LONG_WORD(COMPACT(13, 4, 0x11, 0, 0, COMPACT_SPLIT), 0x80));
    rule = saved(4 * 512, true, 0x01, 0x80); /* too large */
    EXPECT_LONG(&rule, LONG_HEAD(1, 13, 0x10081), 4 * 512, LONG_PLACE(BOBBIN_SLOT, -4),
                LONG_PLACE(BOBBIN_LOST, 0), LONG_PLACE(BOBBIN_SLOT, -8));
    rule = saved(16, false, 0x01, 0);
    rule_set(&rule, RA, BOBBIN_LOST, 0);
    EXPECT_LONG(&rule, LONG_HEAD(1, 13, 0x10001), 16, LONG_PLACE(BOBBIN_LOST, 0),
                LONG_PLACE(BOBBIN_SLOT, -4));
}

static void offsets_that_no_word_has_are_in_a_long_rule(void **state)
{
    (void)state;
    static const int32_t offsets[] = {-4, 18, 0x7ffffffc};

    for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
        struct bobbin_rule rule = saved(offsets[i], true, 0, 0);
        if (offsets[i] == 0x7ffffffc)
            rule.cfa_register = 7; /* no run */
        EXPECT_LONG(&rule, LONG_HEAD(1, rule.cfa_register, 0x10000), (uint32_t)offsets[i],
                    LONG_PLACE(BOBBIN_SLOT, -4));
    }
}

/* ---- numbers -------------------------------------------------------------------------------------- */

enum { FILLERS = 230, NEAR = 223 };

/* As often as USES says. */
static void use(struct rows *rows, const struct bobbin_rule *rule, uint32_t uses,
                enum row_source source)
{
    for (; uses > 0; uses--)
        rows_add(rows, 0, 2, rule, source);
}

/* A rule that is a word: FILLER has another cfa for each. */
static struct bobbin_rule a_word(uint32_t filler)
{
    return from(7, 4 * (int32_t)(filler + 1));
}

static void expect_number(const struct dictionary *dictionary, const struct bobbin_rule *rule,
                          uint32_t expected)
{
    assert_int_equal(dictionary_plain(dictionary, rule), expected);
}

/* Of the 223 that are used most the runs are the first, then the other halfwords; all others are by use, and words. */
static void rules_are_numbered_by_use(void **state)
{
    (void)state;
    const struct bobbin_rule run = saved(8, true, 0x01, 0), often = saved(12, true, 0x03, 0);
    const struct bobbin_rule mask = saved(8, true, 0x80, 0), rare_run = saved(16, true, 0, 0);
    const struct bobbin_rule rare_mask = saved(16, true, 0x80, 0), lost = saved(8, true, 1, 2);
    const struct bobbin_rule exidx = saved(20, true, 0x01, 0);
    struct dictionary dictionary;
    struct rows rows = {0};
    struct bobbin_rule word;

    for (uint32_t i = 0; i < FILLERS; i++) {
        word = a_word(i);
        use(&rows, &word, 3, ROW_CODE);
    }
    use(&rows, &rare_run, 2, ROW_CODE);
    use(&rows, &rare_mask, 1, ROW_CODE);
    use(&rows, &lost, 6, ROW_CODE);
    use(&rows, &mask, 7, ROW_CODE);
    use(&rows, &run, 4, ROW_CODE);
    use(&rows, &often, 5, ROW_CODE);
    use(&rows, &exidx, 9, ROW_EXIDX);
    dictionary_build(&dictionary, &rows);
    assert_int_equal(dictionary.count, FILLERS + 7);
    assert_int_equal(dictionary.runs_count, 2);
    assert_int_equal(dictionary.short_count, 3);
    assert_int_equal(dictionary.exidx_first, FILLERS + 7);
    expect_number(&dictionary, &often, 1);
    expect_number(&dictionary, &run, 2);
    expect_number(&dictionary, &mask, 3);
    expect_number(&dictionary, &lost, 4);
    for (uint32_t i = 0; i < FILLERS; i++) {
        word = a_word(i);
        expect_number(&dictionary, &word, 5 + i); /* used alike: as they are met */
    }
    expect_number(&dictionary, &rare_run, FILLERS + 5);
    expect_number(&dictionary, &rare_mask, FILLERS + 6);
    assert_int_equal(dictionary_number(&dictionary, &rows.row[rows.count - 1]), FILLERS + 7);
    dictionary_free(&dictionary);
    free(rows.row);
}

/* With COUNT other rules that are used more. */
static void expect_half(uint32_t count, bool is_half)
{
    const struct bobbin_rule run = saved(8, true, 0x01, 0);
    struct dictionary dictionary;
    struct rows rows = {0};

    for (uint32_t i = 0; i < count; i++) {
        struct bobbin_rule word = a_word(i);
        use(&rows, &word, 2, ROW_CODE);
    }
    use(&rows, &run, 1, ROW_CODE);
    dictionary_build(&dictionary, &rows);
    expect_number(&dictionary, &run, is_half ? 1 : count + 1);
    assert_int_equal(dictionary.short_count, is_half);
    assert_int_equal(dictionary.runs_count, is_half);
    dictionary_free(&dictionary);
    free(rows.row);
}

static void halfwords_have_numbers_of_one_byte(void **state)
{
    (void)state;
    expect_half(0, true);
    expect_half(NEAR - 1, true);
    expect_half(NEAR, false);
}

/* Header, two halfwords, and words of each kind. */
static void sections_have_rules_by_number(void **state)
{
    (void)state;
    const struct bobbin_rule rules[] = {
        saved(8, true, 0x01, 0),
        saved(8, true, 0x80, 0),
        saved(8, true, 0x01, 0x80),
        rule_of_form(BOBBIN_FORM_ROOT),
        saved(4 * 3000, true, 0x03, 0),
        from(7, -4),
        from(7, 8),
    };
    static const uint32_t expected[] = {
        7 | 8 << 16, /* rules, the first from .ARM.exidx */
        2 | 1 << 16, /* halfwords, runs */
        SHORT(2, 1) | (uint32_t)SHORT_MASK(2, 0x80) << 16,
        COMPACT_LOST(2, 0x01, COMPACT_RA, 0x80),
        RULE_ROOT,
        LARGE_RUN(3000, 2),
        LONG_RULE(0),
        COMPACT(7, 2, 0, 0, 0, 0),
    };
    static const uint32_t expected_long[] = {LONG_HEAD(1, 7, 0), -4u};
    struct dictionary dictionary;
    struct rows rows = {0};
    struct buffer words = {0}, long_rules = {0};

    for (uint32_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
        use(&rows, &rules[i], 9 - i, ROW_CODE);
    dictionary_build(&dictionary, &rows);
    encode_rules(&dictionary, &words, &long_rules);
    assert_int_equal(words.size, sizeof(expected));
    assert_memory_equal(words.bytes, expected, sizeof(expected));
    assert_int_equal(long_rules.size, sizeof(expected_long));
    assert_memory_equal(long_rules.bytes, expected_long, sizeof(expected_long));
    free(words.bytes);
    free(long_rules.bytes);
    dictionary_free(&dictionary);
    free(rows.row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_that_are_lost_are_in_the_word),
        cmocka_unit_test(other_places_that_are_lost_are_in_a_long_rule),
        cmocka_unit_test(offsets_that_no_word_has_are_in_a_long_rule),
        cmocka_unit_test(rules_are_numbered_by_use),
        cmocka_unit_test(halfwords_have_numbers_of_one_byte),
        cmocka_unit_test(sections_have_rules_by_number),
    };
    return cmocka_run_group_tests_name("encode_rules", tests, NULL, NULL);
}
