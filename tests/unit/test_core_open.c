/* SPDX-License-Identifier: MIT */
/* Opening a table: refused tables with their errors, build ids, checksums. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/format/crc32.h"
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

/* Opens a copy in an allocation of SIZE bytes, so that a sanitizer detects reads beyond it. */
static enum bobbin_table_error open_copy(const uint8_t *bytes, uint32_t size, const uint8_t *id,
                                         uint32_t id_size)
{
    struct bobbin_table table;
    uint8_t *copy = malloc(size ? size : 1);
    enum bobbin_table_error error;

    assert_non_null(copy);
    memcpy(copy, bytes, size);
    error = bobbin_table_open(&table, size ? copy : copy + 1, size, 0);
    if (error == BOBBIN_TABLE_OK)
        error = bobbin_table_match(&table, id, id_size);
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

static void room_after_the_table_is_allowed(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX] = {0};
    uint32_t size = handmade_write(&good, bytes);

    assert_int_equal(open_copy(bytes, size + 100, NULL, 0), BOBBIN_TABLE_OK);
}

/*
 * A table must be aligned to 4, because its words are read as words. Elsewhere, no table is found.
 */
static void only_a_multiple_of_4_is_where_a_table_may_be(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX + 8];
    struct bobbin_table table;

    for (uint32_t shift = 0; shift < 8; shift++) {
        uint32_t size = handmade_write(&good, bytes + shift);
        assert_int_equal(bobbin_table_open(&table, bytes + shift, size, 0),
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

/* The size in the header is shortened, too, so that a part reaches beyond the table. */
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
 * Overwrites one field of the good table: 24 bytes of header, 8 of build id with padding, 32 of the
 * range (from 32), 8 of rules, 4 of ENTRIES (at 72), 4 of INDEX (a group at 76, two counts at 78).
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
        {5, 1, 7, BOBBIN_TABLE_OK},                 /* minor */
        {6, 1, 255, BOBBIN_TABLE_OK},               /* reserved, ignored */
        {7, 1, 33, BOBBIN_TABLE_CORRUPT},           /* build id; RULES end outside the table */
        {7, 1, 255, BOBBIN_TABLE_CORRUPT},          /* build id outside the table */
        {7, 1, 6, BOBBIN_TABLE_IMAGE},              /* a longer build id */
        {8, 4, 0x80000000, BOBBIN_TABLE_TRUNCATED}, /* a table of 2 GiB */
        {20, 2, 0xffff, BOBBIN_TABLE_CORRUPT},      /* ranges outside the table */
        {20, 2, 2, BOBBIN_TABLE_CORRUPT},           /* two ranges, one exists */
        {22, 2, 8, BOBBIN_TABLE_OK},                /* runs: 16 bytes, all that is left */
        {22, 2, 9, BOBBIN_TABLE_CORRUPT},           /* one more */
        {22, 2, 0xffff, BOBBIN_TABLE_CORRUPT},      /* runs outside the table */
        {24, 1, 0, BOBBIN_TABLE_IMAGE},             /* another build id */
        {36, 4, 256, BOBBIN_TABLE_OK},              /* all of a page */
        {36, 4, 257, BOBBIN_TABLE_CORRUPT},         /* one page more than INDEX has */
        {36, 4, 0xffffffff, BOBBIN_TABLE_CORRUPT},  /* the same */
        {36, 4, 0, BOBBIN_TABLE_OK},                /* nothing: only other readers use it */
        {40, 4, 77, BOBBIN_TABLE_CORRUPT},          /* groups at an odd offset */
        {40, 4, 78, BOBBIN_TABLE_CORRUPT},          /* groups where the counts are */
        {40, 4, 80, BOBBIN_TABLE_CORRUPT},          /* groups after the counts */
        {40, 4, 0x7f000000, BOBBIN_TABLE_CORRUPT},  /* the same */
        {40, 4, 0xfffffffe, BOBBIN_TABLE_CORRUPT},  /* below the start, modulo 2^32 */
        {40, 4, 66, BOBBIN_TABLE_CORRUPT},          /* before the entries */
        {44, 4, 79, BOBBIN_TABLE_CORRUPT},          /* counts cut off */
        {44, 4, 80, BOBBIN_TABLE_CORRUPT},          /* outside the table */
        {44, 4, 0xffffffff, BOBBIN_TABLE_CORRUPT},  /* the same */
        {44, 4, 77, BOBBIN_TABLE_CORRUPT},          /* inside the groups */
        {48, 4, 80, BOBBIN_TABLE_OK},               /* ENTRIES after the groups, without bytes */
        {48, 4, 81, BOBBIN_TABLE_CORRUPT},          /* beyond the end */
        {48, 4, 0xffffffff, BOBBIN_TABLE_CORRUPT},  /* the same */
        {48, 4, 4, BOBBIN_TABLE_OK},                /* smallest offset: one word before it */
        {48, 4, 3, BOBBIN_TABLE_CORRUPT},           /* less than one word before it */
        {52, 1, 31, BOBBIN_TABLE_OK},               /* units of 2 GiB */
        {52, 1, 32, BOBBIN_TABLE_CORRUPT},          /* of 4 GiB */
        {54, 1, 31, BOBBIN_TABLE_OK},               /* as many pages in a group */
        {54, 1, 255, BOBBIN_TABLE_CORRUPT},         /* and more */
    };
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];

    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t size = handmade_write(&good, bytes);
        assert_int_equal(size, 80);
        memcpy(bytes + cases[i].at, &cases[i].value, cases[i].size_bytes);
        enum bobbin_table_error error = open_copy(bytes, size, build_id, sizeof(build_id));
        if (error != cases[i].error)
            fail_msg("field at %u = 0x%x: error %u", cases[i].at, cases[i].value, error);
    }
}

/* A table without ranges is valid. It has no rule for any address. */
static void a_table_without_ranges_opens(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[24] = {0xb0, 'B', 'B', 'N', 1};
    struct bobbin_table table;

    handmade_seal(bytes, sizeof(bytes));
    assert_int_equal(bobbin_table_open(&table, bytes, sizeof(bytes), 0), BOBBIN_TABLE_OK);
    assert_int_equal(table.first.size_bytes, 0);
}

/* Each of three ranges is checked. */
static void a_wrong_range_is_seen_wherever_it_is(void **state)
{
    (void)state;
    static const struct handmade_range three[] = {RANGE(WORLD_CODE, rows, 2),
                                                  RANGE(WORLD_CODE + 64, rows, 2),
                                                  RANGE(WORLD_CODE + 128, rows, 2)};
    struct handmade several = good;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];

    several.ranges = three;
    several.ranges_count = 3;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t size = handmade_write(&several, bytes);
        assert_int_equal(open_copy(bytes, size, NULL, 0), BOBBIN_TABLE_OK);
        bytes[32 + RANGE_BYTES * i + 20] = 32; /* unit shift */
        assert_int_equal(open_copy(bytes, size, NULL, 0), BOBBIN_TABLE_CORRUPT);
    }
}

/*
 * Four pages are one group. With a smaller group shift, INDEX would need more groups than it has.
 */
static void groups_that_are_not_there_are_corrupt(void **state)
{
    (void)state;
    static const struct handmade_entry long_rows[] = {ENTRY(256, 0), ENTRY(256, 1)};
    static const struct handmade_range pages[] = {
        {.start = WORLD_CODE, .entries = long_rows, .entries_count = 2, .group_shift = 2}};
    struct handmade of_pages = good;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];
    uint32_t size;

    of_pages.ranges = pages;
    size = handmade_write(&of_pages, bytes);
    for (uint32_t shift = 0; shift < 32; shift++) {
        bytes[32 + 22] = (uint8_t)shift;
        assert_int_equal(open_copy(bytes, size, NULL, 0),
                         shift < 2 ? BOBBIN_TABLE_CORRUPT : BOBBIN_TABLE_OK);
    }
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
    for (uint32_t bit = 0; bit < 8 * sizeof(build_id); bit++) {
        uint8_t wrong[sizeof(build_id)];
        memcpy(wrong, build_id, sizeof(wrong));
        wrong[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_equal(open_copy(bytes, handmade_write(&good, bytes), wrong, sizeof(wrong)),
                         BOBBIN_TABLE_IMAGE);
    }
}

static void every_flipped_bit_fails_verification(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];
    uint32_t size = handmade_write(&good, bytes);
    struct bobbin_table table;

    assert_int_equal(bobbin_table_open(&table, bytes, size, 0), BOBBIN_TABLE_OK);
    assert_int_equal(bobbin_table_verify(&table), BOBBIN_TABLE_OK);
    for (uint32_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_equal(bobbin_table_verify(&table), BOBBIN_TABLE_CORRUPT);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

/* The check value of CRC-32/ISO-HDLC, published by Ross Williams and Greg Cook. */
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
        cmocka_unit_test(room_after_the_table_is_allowed),
        cmocka_unit_test(only_a_multiple_of_4_is_where_a_table_may_be),
        cmocka_unit_test(every_shorter_length_is_refused),
        cmocka_unit_test(every_shorter_size_in_the_header_is_refused),
        cmocka_unit_test(a_space_never_filled_is_empty),
        cmocka_unit_test(each_wrong_field_has_its_error),
        cmocka_unit_test(a_table_without_ranges_opens),
        cmocka_unit_test(a_wrong_range_is_seen_wherever_it_is),
        cmocka_unit_test(groups_that_are_not_there_are_corrupt),
        cmocka_unit_test(another_build_id_is_another_image),
        cmocka_unit_test(every_flipped_bit_fails_verification),
        cmocka_unit_test(crc32_has_the_published_check_value),
    };
    return cmocka_run_group_tests_name("core_open", tests, NULL, NULL);
}
