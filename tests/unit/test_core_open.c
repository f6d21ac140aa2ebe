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
static const struct handmade_entry rows[] = {ENTRY(4, 1), ENTRY(6, 2)};
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
                         length < 4 ? BOBBIN_TABLE_EMPTY : BOBBIN_TABLE_TRUNCATED);
}

/* The size in the header is cut as well: then the directory points behind the end. */
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

/* One field of the good table overwritten; 8 bytes of build id with its padding stand at 20. */
static void each_wrong_field_has_its_error(void **state)
{
    (void)state;
    static const struct {
        uint32_t at, size_bytes, value;
        enum bobbin_table_error error;
    } cases[] = {
        {4, 1, 2, BOBBIN_TABLE_VERSION},               /* major */
        {4, 1, 0, BOBBIN_TABLE_VERSION},               /* major */
        {6, 1, 255, BOBBIN_TABLE_CORRUPT},             /* directory behind the end */
        {7, 1, 33, BOBBIN_TABLE_CORRUPT},              /* build_id_size above the most allowed */
        {7, 1, 255, BOBBIN_TABLE_CORRUPT},             /* build id behind the end */
        {8, 4, 0x80000000, BOBBIN_TABLE_CORRUPT},      /* a table of 2 GiB */
        {20, 1, 0, BOBBIN_TABLE_IMAGE},                /* another build id */
        {28, 2, 99, BOBBIN_TABLE_VERSION},             /* a required section of a type unknown */
        {28 + 4, 4, 0x7f000000, BOBBIN_TABLE_CORRUPT}, /* section behind the end */
        {28 + 4, 4, 0xffffffff, BOBBIN_TABLE_CORRUPT}, /* whose padded size is 0 in 32 bits */
        {28 + 28, 4, 7, BOBBIN_TABLE_CORRUPT},         /* RULES without room for its header */
    };
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];

    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t size = handmade_write(&good, bytes);
        memcpy(bytes + cases[i].at, &cases[i].value, cases[i].size_bytes);
        enum bobbin_table_error error = open_copy(bytes, size, build_id, sizeof(build_id));
        if (error != cases[i].error)
            fail_msg("field at %u = 0x%x: error %u", cases[i].at, cases[i].value, error);
    }
}

/* 17 optional sections without contents: nothing is wrong with them but their number. */
static void too_many_sections_are_corrupt(void **state)
{
    (void)state;
    _Alignas(4) uint8_t bytes[20 + 17 * 8] = {0xb0, 'B', 'B', 'N', 1, 0, 16, 0};

    handmade_seal(bytes, sizeof(bytes));
    assert_int_equal(open_copy(bytes, sizeof(bytes), NULL, 0), BOBBIN_TABLE_OK);
    bytes[6] = 17;
    assert_int_equal(open_copy(bytes, sizeof(bytes), NULL, 0), BOBBIN_TABLE_CORRUPT);
}

static void a_last_section_without_its_padding_is_corrupt(void **state)
{
    (void)state;
    static const uint32_t long_rules[] = {LONG_WORD(RULE_R4_LR, 0)};
    struct handmade table = good;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];
    uint32_t size;

    table.long_rules = long_rules;
    table.long_rules_size = 5;
    size = handmade_write(&table, bytes);
    for (uint32_t cut = 1; cut < 4; cut++) {
        handmade_seal(bytes, size - cut);
        assert_int_equal(open_copy(bytes, size - cut, NULL, 0), BOBBIN_TABLE_CORRUPT);
    }
}

/* But for what is behind ENTRIES, of which a reader that has lost its way reads up to 8 bytes. */
static void sections_may_have_any_order(void **state)
{
    (void)state;
    struct handmade table = good;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];

    for (table.rotation = 0; table.rotation < 7; table.rotation++) {
        uint32_t size = handmade_write(&table, bytes);
        bool entries_last = table.rotation == 3 || table.rotation == 4;
        assert_int_equal(open_copy(bytes, size, NULL, 0),
                         entries_last ? BOBBIN_TABLE_CORRUPT : BOBBIN_TABLE_OK);
    }
}

/* The same. */
static void rows_have_8_bytes_of_the_table_behind_them(void **state)
{
    (void)state;
    static const struct handmade_row row[] = {{1, 2, 1}};
    static const struct handmade_entry entries[] = {
        ENTRY(4, 1), {.halfwords = 6, .rule = 2, .rows = row, .rows_count = 1}};
    static const struct handmade_range with_rows[] = {RANGE(WORLD_CODE, entries, 2)};
    static const uint32_t long_rules[] = {LONG_WORD(RULE_R4_LR, 0)};
    struct handmade table = good;
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];

    table.ranges = with_rows;
    table.long_rules = long_rules;
    for (table.long_rules_size = 1; table.long_rules_size < 6; table.long_rules_size += 4) {
        table.rotation = 6; /* RULES and LONG_RULES stand behind ROWS */
        assert_int_equal(open_copy(bytes, handmade_write(&table, bytes), NULL, 0), BOBBIN_TABLE_OK);
        table.rotation = 4; /* nothing does */
        assert_int_equal(open_copy(bytes, handmade_write(&table, bytes), NULL, 0),
                         BOBBIN_TABLE_CORRUPT);
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
        cmocka_unit_test(too_many_sections_are_corrupt),
        cmocka_unit_test(a_last_section_without_its_padding_is_corrupt),
        cmocka_unit_test(sections_may_have_any_order),
        cmocka_unit_test(rows_have_8_bytes_of_the_table_behind_them),
        cmocka_unit_test(another_build_id_is_another_image),
        cmocka_unit_test(a_higher_minor_and_an_optional_section_are_read),
        cmocka_unit_test(every_flipped_bit_fails_verification),
        cmocka_unit_test(crc32_has_the_published_check_value),
    };
    return cmocka_run_group_tests_name("core_open", tests, NULL, NULL);
}
