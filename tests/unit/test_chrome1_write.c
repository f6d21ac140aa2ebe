/* SPDX-License-Identifier: MIT */
/*
 * The writer of Chromium's tables of 2018: the bytes of the published tests, merged records, and
 * limits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chrome1_subject.h"
#include "formats/chrome1/chrome1_writer.h"

static const struct chrome1_row rows_a[] = {{2, 16, 4}, {4, 80, 0}};
static const struct chrome1_row rows_b[] = {{2, 4, 0}, {4, 12, 8}, {6, 16, 0}};
static const struct chrome1_row rows_c[] = {{0x28, 16, 12}};
static const struct chrome1_row rows_way_out[] = {{2, 8, 4}, {6, 0, 0}};
static const struct chrome1_row rows_frame_register[] = {{2, 0, 0}};
static const struct chrome1_row rows_far[] = {{2, 4, 20}};
static const struct chrome1_row rows_high[] = {{2, 0x10000, 4}};
static const struct chrome1_row rows_odd[] = {{2, 6, 4}};

#define FUNCTION(address, size, rows)                                                              \
    {                                                                                              \
        (address), (size), (rows), COUNT(rows)                                                     \
    }

/* Sorted by address. */
static const struct chrome1_function published[] = {
    FUNCTION(0, 0x20, rows_a),
    {0xe17000, 4, NULL, 0},
    FUNCTION(0xe17004, 0, rows_a),
    FUNCTION(0xe1a1e4, 0xb0, rows_a),
    FUNCTION(0xe1a96e, 0x20, rows_b),
    FUNCTION(0x3b92114, 0x4, rows_far),
    FUNCTION(0x3b92e24, 0x3c, rows_c),
    FUNCTION(0x3b92e70, 0x10, rows_way_out),
    FUNCTION(0x3b93114, 0x10, rows_frame_register),
    FUNCTION(0x3b93214, 0xfffff, rows_c),
    FUNCTION(0x3b94314, 0x10, rows_high),
    FUNCTION(0x3b95314, 0x10, rows_odd),
};

static const uint8_t published_file[70] = {
    0x06, 0x00, 0x00, 0x00, 0xe4, 0xa1, 0xe1, 0x00, 0x96, 0xa2, 0xe1, 0x00, 0x6e, 0xa9,
    0xe1, 0x00, 0x90, 0xa9, 0xe1, 0x00, 0x24, 0x2e, 0xb9, 0x03, 0x62, 0x2e, 0xb9, 0x03,
    0x00, 0x00, 0xff, 0xff, 0x05, 0x00, 0xff, 0xff, 0x0c, 0x00, 0xff, 0xff, 0x02, 0x00,
    0x02, 0x00, 0x11, 0x00, 0x04, 0x00, 0x50, 0x00, 0x03, 0x00, 0x02, 0x00, 0x04, 0x00,
    0x04, 0x00, 0x0e, 0x00, 0x06, 0x00, 0x10, 0x00, 0x01, 0x00, 0x28, 0x00, 0x13, 0x00,
};

static void the_writer_writes_the_published_bytes(void **state)
{
    (void)state;
    static const uint32_t wanted[CHROME1_DROPS] = {
        [CHROME1_AT_ZERO] = 1, [CHROME1_LENGTH] = 2, [CHROME1_NOT_BY_SP] = 2,
        [CHROME1_FAR_CFA] = 2, [CHROME1_FAR_RA] = 1, [CHROME1_NO_ROWS] = 1,
    };
    uint32_t drops[CHROME1_DROPS];
    struct buffer out = {0};

    chrome1_write(published, COUNT(published), CHROME1_COUNT_OF_ROWS, &out, drops);
    assert_int_equal(out.size, sizeof(published_file));
    assert_memory_equal(out.bytes, published_file, sizeof(published_file));
    assert_memory_equal(drops, wanted, sizeof(drops));
    free(out.bytes);
    out = (struct buffer){0};
    chrome1_write(published, COUNT(published), CHROME1_COUNT_OF_BYTES, &out, drops);
    assert_int_equal(out.size, sizeof(published_file));
    assert_int_equal(out.bytes[0], 36);
    assert_memory_equal(out.bytes + 1, published_file + 1, sizeof(published_file) - 1);
    free(out.bytes);
}

/* One of the readers finds no rule in a function whose first row has no return address. */
static void what_the_writer_wrote_is_read_as_it_was(void **state)
{
    (void)state;
    static const struct vector near[] = {
        {0x1e4, NOTHING, FRAME(0, BY_LR)}, SAME_FRAME(0x1e6, 16, 4),
        SAME_FRAME(0x1e8, 80, 4),          SAME_FRAME(0x294, 80, 4),
        SAME_FRAME(0x295, 80, 4),          NONE_AT(0x296),
        {0x970, FRAME(4, 0), NOTHING},     {0x972, FRAME(12, 8), NOTHING},
        {0x974, FRAME(16, 8), NOTHING},    NONE_AT(0x990),
    };
    static const struct vector far[] = {
        START_AT(0xe24),
        SAME_FRAME(0xe4c, 16, 12),
        NONE_AT(0xe62),
    };
    struct subject subject;

    subject_set_up(&subject, published_file, sizeof(published_file), 0xe1a000, 0);
    subject_expect_all(&subject, 0xe1a000, near, COUNT(near));
    subject_free(&subject);
    subject_set_up(&subject, published_file, sizeof(published_file), 0x3b92000, 0);
    subject_expect_all(&subject, 0x3b92000, far, COUNT(far));
    subject_free(&subject);
}

/*
 * No end is stored between functions that are next to each other, or nearly. Equal records are
 * stored once.
 */
static void equal_records_are_stored_once(void **state)
{
    (void)state;
    static const struct chrome1_function functions[] = {
        FUNCTION(0x100, 0x10, rows_a),
        FUNCTION(0x114, 0x10, rows_b),
        FUNCTION(0x124, 0x10, rows_a),
        FUNCTION(0x13a, 0x10, rows_a),
    };
    static const uint16_t wanted[] = {6,     0, 0x100, 0, 0x114, 0, 0x124, 0,      0x136, 0,
                                      0x13a, 0, 0x14c, 0, 0,     5, 0,     0xffff, 0,     0xffff};
    uint32_t drops[CHROME1_DROPS];
    struct buffer out = {0};

    chrome1_write(functions, COUNT(functions), CHROME1_COUNT_OF_ROWS, &out, drops);
    assert_int_equal(out.size, sizeof(wanted) + 2 * (5 + 7));
    assert_memory_equal(out.bytes, wanted, sizeof(wanted));
    free(out.bytes);
}

/*
 * The index has 16 bits for the halfword where a record starts. The highest value means: no record.
 */
static void records_end_where_the_index_does(void **state)
{
    (void)state;
    enum { MANY = 22000, FIT = 21845 };
    struct chrome1_function *functions = calloc(MANY, sizeof(*functions));
    struct chrome1_row *rows = calloc(MANY, sizeof(*rows));
    uint32_t drops[CHROME1_DROPS];
    struct buffer out = {0};

    assert_true(functions && rows);
    for (uint32_t i = 0; i < MANY; i++) {
        rows[i] = (struct chrome1_row){2 + 2 * (i / 16000), 4 * (i % 16000) + 4, 4};
        functions[i] = (struct chrome1_function){0x1000 + 16 * i, 16, &rows[i], 1};
    }
    chrome1_write(functions, MANY, CHROME1_COUNT_OF_ROWS, &out, drops);
    assert_int_equal(drops[CHROME1_NO_ROOM], MANY - FIT);
    assert_int_equal(out.size, 4 + 6 * (FIT + 1) + 6 * FIT);
    free(out.bytes);
    free(functions);
    free(rows);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_writer_writes_the_published_bytes),
        cmocka_unit_test(what_the_writer_wrote_is_read_as_it_was),
        cmocka_unit_test(equal_records_are_stored_once),
        cmocka_unit_test(records_end_where_the_index_does),
    };
    return cmocka_run_group_tests_name("chrome1_write", tests, NULL, NULL);
}
