/* SPDX-License-Identifier: MIT */
/* The compact CFI dictionary: its bytes, its look-up, and damaged tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cfi_subject.h"
#include "core/foreign/cfi_dictionary.h"
#include "handmade.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const formats[] = {
    "dictionary",        "dictionary:two-level", "dictionary:two-level-lengths",
    "dictionary:deltas", "dictionary:split",     "dictionary:bits",
    "dictionary:starts", "dictionary:bodies",
};

/* ---- bytes ----------------------------------------------------------------------------------- */

/*
 * Rows: a leaf; a frame of 604 bytes, which takes two records; 4 bytes without a rule; the leaf's
 * rule again; a root.
 */
static void set_up_rows(struct cfi_subject *subject)
{
    const struct bobbin_rule leaf = cfi_frame(0, 0);
    const struct bobbin_rule r4_lr = cfi_frame(2, 1);
    const struct bobbin_rule none = rule_of_form(BOBBIN_FORM_NONE);
    const struct bobbin_rule root = rule_of_form(BOBBIN_FORM_ROOT);

    memset(subject, 0, sizeof(*subject));
    cfi_subject_range(subject, 0x8000, 0x270);
    cfi_subject_row(subject, 4, &leaf);
    cfi_subject_row(subject, 604, &r4_lr);
    cfi_subject_row(subject, 4, &none);
    cfi_subject_row(subject, 6, &leaf);
    cfi_subject_row(subject, 6, &root);
}

/*
 * The number of rules; the leaf, with bit 31 only; 2 cfa words with bit 18 for r4 and bit 26 for
 * the return address; a root.
 */
#define RULES_BYTES 0x03, 0, 0, 0, 0, 0, 0, 0x80, 0x02, 0, 0x04, 0x84, 0x01, 0, 0, 0

static void expect_part(const struct cfi_subject *subject, enum cfi_dictionary_part part,
                        const uint8_t *wanted, size_t size)
{
    assert_int_equal(subject->parts.part[part].size, size);
    if (size)
        assert_memory_equal(subject->parts.part[part].bytes, wanted, size);
}

static void flat_records_have_six_bytes(void **state)
{
    (void)state;
    static const uint8_t rules[] = {RULES_BYTES};
    static const uint8_t records[] = {
        5,    0,    0, 0,         /* number of records */
        0x00, 0x00, 0, 0, 2,   0, /* the leaf */
        0x04, 0x00, 0, 0, 255, 1, /* the frame */
        0x02, 0x02, 0, 0, 47,  1, /* the rest of the frame */
        0x64, 0x02, 0, 0, 3,   0, /* after the gap */
        0x6a, 0x02, 0, 0, 3,   2, /* the root */
    };
    struct cfi_subject subject;

    set_up_rows(&subject);
    cfi_subject_write(&subject, "dictionary");
    assert_int_equal(subject.parts.base, 0x8000);
    expect_part(&subject, CFI_DICTIONARY, rules, sizeof(rules));
    expect_part(&subject, CFI_RECORDS, records, sizeof(records));
    expect_part(&subject, CFI_WIDE, NULL, 0);
    expect_part(&subject, CFI_BLOCKS, NULL, 0);
    cfi_subject_expect_rows(&subject);
    cfi_subject_free(&subject);
}

static void two_level_records_have_three_bytes(void **state)
{
    (void)state;
    static const uint8_t rules[] = {RULES_BYTES};
    static const uint8_t blocks[] = {0, 0, 0, 0, 0, 0, 0, 0, 0x70, 0x02, 0, 0, 5, 0, 0, 0};
    static const uint8_t records[] = {
        0x00, 0, 0x02, 0, 0x30, 0x01, 0x32, 0x01, 0x35, 0x01, /* starts */
        0,    1, 254,  0, 2,                                  /* rule numbers */
    };
    struct cfi_subject subject;

    set_up_rows(&subject);
    cfi_subject_write(&subject, "dictionary:two-level");
    expect_part(&subject, CFI_DICTIONARY, rules, sizeof(rules));
    expect_part(&subject, CFI_RECORDS, records, sizeof(records));
    expect_part(&subject, CFI_BLOCKS, blocks, sizeof(blocks));
    expect_part(&subject, CFI_WIDE, NULL, 0);
    cfi_subject_expect_rows(&subject);
    cfi_subject_free(&subject);
}

/* The slots are below the word under the cfa. The rule word has a field for such words. */
static void slots_may_stand_below_the_cfa(void **state)
{
    (void)state;
    struct bobbin_rule rule = cfi_frame(5, 3);
    struct cfi_subject subject = {0};

    for (unsigned place = 0; place < BOBBIN_PLACES; place++)
        if (rule.place_kind[place] == BOBBIN_SLOT)
            rule.place_value[place] -= 4;
    for (size_t i = 0; i < COUNT(formats); i++) {
        memset(&subject, 0, sizeof(subject));
        cfi_subject_range(&subject, 0x8000, 16);
        cfi_subject_row(&subject, 16, &rule);
        cfi_subject_write(&subject, formats[i]);
        cfi_subject_expect_rows(&subject);
        cfi_subject_free(&subject);
    }
}

/*
 * The example of the published document: 890,065 ranges of less than 256 units take 5,340,390
 * bytes.
 */
static void the_published_sum_comes_out(void **state)
{
    (void)state;
    enum { RANGES = 890065, PUBLISHED = 5340390 };
    struct cfi_subject subject = {0};

    cfi_subject_range(&subject, 0, 16 * RANGES);
    for (uint32_t i = 0; i < RANGES; i++) {
        const struct bobbin_rule rule = cfi_frame((int32_t)(i % 75), 0);
        cfi_subject_row(&subject, 16, &rule);
    }
    cfi_subject_write(&subject, "dictionary");
    assert_int_equal(subject.parts.part[CFI_RECORDS].size, CFI_COUNT_BYTES + PUBLISHED);
    assert_int_equal(subject.parts.part[CFI_WIDE].size, 0);
    assert_int_equal(subject.parts.part[CFI_DICTIONARY].size, 4 + 75 * 4);
    cfi_subject_free(&subject);
}

/* ---- random rows ----------------------------------------------------------------------------- */

static void random_rows_are_read_as_they_were(void **state)
{
    (void)state;
    struct fuzz_source source;

    for (uint8_t round = 0; round < 4; round++)
        for (size_t i = 0; i < COUNT(formats); i++) {
            struct cfi_subject subject = {0};
            fuzz_source_begin(&source, &round, 1);
            cfi_subject_random(&subject, &source);
            cfi_subject_write(&subject, formats[i]);
            assert_true(subject.parts.part[CFI_WIDE].size > CFI_COUNT_BYTES);
            cfi_subject_expect_rows(&subject);
            cfi_subject_free(&subject);
        }
}

/* ---- damage ---------------------------------------------------------------------------------- */

static void ask_everywhere(const struct cfi_subject *subject)
{
    static const uint32_t far[] = {0, 0x8fff0, 0x20000000, 0x20010000, 0xfffffffe};
    struct bobbin_rule rule;

    for (uint32_t address = 0x7ffe; address < 0x8280; address += 3)
        (void)cfi_subject_ask(subject, address, true, &rule);
    for (size_t i = 0; i < COUNT(far); i++)
        (void)cfi_subject_ask(subject, far[i], false, &rule);
}

/* Sets every byte of every part to other values. */
static void damaged_parts_are_not_read_beyond(void **state)
{
    (void)state;
    static const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xfe, 0xff};
    struct cfi_subject subject;

    for (size_t i = 0; i < COUNT(formats); i++) {
        set_up_rows(&subject);
        cfi_subject_write(&subject, formats[i]);
        for (size_t k = 0; k < FORMAT_FOREIGN_PARTS; k++)
            for (size_t at = 0; at < subject.parts.part[k].size; at++) {
                uint8_t *byte = &subject.parts.part[k].bytes[at];
                uint8_t was = *byte;
                for (size_t v = 0; v < COUNT(values); v++) {
                    *byte = values[v];
                    ask_everywhere(&subject);
                }
                *byte = was;
            }
        cfi_subject_free(&subject);
    }
}

/* Each shorter part has a buffer of its exact size, so that a sanitizer detects reads beyond it. */
static void parts_cut_off_are_not_read_beyond(void **state)
{
    (void)state;
    struct cfi_subject subject;

    for (size_t i = 0; i < COUNT(formats); i++)
        for (size_t k = 0; k < FORMAT_FOREIGN_PARTS; k++) {
            set_up_rows(&subject);
            cfi_subject_write(&subject, formats[i]);
            for (uint32_t size = subject.table.part[k].size_bytes; size-- > 0;) {
                uint8_t *less = malloc(size ? size : 1);
                assert_non_null(less);
                memcpy(less, subject.parts.part[k].bytes, size);
                free(subject.parts.part[k].bytes);
                subject.parts.part[k].bytes = less;
                subject.table.part[k] = (struct foreign_part){less, size};
                ask_everywhere(&subject);
            }
            cfi_subject_free(&subject);
        }
}

#define LEAF RULE_LEAF

struct malformed {
    uint32_t words[4][4]; /* of each part: dictionary, wide, records, blocks */
    uint32_t sizes[4];    /* of each part, in bytes */
};

static enum bobbin_stop ask_words(const struct bobbin_foreign *reader,
                                  const struct malformed *malformed, struct bobbin_rule *rule)
{
    const struct foreign_question question = {0x10, true};
    struct bobbin_cursor cursor = {.kind = BOBBIN_KIND_INTERRUPTED};
    struct foreign_table table = {.cursor = &cursor};

    *rule = rule_of_form(BOBBIN_FORM_FRAME);
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++)
        table.part[i] =
            (struct foreign_part){(const uint8_t *)malformed->words[i], malformed->sizes[i]};
    return reader->read(&table, &question, rule);
}

static void expect_corrupt(const struct bobbin_foreign *reader, const struct malformed *malformed)
{
    struct bobbin_rule rule;

    assert_int_equal(ask_words(reader, malformed, &rule), BOBBIN_STOP_CORRUPT);
}

/* Each comment states the damage. */
static void malformed_tables_are_corrupt(void **state)
{
    (void)state;
    static const struct malformed flat[] = {
        {{{0}}, {0}},                                   /* empty */
        {{{1, LEAF}, {0}, {2, 0, 255}}, {8, 0, 10, 0}}, /* fewer records than the count */
        {{{1, LEAF}, {0}, {0x2aaaaaab, 0, 255}},
         {8, 0, 12, 0}},                                /* the same; count times size overflows */
        {{{0, LEAF}, {0}, {1, 0, 255}}, {8, 0, 10, 0}}, /* the rule number is out of range */
        {{{2, LEAF}, {0}, {1, 0, 255}}, {8, 0, 10, 0}}, /* fewer rules than the count */
        {{{1, LONG_RULE(1)}, {0}, {1, 0, 255}}, {8, 0, 10, 0}}, /* a long rule without its words */
        {{{1, LONG_RULE(1), COMPACT(13, 0, 0, 0, 0, COMPACT_RA), 4}, {0}, {1, 0, 255}},
         {16, 0, 10, 0}},                                  /* a long rule cut off */
        {{{1, 0}, {0}, {1, 0, 255}}, {8, 0, 10, 0}},       /* an invalid word */
        {{{1, LEAF}, {0}, {1, 0, 0xffff}}, {8, 0, 10, 0}}, /* wide, but no wide record exists */
        {{{1, LEAF}, {1, 1, 0}, {1, 0, 0xffff}}, {8, 10, 10, 0}}, /* wide, but only another one */
        {{{1, LEAF}, {1, 0, 1}, {1, 0, 0xffff}}, {8, 10, 10, 0}}, /* wide, rule out of range */
    };
    static const struct malformed two_level[] = {
        {{{0}}, {0}},                                            /* empty */
        {{{1, LEAF}, {0}, {0}, {0, 0, 0x20, 1}}, {8, 0, 3, 15}}, /* half a block */
        {{{1, LEAF}, {0}, {0}, {0, 0, 0x20, 1}},
         {8, 0, 2, 16}}, /* too few records for the blocks */
        {{{1, LEAF}, {0}, {0}, {0, 0, 0x20, 0xaaaaaaab}},
         {8, 0, 2, 16}},                                         /* the same, with overflow */
        {{{1, LEAF}, {0}, {0}, {0, 1, 0x20, 0}}, {8, 0, 3, 16}}, /* a block ends before it starts */
        {{{1, LEAF}, {0}, {9}, {0, 0, 0x20, 1}}, {8, 0, 3, 16}}, /* the first record starts late */
        {{{1, LEAF}, {0}, {1 << 16}, {0, 0, 0x20, 1}}, {8, 0, 3, 16}}, /* rule out of range */
    };

    for (size_t i = 0; i < COUNT(flat); i++)
        expect_corrupt(&bobbin_dictionary, &flat[i]);
    for (size_t i = 0; i < COUNT(two_level); i++)
        expect_corrupt(&bobbin_dictionary_two_level, &two_level[i]);
}

/* The words of rules have the same forms as in Bobbin's own tables. */
static void words_are_those_of_rules(void **state)
{
    (void)state;
    static const struct malformed root = {{{1, RULE_ROOT}, {0}, {1, 0, 255}}, {8, 0, 10, 0}};
    static const struct malformed run = {{{1, LARGE_RUN(3000, 1)}, {0}, {1, 0, 255}},
                                         {8, 0, 10, 0}};
    const struct bobbin_rule expected = cfi_frame(3000, 1);
    struct bobbin_rule rule;

    assert_int_equal(ask_words(&bobbin_dictionary, &root, &rule), BOBBIN_STOP_NONE);
    assert_int_equal(rule.form, BOBBIN_FORM_ROOT);
    assert_int_equal(ask_words(&bobbin_dictionary, &run, &rule), BOBBIN_STOP_NONE);
    assert_true(rule_equal(&rule, &expected));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_records_have_six_bytes),
        cmocka_unit_test(two_level_records_have_three_bytes),
        cmocka_unit_test(slots_may_stand_below_the_cfa),
        cmocka_unit_test(the_published_sum_comes_out),
        cmocka_unit_test(random_rows_are_read_as_they_were),
        cmocka_unit_test(damaged_parts_are_not_read_beyond),
        cmocka_unit_test(parts_cut_off_are_not_read_beyond),
        cmocka_unit_test(malformed_tables_are_corrupt),
        cmocka_unit_test(words_are_those_of_rules),
    };
    return cmocka_run_group_tests_name("cfi_dictionary", tests, NULL, NULL);
}
