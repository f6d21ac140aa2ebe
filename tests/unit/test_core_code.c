/* SPDX-License-Identifier: MIT */
/* The checksum of the code that a table describes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

static const struct handmade_entry rows[] = {ENTRY(4, 0), ENTRY(6, 1)};
static const uint32_t rules[] = {RULE_LEAF, RULE_R4_LR};

/* Two ranges, so that the check continues in the second one. They have 20 and 8 bytes. */
static const struct handmade_entry few_rows[] = {ENTRY(4, 0)};
static const struct handmade_range two_ranges[] = {RANGE(WORLD_CODE, rows, 2),
                                                   RANGE(WORLD_CODE + 64, few_rows, 1)};

static void set_up_code(struct world *world, int32_t crc_error)
{
    struct handmade table = {.rules = rules, .rules_count = 2};
    uint8_t code[WORLD_CODE_BYTES];

    for (uint32_t i = 0; i < WORLD_CODE_BYTES; i++)
        code[i] = (uint8_t)(3 * i + 1);
    table.ranges = two_ranges;
    table.ranges_count = 2;
    table.code_crc = handmade_crc32(handmade_crc32(0, code, 20), code + 64, 8);
    table.code_crc += (uint32_t)crc_error;
    world_set_up(world, &table);
    memcpy(world->code, code, sizeof(code));
}

static enum bobbin_table_error check_code(struct world *world, uint32_t piece_bytes,
                                          uint32_t *steps)
{
    struct bobbin_code_check check = {0};
    enum bobbin_table_error error;

    *steps = 0;
    do {
        uint32_t reads = world->reads;
        error = bobbin_code_check_step(&check, &world->tables[0], &world->env, piece_bytes);
        assert_true(2 * (world->reads - reads) <= piece_bytes);
        ++*steps;
        assert_true(*steps < 100);
    } while (error == BOBBIN_TABLE_OK && !check.done);
    return error;
}

static void code_is_checked_in_pieces_of_any_size(void **state)
{
    (void)state;
    struct world world;
    uint32_t steps;

    set_up_code(&world, 0);
    for (uint32_t piece = 2; piece < 40; piece++)
        assert_int_equal(check_code(&world, piece, &steps), BOBBIN_TABLE_OK);
    assert_int_equal(check_code(&world, 2, &steps), BOBBIN_TABLE_OK);
    assert_true(steps >= 14);
}

static void code_is_checked_where_it_runs(void **state)
{
    (void)state;
    static const struct handmade_range linked[] = {RANGE(0x100, rows, 2)};
    struct handmade table = {.ranges = linked, .ranges_count = 1, .rules = rules, .rules_count = 2};
    struct world world;
    uint32_t steps;

    set_up_code(&world, 0);
    table.code_crc = handmade_crc32(0, world.code, 20);
    world_add_table(&world, &table, WORLD_CODE - 0x100);
    world.tables[0] = world.tables[1];
    assert_int_equal(check_code(&world, 8, &steps), BOBBIN_TABLE_OK);
}

/* bobbin.h: the core reads code at even addresses only. world.c fails the test on any other. */
static void a_range_at_an_odd_address_is_corrupt(void **state)
{
    (void)state;
    static const struct handmade_range odd[] = {RANGE(WORLD_CODE + 1, rows, 2)};
    struct handmade table = {.ranges = odd, .ranges_count = 1, .rules = rules, .rules_count = 2};
    struct world world;
    uint32_t steps;

    world_set_up(&world, &table);
    assert_int_equal(check_code(&world, 8, &steps), BOBBIN_TABLE_CORRUPT);
}

static void other_code_is_another_image(void **state)
{
    (void)state;
    struct world world;
    uint32_t steps;

    set_up_code(&world, 1);
    assert_int_equal(check_code(&world, 8, &steps), BOBBIN_TABLE_IMAGE);
    set_up_code(&world, 0);
    world.code[64 + 7] ^= 1;
    assert_int_equal(check_code(&world, 8, &steps), BOBBIN_TABLE_IMAGE);
}

static void code_that_cannot_be_read_is_corrupt(void **state)
{
    (void)state;
    static const struct handmade_range far_away[] = {RANGE(0xfffff000, rows, 2)};
    struct handmade table = {.ranges_count = 1, .rules = rules, .rules_count = 2};
    struct world world;
    uint32_t steps;

    table.ranges = far_away;
    world_set_up(&world, &table);
    assert_int_equal(check_code(&world, 8, &steps), BOBBIN_TABLE_CORRUPT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_is_checked_in_pieces_of_any_size),
        cmocka_unit_test(code_is_checked_where_it_runs),
        cmocka_unit_test(a_range_at_an_odd_address_is_corrupt),
        cmocka_unit_test(other_code_is_another_image),
        cmocka_unit_test(code_that_cannot_be_read_is_corrupt),
    };
    return cmocka_run_group_tests_name("core_code", tests, NULL, NULL);
}
