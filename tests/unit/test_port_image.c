/* SPDX-License-Identifier: MIT */
/* Finds the build id in the notes of an image. Damaged notes must not be read beyond their end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "port/common/image_state.c"
#include "port_target.h"

const struct bobbin_config bobbin_config;

static const uint8_t good[] = {4, 0, 0,   0,   3,   0, 0,    0,    3,    0,
                               0, 0, 'G', 'N', 'U', 0, 0xa1, 0xb2, 0xc3, 0};
static const uint8_t other[] = {4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 'G', 'N', 'U', 0, 9, 0, 0, 0};

static void found(void **state)
{
    uint32_t size_bytes;

    (void)state;
    assert_ptr_equal(bobbin_build_id(good, sizeof(good), &size_bytes), good + 16);
    assert_int_equal(size_bytes, 3);
}

static void after_another_note(void **state)
{
    uint8_t notes[sizeof(other) + sizeof(good)];
    uint32_t size_bytes;

    (void)state;
    memcpy(notes, other, sizeof(other));
    memcpy(notes + sizeof(other), good, sizeof(good));
    assert_ptr_equal(bobbin_build_id(notes, sizeof(notes), &size_bytes),
                     notes + sizeof(other) + 16);
    assert_int_equal(size_bytes, 3);
}

static void expect_none(const uint8_t *notes, uint32_t notes_size)
{
    uint32_t size_bytes = 1;

    assert_null(bobbin_build_id(notes, notes_size, &size_bytes));
    assert_int_equal(size_bytes, 0);
}

static void none(void **state)
{
    (void)state;
    expect_none(good, 0);
    expect_none(other, sizeof(other));
    for (uint32_t size = 0; size < sizeof(good); size++)
        expect_none(good, size);
}

static void sizes_that_overflow(void **state)
{
    (void)state;
    for (uint32_t field = 0; field < 8; field += 4) {
        uint8_t notes[sizeof(good)];

        memcpy(notes, good, sizeof(good));
        memset(notes + field, 0xff, 4);
        expect_none(notes, sizeof(notes));
        notes[field] = 0xf0;
        expect_none(notes, sizeof(notes));
    }
}

static void empty_place(void **state)
{
    struct bobbin_image_state image;

    (void)state;
    bobbin_image_state(&image);
    assert_int_equal(image.error, BOBBIN_TABLE_EMPTY);
    assert_int_equal(image.build_id_size, 4);
}

static void good_table(void **state)
{
    struct bobbin_image_state image;

    (void)state;
    target_put_table();
    bobbin_image_state(&image);
    assert_int_equal(image.error, BOBBIN_TABLE_OK);
}

static void each_error_has_advice(void **state)
{
    (void)state;
    for (uint32_t error = BOBBIN_TABLE_OK; error <= BOBBIN_TABLE_IMAGE; error++)
        assert_true(strlen(bobbin_table_advice((enum bobbin_table_error)error)) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(found),
        cmocka_unit_test(after_another_note),
        cmocka_unit_test(none),
        cmocka_unit_test(sizes_that_overflow),
        cmocka_unit_test_setup(empty_place, target_set_up),
        cmocka_unit_test_setup(good_table, target_set_up),
        cmocka_unit_test(each_error_has_advice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
