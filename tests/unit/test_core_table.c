/* SPDX-License-Identifier: MIT */
/* From an address to its rule: ranges, rows, samples, wide numbers, several tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

/* What the tables say of ADDRESS; the rule is known by its cfa, which is 4 x NUMBER in these tables. */
static enum bobbin_stop ask(const struct world *world, uint32_t address, uint32_t *number)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    enum bobbin_stop stop = bobbin_rule_at(&world->env, address, NULL, &rule, &trust);

    *number = stop == BOBBIN_STOP_NONE ? (uint32_t)rule.cfa_offset / 4 : 0;
    return stop;
}

static void expect_rule(const struct world *world, uint32_t address, uint32_t number)
{
    uint32_t got;
    enum bobbin_stop stop = ask(world, address, &got);

    if (stop != BOBBIN_STOP_NONE || got != number)
        fail_msg("0x%08x: rule %u, stop %s; expected rule %u", address, got, bobbin_stop_name(stop),
                 number);
}

static void expect_stop(const struct world *world, uint32_t address, enum bobbin_stop expected)
{
    uint32_t got;
    enum bobbin_stop stop = ask(world, address, &got);

    if (stop != expected)
        fail_msg("0x%08x: %s; expected %s", address, bobbin_stop_name(stop),
                 bobbin_stop_name(expected));
}

#define RULES_MAX 600
static uint32_t numbered_rules[RULES_MAX];

static int number_rules(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < RULES_MAX; i++)
        numbered_rules[i] = COMPACT(13, i + 1, 0, 0, 0, 0);
    return 0;
}

static struct handmade numbered(const struct handmade_range *ranges, uint32_t ranges_count)
{
    return (struct handmade){.ranges = ranges,
                             .ranges_count = ranges_count,
                             .rules = numbered_rules,
                             .rules_count = RULES_MAX};
}

/* 5 ranges with gaps between them; the last ends where the address space does. */
static const struct handmade_row ends[] = {{2, 1}, {255, 2}, {1, 0}, {4, 3}};
static const struct handmade_range apart[] = {
    {0x00000000, ends, 4}, {0x00008000, ends, 4},   {0x00008000 + 2 * 262, ends, 2},
    {0x80000000, ends, 3}, {0u - 2 * 262, ends, 4},
};

static void rows_have_their_rules_from_first_to_last_byte(void **state)
{
    (void)state;
    struct handmade table = numbered(apart, 5);
    struct world world;

    world_set_up(&world, &table);
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t at = apart[i].start;
        for (uint32_t row = 0; row < apart[i].rows_count; row++) {
            uint32_t end = at + 2 * ends[row].halfwords;
            for (; at != end; at++) {
                if (ends[row].rule)
                    expect_rule(&world, at, ends[row].rule);
                else
                    expect_stop(&world, at, BOBBIN_STOP_NO_RULE);
            }
        }
    }
}

static void between_the_ranges_is_outside(void **state)
{
    (void)state;
    struct handmade table = numbered(apart, 5);
    struct world world;
    static const uint32_t outside[] = {2 * 262,           0x7fff,     0x8000 + 2 * (262 + 257),
                                       0x7fffffff,        0xfff00000, 0x80000000 + 2 * 258,
                                       0u - 2 * 262 - 1u, 0x10000000};

    world_set_up(&world, &table);
    for (uint32_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++)
        expect_stop(&world, outside[i], BOBBIN_STOP_PC_OUTSIDE);
}

static void no_range_at_all_is_outside(void **state)
{
    (void)state;
    struct handmade table = numbered(apart, 0);
    struct world world;

    world_set_up(&world, &table);
    expect_stop(&world, 0, BOBBIN_STOP_PC_OUTSIDE);
    world.env.tables_count = 0;
    expect_stop(&world, 0, BOBBIN_STOP_PC_OUTSIDE);
}

/* Every number of rows from 1 to 50, so that the last sample covers 1 to 16 of them. */
static void every_row_is_found_whatever_their_number(void **state)
{
    (void)state;
    struct handmade_row rows[50];
    struct world world;

    for (uint32_t i = 0; i < 50; i++)
        rows[i] = (struct handmade_row){1 + i % 7, 1 + i};
    for (uint32_t count = 1; count <= 50; count++) {
        const struct handmade_range range[] = {{WORLD_CODE, rows, count}};
        struct handmade table = numbered(range, 1);
        uint32_t at = WORLD_CODE;

        world_set_up(&world, &table);
        for (uint32_t i = 0; i < count; i++) {
            expect_rule(&world, at, i + 1);
            at += 2 * rows[i].halfwords;
            expect_rule(&world, at - 1, i + 1);
        }
        expect_stop(&world, at, BOBBIN_STOP_PC_OUTSIDE);
    }
}

/* Rows of all sorts of numbers; those from 255 on stand in the wide section, by address. */
static void rule_numbers_from_255_on_are_wide(void **state)
{
    (void)state;
    static const struct handmade_row first[] = {{1, 254}, {1, 255}, {2, 256}, {1, 1}, {1, 600}};
    static const struct handmade_row second[] = {{1, 300}, {1, 2}, {1, 255}};
    static const struct handmade_range two[] = {{0x100, first, 5}, {0x9000, second, 3}};
    struct handmade table = numbered(two, 2);
    struct world world;

    world_set_up(&world, &table);
    expect_rule(&world, 0x100, 254);
    expect_rule(&world, 0x102, 255);
    expect_rule(&world, 0x104, 256);
    expect_rule(&world, 0x107, 256);
    expect_rule(&world, 0x108, 1);
    expect_rule(&world, 0x10a, 600);
    expect_rule(&world, 0x9000, 300);
    expect_rule(&world, 0x9002, 2);
    expect_rule(&world, 0x9004, 255);
}

static void rules_from_exidx_first_on_say_so(void **state)
{
    (void)state;
    static const struct handmade_row rows[] = {{1, 1}, {1, 2}, {1, 3}};
    static const struct handmade_range range[] = {{WORLD_CODE, rows, 3}};
    struct handmade table = numbered(range, 1);
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    struct world world;

    table.exidx_first = 2;
    world_set_up(&world, &table);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(bobbin_rule_at(&world.env, WORLD_CODE + 2 * i, NULL, &rule, &trust),
                         BOBBIN_STOP_NONE);
        assert_int_equal(trust, i < 1 ? BOBBIN_TRUST_TABLE : BOBBIN_TRUST_EXIDX);
    }
}

static void a_moved_image_is_found_where_it_runs(void **state)
{
    (void)state;
    static const struct handmade_row rows[] = {{4, 7}, {4, 300}};
    static const struct handmade_range here[] = {{WORLD_CODE, rows, 1}};
    static const struct handmade_range linked[] = {{0x1000, rows, 2}};
    static const uint32_t biases[] = {0x20000000, 0xfffff800, 0xfffff000};
    struct handmade first = numbered(here, 1), second = numbered(linked, 1);
    struct world world;

    for (uint32_t i = 0; i < 3; i++) {
        world_set_up(&world, &first);
        world_add_table(&world, &second, biases[i]);
        expect_rule(&world, 0x1000 + biases[i], 7);
        expect_rule(&world, 0x1008 + biases[i], 300);
        expect_stop(&world, 0x1010 + biases[i], BOBBIN_STOP_PC_OUTSIDE);
        expect_stop(&world, 0x0fff + biases[i], BOBBIN_STOP_PC_OUTSIDE);
        expect_stop(&world, 0x1000, BOBBIN_STOP_PC_OUTSIDE);
    }
}

/* Tables are asked in their order; an address without a rule in its own table is not asked on. */
static void the_first_table_that_has_the_address_answers(void **state)
{
    (void)state;
    static const struct handmade_row first_rows[] = {{4, 1}, {4, 0}};
    static const struct handmade_row second_rows[] = {{12, 2}};
    static const struct handmade_range first_range[] = {{WORLD_CODE, first_rows, 2}};
    static const struct handmade_range second_range[] = {{WORLD_CODE, second_rows, 1}};
    struct handmade first = numbered(first_range, 1), second = numbered(second_range, 1);
    struct world world;

    world_set_up(&world, &first);
    world_add_table(&world, &second, 0);
    expect_rule(&world, WORLD_CODE, 1);
    expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_NO_RULE);
    expect_rule(&world, WORLD_CODE + 16, 2);
}

/* Contents are checked when they are used: these are overwritten once the table is open. */
static const struct handmade_row two_rows[] = {{4, 1}, {4, 600}};
static const struct handmade_range two_rows_range[] = {{WORLD_CODE, two_rows, 2}};

static void set_up_two_rows(struct world *world)
{
    struct handmade table = numbered(two_rows_range, 1);

    world_set_up(world, &table);
}

static void a_range_with_impossible_rows_is_corrupt(void **state)
{
    (void)state;
    /* The last one is 2 bytes of rows when they are counted in 32 bits. */
    static const uint32_t values[] = {3, 0x7fffffff, 0x80000000, 0xffffffff, 0x71c71c71};
    struct world world;

    for (uint32_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        for (uint32_t field = 8; field <= 12; field += 4) { /* offset of the rows, rows_count */
            set_up_two_rows(&world);
            memcpy(world.bytes[0] + world.tables[0].ranges + field, &values[i], 4);
            expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
        }
}

static void rows_that_do_not_tile_their_range_are_corrupt(void **state)
{
    (void)state;
    struct world world;

    set_up_two_rows(&world);
    world.bytes[0][world.tables[0].rows + 4 + 1] = 0; /* the second row's length */
    expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
    set_up_two_rows(&world);
    world.bytes[0][world.tables[0].rows + 1] = 1; /* the sample, 256 behind the start */
    expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
}

static void rule_numbers_without_a_rule_are_corrupt(void **state)
{
    (void)state;
    struct world world;

    set_up_two_rows(&world);
    world.bytes[0][world.tables[0].wide] ^= 2; /* the address of the only wide number */
    expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
    set_up_two_rows(&world);
    world.bytes[0][world.tables[0].rules] = 0; /* 512 rules instead of 600 */
    expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
    world.tables[0].rules_size = 0;
    expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_have_their_rules_from_first_to_last_byte),
        cmocka_unit_test(between_the_ranges_is_outside),
        cmocka_unit_test(no_range_at_all_is_outside),
        cmocka_unit_test(every_row_is_found_whatever_their_number),
        cmocka_unit_test(rule_numbers_from_255_on_are_wide),
        cmocka_unit_test(rules_from_exidx_first_on_say_so),
        cmocka_unit_test(a_moved_image_is_found_where_it_runs),
        cmocka_unit_test(the_first_table_that_has_the_address_answers),
        cmocka_unit_test(a_range_with_impossible_rows_is_corrupt),
        cmocka_unit_test(rows_that_do_not_tile_their_range_are_corrupt),
        cmocka_unit_test(rule_numbers_without_a_rule_are_corrupt),
    };
    return cmocka_run_group_tests_name("core_table", tests, number_rules, NULL);
}
