/* SPDX-License-Identifier: MIT */
/* Opening a table: what is refused and why, build id, checksums. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crc32.h"
#include "world.h"

static const uint8_t build_id[5] = {0xde, 0xad, 0xbe, 0xef, 0x42};
static const struct handmade_entry rows[] = {ENTRY(4, 0), ENTRY(6, 1)};
static const struct handmade_range ranges[] = {RANGE(WORLD_CODE, rows, 2)};
static const uint32_t rules[] = {RULE_LEAF, RULE_R4_LR};
static const struct handmade good = {
    .ranges = ranges,
    .ranges_count = 1,
    .rules = rules,
    .rules_count = 2,
    .build_id = build_id,
    .build_id_size = sizeof(build_id),
};

/* Opens a copy at the end of a block of exactly SIZE bytes, so that a sanitizer sees a byte too far. */
static enum bobbin_table_error open_copy(const uint8_t *bytes, uint32_t size, const uint8_t *id,
                                         uint32_t id_size)
{
    struct bobbin_table table;
    uint8_t *copy = malloc(size ? size : 1);
    enum bobbin_table_error error;

    assert_non_null(copy);
    memcpy(copy, bytes, size);
    error = bobbin_table_open(&table, size ? copy : copy + 1, size, 0, id, id_size);
    free(copy);
    return error;
}

static void a_good_table_opens(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];
    uint32_t size = handmade_write(&good, bytes);

    assert_int_equal(open_copy(bytes, size, NULL, 0), BOBBIN_TABLE_OK);
    assert_int_equal(open_copy(bytes, size, build_id, sizeof(build_id)), BOBBIN_TABLE_OK);
}

static void room_behind_the_table_is_allowed(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX] = {0};
    uint32_t size = handmade_write(&good, bytes);

    assert_int_equal(open_copy(bytes, size + 100, NULL, 0), BOBBIN_TABLE_OK);
}

/* Elsewhere there is no table: words of one are read as words. */
static void only_a_multiple_of_4_is_where_a_table_may_be(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX + 8];
    struct bobbin_table table;

    for (uint32_t shift = 0; shift < 8; shift++) {
        uint32_t size = handmade_write(&good, bytes + shift);
        assert_int_equal(bobbin_table_open(&table, bytes + shift, size, 0, NULL, 0),
                         shift % 4 ? BOBBIN_TABLE_EMPTY : BOBBIN_TABLE_OK);
        if (shift % 4 == 0)
            assert_int_equal(bobbin_table_verify(&table), BOBBIN_TABLE_OK);
    }
}

static void every_shorter_length_is_refused(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];
    uint32_t size = handmade_write(&good, bytes);

    for (uint32_t length = 0; length < size; length++)
        assert_int_equal(open_copy(bytes, length, NULL, 0),
                         length < 24 ? BOBBIN_TABLE_EMPTY : BOBBIN_TABLE_TRUNCATED);
}

/* The size in the header is cut as well: then some part ends behind the table. */
static void every_shorter_size_in_the_header_is_refused(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];
    uint32_t size = handmade_write(&good, bytes);

    for (uint32_t length = 16; length < size; length++) {
        handmade_write(&good, bytes);
        handmade_seal(bytes, length);
        assert_int_not_equal(open_copy(bytes, length, build_id, sizeof(build_id)), BOBBIN_TABLE_OK);
    }
}

static void a_space_never_filled_is_empty(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[64];
    static const uint8_t fillers[] = {0x00, 0xff, 0xaa};

    for (uint32_t i = 0; i < sizeof(fillers); i++) {
        memset(bytes, fillers[i], sizeof(bytes));
        assert_int_equal(open_copy(bytes, sizeof(bytes), NULL, 0), BOBBIN_TABLE_EMPTY);
    }
}

/*
 * One field of the good table overwritten: 24 bytes of header, 8 of build id with its padding, 24 of its range, 8 of
 * rules, 4 of ENTRIES, 4 of INDEX.
 */
static void each_wrong_field_has_its_error(void **state)
{
    (void)state;
    static const struct {
        uint32_t at, size_bytes, value;
        enum bobbin_table_error error;
    } cases[] = {
        {4, 1, 2, BOBBIN_TABLE_VERSION},            /* major */
        {4, 1, 0, BOBBIN_TABLE_VERSION},            /* major */
        {6, 1, 255, BOBBIN_TABLE_CORRUPT},          /* directory behind the end */
        {6, 1, 2, BOBBIN_TABLE_CORRUPT},            /* so that RULES are */
        {7, 1, 33, BOBBIN_TABLE_CORRUPT},           /* build id, so that RULES are */
        {7, 1, 255, BOBBIN_TABLE_CORRUPT},          /* build id behind the end */
        {7, 1, 4, BOBBIN_TABLE_IMAGE},              /* a shorter build id */
        {8, 4, 0x80000000, BOBBIN_TABLE_TRUNCATED}, /* a table of 2 GiB */
        {20, 2, 0xffff, BOBBIN_TABLE_CORRUPT},      /* ranges behind the end */
        {20, 2, 2, BOBBIN_TABLE_CORRUPT},           /* one of two */
        {22, 2, 8, BOBBIN_TABLE_OK},                /* runs: 16 bytes, all that are left */
        {22, 2, 9, BOBBIN_TABLE_CORRUPT},           /* one too many */
        {22, 2, 0xffff, BOBBIN_TABLE_CORRUPT},      /* runs behind the end */
        {24, 1, 0, BOBBIN_TABLE_IMAGE},             /* another build id */
        {40, 4, 70, BOBBIN_TABLE_CORRUPT},          /* INDEX behind the end */
        {40, 4, 0x7f000000, BOBBIN_TABLE_CORRUPT},  /* the same */
        {40, 4, 0xffffffff, BOBBIN_TABLE_CORRUPT},  /* which is before the start in 32 bits */
        {44, 4, 72, BOBBIN_TABLE_CORRUPT},          /* ENTRIES behind the end */
        {44, 4, 0xffffffff, BOBBIN_TABLE_CORRUPT},  /* the same */
        {48, 4, 73, BOBBIN_TABLE_CORRUPT},          /* ROWS behind the end, though there are none */
    };
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];

    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t size = handmade_write(&good, bytes);
        assert_int_equal(size, 72);
        memcpy(bytes + cases[i].at, &cases[i].value, cases[i].size_bytes);
        enum bobbin_table_error error = open_copy(bytes, size, build_id, sizeof(build_id));
        if (error != cases[i].error)
            fail_msg("field at %u = 0x%x: error %u", cases[i].at, cases[i].value, error);
    }
}

/* Whatever room there is said to be. */
static void a_table_of_2_gib_is_corrupt(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0x80000000, 0xfffffffc, 0xffffffff};
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];
    struct bobbin_table table;

    handmade_write(&good, bytes);
    for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        memcpy(bytes + 8, &sizes[i], 4);
        assert_int_equal(bobbin_table_open(&table, bytes, 0xffffffff, 0, NULL, 0),
                         BOBBIN_TABLE_CORRUPT);
    }
}

/* As many as the header can tell of, without ranges. */
static void any_number_of_optional_sections_is_read(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[24 + 255 * 8] = {0xb0, 'B', 'B', 'N', 1, 0, 255, 0};

    handmade_seal(bytes, sizeof(bytes));
    assert_int_equal(open_copy(bytes, sizeof(bytes), NULL, 0), BOBBIN_TABLE_OK);
    bytes[24 + 254 * 8 + 2] = 2; /* a flag that nobody knows */
    assert_int_equal(open_copy(bytes, sizeof(bytes), NULL, 0), BOBBIN_TABLE_OK);
    bytes[24 + 254 * 8 + 2] = 1; /* required */
    assert_int_equal(open_copy(bytes, sizeof(bytes), NULL, 0), BOBBIN_TABLE_VERSION);
}

/* But for 7. */
static void required_sections_of_any_other_type_are_refused(void **state)
{
    (void)state;
    struct handmade later = good;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];

    later.extra_flags = 1;
    for (later.extra_type = 1; later.extra_type < 0x10000;
         later.extra_type += later.extra_type < 9 ? 1 : 251)
        assert_int_equal(open_copy(bytes, handmade_write(&later, bytes), NULL, 0),
                         later.extra_type == 7 ? BOBBIN_TABLE_OK : BOBBIN_TABLE_VERSION);
}

static void another_build_id_is_another_image(void **state)
{
    (void)state;
    struct handmade other = good;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];

    for (other.build_id_size = 0; other.build_id_size < sizeof(build_id); other.build_id_size++) {
        uint32_t size = handmade_write(&other, bytes);
        assert_int_equal(open_copy(bytes, size, build_id, sizeof(build_id)), BOBBIN_TABLE_IMAGE);
        assert_int_equal(open_copy(bytes, size, NULL, 0), BOBBIN_TABLE_OK);
    }
    for (uint32_t asked = 1; asked < sizeof(build_id); asked++)
        assert_int_equal(open_copy(bytes, handmade_write(&good, bytes), build_id, asked),
                         BOBBIN_TABLE_IMAGE);
}

static void a_higher_minor_and_an_optional_section_are_read(void **state)
{
    (void)state;
    struct handmade later = good;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];
    uint32_t size;

    later.extra_type = 99;
    size = handmade_write(&later, bytes);
    bytes[5] = 7;
    assert_int_equal(open_copy(bytes, size, NULL, 0), BOBBIN_TABLE_OK);
    later.extra_flags = 1;
    size = handmade_write(&later, bytes);
    assert_int_equal(open_copy(bytes, size, NULL, 0), BOBBIN_TABLE_VERSION);
}

static void every_flipped_bit_fails_verification(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];
    uint32_t size = handmade_write(&good, bytes);
    struct bobbin_table table;

    assert_int_equal(bobbin_table_open(&table, bytes, size, 0, NULL, 0), BOBBIN_TABLE_OK);
    assert_int_equal(bobbin_table_verify(&table), BOBBIN_TABLE_OK);
    for (uint32_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_equal(bobbin_table_verify(&table), BOBBIN_TABLE_CORRUPT);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

/* Check value of CRC-32/ISO-HDLC in Ross Williams' and Greg Cook's catalogues. */
static void crc32_has_the_published_check_value(void **state)
{
    (void)state;
    const uint8_t *text = (const uint8_t *)"123456789";

    assert_int_equal(bobbin_crc32(0, text, 9), 0xcbf43926);
    assert_int_equal(bobbin_crc32(bobbin_crc32(0, text, 4), text + 4, 5), 0xcbf43926);
    assert_int_equal(bobbin_crc32(0, text, 0), 0);
    assert_int_equal(handmade_crc32(0, text, 9), 0xcbf43926);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_table_opens),
        cmocka_unit_test(room_behind_the_table_is_allowed),
        cmocka_unit_test(only_a_multiple_of_4_is_where_a_table_may_be),
        cmocka_unit_test(every_shorter_length_is_refused),
        cmocka_unit_test(every_shorter_size_in_the_header_is_refused),
        cmocka_unit_test(a_space_never_filled_is_empty),
        cmocka_unit_test(each_wrong_field_has_its_error),
        cmocka_unit_test(a_table_of_2_gib_is_corrupt),
        cmocka_unit_test(any_number_of_optional_sections_is_read),
        cmocka_unit_test(required_sections_of_any_other_type_are_refused),
        cmocka_unit_test(another_build_id_is_another_image),
        cmocka_unit_test(a_higher_minor_and_an_optional_section_are_read),
        cmocka_unit_test(every_flipped_bit_fails_verification),
        cmocka_unit_test(crc32_has_the_published_check_value),
    };
    return cmocka_run_group_tests_name("core_open", tests, NULL, NULL);
}
