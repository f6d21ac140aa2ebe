/* SPDX-License-Identifier: MIT */
/* Chromium's tables of 2018: look-up in whole and in damaged tables, and the cache. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chrome1_subject.h"
#include "core/foreign/foreign.h"

/* ---- look-up --------------------------------------------------------------------------------- */

static const uint8_t rows_table[] = {
    0x07, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x02, 0x15, 0x00, 0x00, 0x00, 0x20, 0x00, 0x00,
    0x24, 0x20, 0x00, 0x00, 0x26, 0x21, 0x00, 0x00, 0x00, 0x22, 0x00, 0x00, 0x12, 0x22, 0x00, 0x00,
    0x00, 0x00, 0xff, 0xff, 0x0b, 0x00, 0x10, 0x00, 0xff, 0xff, 0x15, 0x00, 0xff, 0xff, 0x05, 0x00,
    0x02, 0x00, 0x11, 0x01, 0x08, 0x00, 0x20, 0x02, 0x40, 0x00, 0x30, 0x03, 0x50, 0x00, 0x32, 0x03,
    0x80, 0x00, 0x20, 0x02, 0x02, 0x00, 0x04, 0x00, 0x13, 0x00, 0x08, 0x00, 0x13, 0x00, 0x02, 0x00,
    0x0c, 0x00, 0x33, 0x00, 0xdc, 0x00, 0x40, 0x00, 0x01, 0x00, 0x04, 0x00, 0x2e, 0x00,
};

static const struct vector rows_vectors[] = {
    NONE_AT(0x1),
    NONE_AT(0x100),
    SAME_FRAME(0x1002, 0x110, 4),
    SAME_FRAME(0x1003, 0x110, 4),
    SAME_FRAME(0x1008, 0x220, 4),
    SAME_FRAME(0x1009, 0x220, 4),
    SAME_FRAME(0x1039, 0x220, 4),
    SAME_FRAME(0x1080, 0x220, 8),
    SAME_FRAME(0x1100, 0x220, 8),
    NONE_AT(0x1502),
    START_AT(0x2024),
    SAME_FRAME(0x2050, 0x30, 0xc),
    SAME_FRAME(0x2208, 0x2c, 8),
    SAME_FRAME(0x2210, 0x2c, 8),
    NONE_AT(0x2212),
    NONE_AT(0x3000),
    START_AT(0x1000),
    {0x2002, FRAME(0, 0), FRAME(0, BY_LR)},
    SAME_FRAME(0x1040, 0x330, 4),
    SAME_FRAME(0x1050, 0x330, 8),
    SAME_FRAME(0x1500, 0x220, 8),
    SAME_FRAME(0x1501, 0x220, 8),
};

static void both_readers_find_what_was_published(void **state)
{
    (void)state;
    struct subject subject;

    subject_set_up(&subject, rows_table, sizeof(rows_table), BASE, BASE);
    subject_expect_all(&subject, BASE, rows_vectors, COUNT(rows_vectors));
    subject_free(&subject);
}

static void a_count_of_bytes_is_one_of_rows(void **state)
{
    (void)state;
    uint8_t bytes_table[sizeof(rows_table)];
    struct subject subject;

    memcpy(bytes_table, rows_table, sizeof(rows_table));
    bytes_table[0] = 0x2a;
    subject_set_up(&subject, bytes_table, sizeof(bytes_table), BASE, BASE);
    subject_expect_all(&subject, BASE, rows_vectors, COUNT(rows_vectors));
    subject_free(&subject);
}

static void a_return_address_belongs_to_its_call(void **state)
{
    (void)state;
    struct subject subject;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    subject_set_up(&subject, rows_table, sizeof(rows_table), BASE, BASE);
    subject.env.foreign = &bobbin_chrome1;
    assert_int_equal(
        bobbin_rule_at(&subject.env, BASE + 0x1502, BOBBIN_KIND_CALL, BOBBIN_CPSR_T, &rule, &trust),
        BOBBIN_STOP_NONE);
    assert_int_equal(rule.cfa_offset, 0x220);
    assert_int_equal(
        bobbin_rule_at(&subject.env, BASE + 0x1040, BOBBIN_KIND_CALL, BOBBIN_CPSR_T, &rule, &trust),
        BOBBIN_STOP_NONE);
    assert_int_equal(rule.cfa_offset, 0x220);
    subject_free(&subject);
}

static void without_its_reader_it_has_no_rule(void **state)
{
    (void)state;
    struct subject subject;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    subject_set_up(&subject, rows_table, sizeof(rows_table), BASE, BASE);
    assert_int_equal(
        bobbin_rule_at(&subject.env, BASE + 0x1002, BOBBIN_KIND_INTERRUPTED, 0, &rule, &trust),
        BOBBIN_STOP_NO_RULE);
    assert_int_equal(subject_ask(&subject, HEAP, BASE + CODE_BYTES).stop, BOBBIN_STOP_PC_OUTSIDE);
    subject_free(&subject);
}

/* ---- damage ---------------------------------------------------------------------------------- */

struct malformed {
    uint32_t count;
    uint16_t halves[8];
    uint32_t address;
    struct answer heap, profiler;
};

#define CORRUPT                                                                                    \
    {                                                                                              \
        BOBBIN_STOP_CORRUPT, 0, 0                                                                  \
    }

/*
 * The core stops with CORRUPT where the published reader reports an invalid file or an incomplete
 * record.
 */
static void malformed_tables_are_corrupt(void **state)
{
    (void)state;
    static const struct malformed cases[] = {
        {0, {0}, 0, CORRUPT, CORRUPT},
        {2, {0, 0}, 0, CORRUPT, CORRUPT},
        {2, {1, 0}, 0, CORRUPT, CORRUPT},
        {5, {2, 0, 0, 0, 0xffff}, 0, CORRUPT, CORRUPT},
        {5, {1, 0, 0x1000, 0, 0}, 0x1000, NOTHING, CORRUPT},
        {6, {1, 0, 0x1000, 0, 0, 5}, 0x1000, NOTHING, CORRUPT},
        {7, {1, 0, 0x1000, 0, 0, 5, 0}, 0x1000, NOTHING, CORRUPT},
        {7, {1, 0, 0x1000, 0, 0, 5, 0}, 0x1001, CORRUPT, CORRUPT},
        {8, {1, 0, 0x1000, 0, 0, 1, 2, 0}, 0x1002, FRAME(0, 0), NOTHING},
        {5, {1, 0, 0, 0, 0xffff}, 1, NOTHING, NOTHING},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct subject subject;
        uint8_t part[16];
        for (uint32_t k = 0; k < 2 * cases[i].count; k++)
            part[k] = (uint8_t)(cases[i].halves[k / 2] >> 8 * (k % 2));
        subject_set_up(&subject, part, 2 * cases[i].count, BASE, BASE);
        subject_expect(&subject, HEAP, BASE + cases[i].address, &cases[i].heap);
        subject_expect(&subject, PROFILER, BASE + cases[i].address, &cases[i].profiler);
        subject_free(&subject);
    }
}

static void a_table_cut_off_is_not_read_beyond(void **state)
{
    (void)state;
    struct subject subject;

    for (uint32_t size = 0; size <= sizeof(rows_table); size++) {
        subject_set_up(&subject, rows_table, size, BASE, BASE);
        for (uint32_t address = 0; address < CODE_BYTES; address += 3) {
            (void)subject_ask(&subject, HEAP, BASE + address);
            (void)subject_ask(&subject, PROFILER, BASE + address);
        }
        subject_free(&subject);
    }
}

/* The offset of FOREIGN in the table. */
static uint32_t foreign_at(const struct subject *subject)
{
    return (uint32_t)(foreign_section(&subject->table) - subject->table.bytes);
}

static void sections_that_are_not_all_there_are_corrupt(void **state)
{
    (void)state;
    struct subject subject;

    for (uint32_t i = 0; i < 4; i++) {
        subject_set_up(&subject, rows_table, sizeof(rows_table), BASE, BASE);
        uint8_t *header = subject.bytes + foreign_at(&subject);
        header[8 + 4 * i + 3] = 0x80; /* size of a part */
        assert_int_equal(subject_ask(&subject, HEAP, BASE + 0x1002).stop, BOBBIN_STOP_CORRUPT);
        subject_free(&subject);
    }
    for (uint32_t size = 1; size < 24; size++) {
        subject_set_up(&subject, rows_table, sizeof(rows_table), BASE, BASE);
        subject.table.size_bytes = foreign_at(&subject) + size;
        assert_int_equal(subject_ask(&subject, HEAP, BASE + 0x1002).stop, BOBBIN_STOP_CORRUPT);
        subject_free(&subject);
    }
}

static void another_format_is_not_for_this_reader(void **state)
{
    (void)state;
    struct subject subject;

    subject_set_up(&subject, rows_table, sizeof(rows_table), BASE, BASE);
    subject.bytes[foreign_at(&subject)]++;
    assert_int_equal(subject_ask(&subject, HEAP, BASE + 0x1002).stop, BOBBIN_STOP_NO_RULE);
    subject_free(&subject);
}

/* ---- the cache ------------------------------------------------------------------------------- */

static bool is_cached(const struct bobbin_kept *cache, uint32_t address)
{
    const struct bobbin_kept *kept = &cache[address % BOBBIN_CHROME1_CACHE];

    return (kept->key ^ kept->word) == address;
}

static void the_cache_keeps_the_last_of_each_place(void **state)
{
    (void)state;
    static const struct answer wanted = FRAME(0x10, 4);
    struct bobbin_kept cache[BOBBIN_CHROME1_CACHE] = {{0, 0}};
    struct subject subject;

    subject_set_up(&subject, one_function, sizeof(one_function), BASE, BASE);
    subject.env.foreign_cache = cache;
    for (uint32_t key = 1; key <= 1018; key++) {
        subject_expect(&subject, HEAP, BASE + key, &wanted);
        assert_true(is_cached(cache, key));
        assert_false(key > 509 && is_cached(cache, key - 509));
    }
    for (uint32_t key = 1; key <= 1018; key++)
        assert_true(is_cached(cache, key) == (key >= 510));
    subject_expect(&subject, HEAP, BASE + 1019, &wanted);
    assert_false(is_cached(cache, 510));
    subject_free(&subject);
}

static void what_is_cached_is_found_without_the_table(void **state)
{
    (void)state;
    static const struct answer wanted = FRAME(0x10, 4);
    static const struct answer nothing = NOTHING;
    static const struct answer lr = FRAME(0, BY_LR);
    struct bobbin_kept cache[BOBBIN_CHROME1_CACHE] = {{0, 0}};
    struct subject subject;

    subject_set_up(&subject, one_function, sizeof(one_function), BASE, BASE);
    subject.env.foreign_cache = cache;
    subject_expect(&subject, HEAP, BASE + 700, &wanted);
    subject.bytes[foreign_at(&subject) + 24 + 16] = 0; /* the table has no row now */
    subject_expect(&subject, HEAP, BASE + 700, &wanted);
    subject_expect(&subject, PROFILER, BASE + 700, &lr);
    subject_expect(&subject, HEAP, BASE, &nothing); /* an empty entry is not for address 0 */
    cache[700 % BOBBIN_CHROME1_CACHE].word ^= 0x40000;
    subject_expect(&subject, HEAP, BASE + 700, &(struct answer)FRAME(0, 0));
    subject_free(&subject);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_readers_find_what_was_published),
        cmocka_unit_test(a_count_of_bytes_is_one_of_rows),
        cmocka_unit_test(a_return_address_belongs_to_its_call),
        cmocka_unit_test(without_its_reader_it_has_no_rule),
        cmocka_unit_test(malformed_tables_are_corrupt),
        cmocka_unit_test(a_table_cut_off_is_not_read_beyond),
        cmocka_unit_test(sections_that_are_not_all_there_are_corrupt),
        cmocka_unit_test(another_format_is_not_for_this_reader),
        cmocka_unit_test(the_cache_keeps_the_last_of_each_place),
        cmocka_unit_test(what_is_cached_is_found_without_the_table),
    };
    return cmocka_run_group_tests_name("chrome1", tests, NULL, NULL);
}
