/* SPDX-License-Identifier: MIT */
/* From an address to its rule: ranges, index, entries and their prefixes, explicit rows, several tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

/* The cfa of rule NUMBER: two registers, because an offset of 9 bits does not reach far enough. */
#define HALF_RULES           400u
#define CFA_REGISTER(number) ((number) <= HALF_RULES ? 13u : 12u)
#define CFA_WORDS(number)    ((number) <= HALF_RULES ? (number) : (number)-HALF_RULES)

/* What the tables say of ADDRESS; the rule is known by its cfa. No code is read. */
static enum bobbin_stop ask(const struct world *world, uint32_t address, uint32_t *number)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    enum bobbin_stop stop =
        bobbin_rule_at(&world->env, address, BOBBIN_KIND_EXACT, 0, &rule, &trust);

    *number = 0;
    if (stop == BOBBIN_STOP_NONE)
        *number = (uint32_t)rule.cfa_offset / 4 + (rule.cfa_register == 12 ? HALF_RULES : 0);
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
    for (uint32_t i = 1; i <= RULES_MAX; i++)
        numbered_rules[i - 1] = COMPACT(CFA_REGISTER(i), CFA_WORDS(i), 0, 0, 0, 0);
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
static const struct handmade_entry ends[] = {ENTRY(2, 1), ENTRY(255, 2), ENTRY(1, 0), ENTRY(4, 3)};
static const struct handmade_range apart[] = {
    RANGE(0x00000000, ends, 4), RANGE(0x00008000, ends, 4),   RANGE(0x00008000 + 2 * 262, ends, 2),
    RANGE(0x80000000, ends, 3), RANGE(0u - 2 * 262, ends, 4),
};

static void entries_have_their_rules_from_first_to_last_byte(void **state)
{
    (void)state;
    struct handmade table = numbered(apart, 5);
    struct world world;

    world_set_up(&world, &table);
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t at = apart[i].start;
        for (uint32_t entry = 0; entry < apart[i].entries_count; entry++) {
            uint32_t end = at + 2 * ends[entry].halfwords;
            for (; at != end; at++) {
                if (ends[entry].rule)
                    expect_rule(&world, at, ends[entry].rule);
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

/* Each entry of RANGE, from its first to its last byte. */
static void expect_entries(const struct handmade_range *range)
{
    struct handmade table = numbered(range, 1);
    uint32_t at = range->start;
    struct world world;

    world_set_up(&world, &table);
    for (uint32_t i = 0; i < range->entries_count; i++) {
        expect_rule(&world, at, range->entries[i].rule);
        at += 2 * range->entries[i].halfwords;
        expect_rule(&world, at - 1, range->entries[i].rule);
    }
    expect_stop(&world, at, BOBBIN_STOP_PC_OUTSIDE);
}

/* Every number of entries from 1 to 120, in blocks of all sizes: the last one is cut off anywhere. */
static void every_entry_is_found_whatever_their_number(void **state)
{
    (void)state;
    struct handmade_entry entries[120];

    for (uint32_t i = 0; i < 120; i++)
        entries[i] = (struct handmade_entry)ENTRY(1 + i * i % 71, 1 + i);
    for (uint32_t shift = 7; shift <= 31; shift += shift < 13 ? 1 : 6)
        for (uint32_t count = 1; count <= 120; count++) {
            struct handmade_range range = RANGE(WORLD_CODE, entries, count);
            range.block_shift = shift;
            expect_entries(&range);
        }
}

/* A length is 1, 2, 4 or 5 bytes. */
static void entries_of_all_lengths_are_found(void **state)
{
    (void)state;
    static const uint32_t lengths[] = {1,      0xdf,   0xe0,    0xff,    0x100,    0x7ff,   0xfff,
                                       0x1000, 0x1001, 0x10df,  0x10e0,  0x1fff,   0x2000,  0xf123,
                                       0xffff, 3,      0x10000, 0xfffff, 0x100000, 0x123456};
    struct handmade_entry entries[20];
    struct handmade_range range = RANGE(WORLD_CODE, entries, 16);

    for (uint32_t i = 0; i < 20; i++)
        entries[i] = (struct handmade_entry)ENTRY(lengths[i], 1 + i);
    for (range.block_shift = 8; range.block_shift < 23; range.block_shift++)
        expect_entries(&range);
    range.entries_count = 20; /* of more than 65535 halfwords: they are all in one block */
    for (; range.block_shift < 32; range.block_shift++)
        expect_entries(&range);
}

/* A number from 255 on stands in a prefix; so does each where entries have none. */
static void rule_numbers_of_two_bytes_are_prefixes(void **state)
{
    (void)state;
    static const struct handmade_entry entries[] = {
        ENTRY(1, 254), ENTRY(1, 255), ENTRY(2, 256),    ENTRY(1, 1),
        ENTRY(1, 600), ENTRY(1, 2),   ENTRY(4099, 300), ENTRY(8000, 3),
    };
    static const uint32_t hows[] = {0, HOW_CODE};

    for (uint32_t i = 0; i < 2; i++) {
        struct handmade_range range = RANGE(0x100, entries, 8);
        range.how = hows[i];
        expect_entries(&range);
    }
}

/* At most 128 entries start in a block, and the one that begins before it. */
static void blocks_are_searched_up_to_their_limit(void **state)
{
    (void)state;
    struct handmade_entry entries[200];
    struct handmade_range range = RANGE(WORLD_CODE, entries, 200);
    struct handmade table = numbered(&range, 1);
    struct world world;

    for (uint32_t i = 0; i < 200; i++)
        entries[i] = (struct handmade_entry)ENTRY(1, 1 + i);
    range.block_shift = 9;
    world_set_up(&world, &table);
    expect_rule(&world, WORLD_CODE + 2 * 128, 129);
    expect_stop(&world, WORLD_CODE + 2 * 129, BOBBIN_STOP_CORRUPT);
}

/* ---- explicit rows ------------------------------------------------------------------------------ */

static const struct handmade_row explicit_rows[] = {{0, 1, 11},     {0, 2, 12},  {3, 1, 0},
                                                    {200, 130, 13}, {1, 1, 254}, {0, 1, 600}};
static const struct handmade_entry entries_with_rows[] = {
    ENTRY(5, 1),
    {.halfwords = 400, .rule = 2, .rows = explicit_rows, .rows_count = 6},
    {.halfwords = 5000, .rule = 300, .rows = explicit_rows, .rows_count = 6},
    {.halfwords = 3, .rule = HANDMADE_CODE, .rows = explicit_rows, .rows_count = 2},
    ENTRY(5, 3),
};

/* What stands between the rows has the rule of the entry, ITS. */
static void expect_rows(const struct world *world, uint32_t at, uint32_t its)
{
    expect_rule(world, at, 11);
    expect_rule(world, at + 2, 12);
    expect_rule(world, at + 5, 12);
    expect_rule(world, at + 6, its);
    expect_rule(world, at + 11, its);
    expect_stop(world, at + 12, BOBBIN_STOP_NO_RULE);
    expect_rule(world, at + 14, its);
    expect_rule(world, at + 2 * 207 - 1, its);
    expect_rule(world, at + 2 * 207, 13);
    expect_rule(world, at + 2 * 337 - 1, 13);
    expect_rule(world, at + 2 * 337, its);
    expect_rule(world, at + 2 * 338, 254);
    expect_rule(world, at + 2 * 339, 600);
    expect_rule(world, at + 2 * 340, its);
}

static void explicit_rows_come_before_the_entry(void **state)
{
    (void)state;
    struct handmade_range ranges[] = {RANGE(0x100, entries_with_rows, 3),
                                      RANGE(0x9000, entries_with_rows, 5)};
    struct handmade table = numbered(ranges, 2);
    struct world world;

    world_set_up(&world, &table);
    for (uint32_t i = 0; i < 2; i++) {
        expect_rule(&world, ranges[i].start, 1);
        expect_rows(&world, ranges[i].start + 10, 2);
        expect_rows(&world, ranges[i].start + 810, 300);
    }
    expect_rule(&world, 0x9000 + 2 * 5405, 11);
    expect_rule(&world, 0x9000 + 2 * 5406, 12);
    expect_rule(&world, 0x9000 + 2 * 5408, 3);
}

/* ---- several tables ----------------------------------------------------------------------------- */

static void rules_from_exidx_first_on_say_so(void **state)
{
    (void)state;
    static const struct handmade_entry rows[] = {ENTRY(1, 1), ENTRY(1, 2), ENTRY(1, 3)};
    static const struct handmade_range range[] = {RANGE(WORLD_CODE, rows, 3)};
    struct handmade table = numbered(range, 1);
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    struct world world;

    table.exidx_first = 2;
    world_set_up(&world, &table);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(
            bobbin_rule_at(&world.env, WORLD_CODE + 2 * i, BOBBIN_KIND_EXACT, 0, &rule, &trust),
            BOBBIN_STOP_NONE);
        assert_int_equal(trust, i < 1 ? BOBBIN_TRUST_TABLE : BOBBIN_TRUST_EXIDX);
    }
}

static void a_moved_image_is_found_where_it_runs(void **state)
{
    (void)state;
    static const struct handmade_entry rows[] = {ENTRY(4, 7), ENTRY(4, 300)};
    static const struct handmade_range here[] = {RANGE(WORLD_CODE, rows, 1)};
    static const struct handmade_range linked[] = {RANGE(0x1000, rows, 2)};
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
    static const struct handmade_entry first_rows[] = {ENTRY(4, 1), ENTRY(4, 0)};
    static const struct handmade_entry second_rows[] = {ENTRY(12, 2)};
    static const struct handmade_range first_range[] = {RANGE(WORLD_CODE, first_rows, 2)};
    static const struct handmade_range second_range[] = {RANGE(WORLD_CODE, second_rows, 1)};
    struct handmade first = numbered(first_range, 1), second = numbered(second_range, 1);
    struct world world;

    world_set_up(&world, &first);
    world_add_table(&world, &second, 0);
    expect_rule(&world, WORLD_CODE, 1);
    expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_NO_RULE);
    expect_rule(&world, WORLD_CODE + 16, 2);
}

/* ---- what cannot be right ----------------------------------------------------------------------- */

/* Contents are checked when they are used: these are overwritten once the table is open. */
static const struct handmade_row a_row[] = {{1, 2, 5}};
static const struct handmade_entry few_entries[] = {
    ENTRY(4, 1),
    {.halfwords = 8, .rule = 600, .rows = a_row, .rows_count = 1},
};
static const struct handmade_range few_range[] = {RANGE(WORLD_CODE, few_entries, 2)};

/* Bytes of the table, by section: 04 01 | f1 58 02 fc 00 00 08 | 01 01 02 05 */
enum { NUMBER = 3, ROWS_AT = 6, LENGTH = 8, ENTRIES_BYTES = 9 };

static void set_up_few(struct world *world)
{
    struct handmade table = numbered(few_range, 1);

    world_set_up(world, &table);
    expect_rule(world, WORLD_CODE, 1);
    expect_rule(world, WORLD_CODE + 8, 600);
    expect_rule(world, WORLD_CODE + 10, 5);
    expect_rule(world, WORLD_CODE + 14, 600);
}

static void an_index_to_no_entry_is_corrupt(void **state)
{
    (void)state;
    static const uint32_t words[] = {9, 0xffff, 0x0040ffff};
    struct world world;

    for (uint32_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        set_up_few(&world);
        memcpy(world.bytes[0] + world.tables[0].index, &words[i], 4);
        expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
    }
    for (uint32_t size = 0; size < 4; size++) {
        set_up_few(&world);
        world.tables[0].index_size = size;
        expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
    }
}

static void parts_of_a_range_that_are_not_there_are_corrupt(void **state)
{
    (void)state;
    static const uint32_t values[] = {100, 0x7fffffff, 0x80000000, 0xfffffffc, 0xffffffff};
    struct world world;

    for (uint32_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        for (uint32_t field = 8; field <= 16; field += 4) { /* of INDEX, of ENTRIES, of ROWS */
            set_up_few(&world);
            memcpy(world.bytes[0] + world.tables[0].ranges + field, &values[i], 4);
            expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
        }
}

static void entries_that_end_before_they_do_are_corrupt(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t size = 0; size < ENTRIES_BYTES; size++) {
        set_up_few(&world);
        world.tables[0].entries_size = size;
        if (size >= 2)
            expect_rule(&world, WORLD_CODE, 1);
        else
            expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
        expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
    }
    set_up_few(&world);
    world.bytes[0][world.tables[0].entries + LENGTH] =
        7; /* they do not reach the end of the range */
    expect_stop(&world, WORLD_CODE + 22, BOBBIN_STOP_CORRUPT);
}

/* There are three prefixes at most, so that an entry is not as long as the table; and three kinds. */
static void an_entry_of_nothing_but_prefixes_is_corrupt(void **state)
{
    (void)state;
    static const uint8_t prefixes[] = {0xf0, 0xf1, 0xf8, 0xff, 0xf2, 0xf7};
    struct world world;

    for (uint32_t i = 0; i < sizeof(prefixes); i++) {
        struct handmade table = numbered(few_range, 1);
        world_set_up(&world, &table);
        world.tables[0].entries = world.tables[0].rules; /* of 1200 bytes */
        world.tables[0].entries_size = 1200;
        memset(world.bytes[0] + world.tables[0].entries, prefixes[i], 1190);
        memset(world.bytes[0] + world.tables[0].entries + 1190, 1, 10);
        expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
    }
}

static void rows_that_cannot_be_right_are_corrupt(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t size = 0; size < 4; size++) {
        set_up_few(&world);
        world.tables[0].rows_size = size;
        expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
        expect_rule(&world, WORLD_CODE, 1);
    }
    set_up_few(&world);
    world.bytes[0][world.tables[0].rows] = 65; /* more than an entry may have */
    expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
    set_up_few(&world);
    memset(world.bytes[0] + world.tables[0].rows, 0x80, 4); /* a number without an end */
    expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
    set_up_few(&world);
    world.bytes[0][world.tables[0].entries + ROWS_AT] = 4; /* where ROWS ends */
    expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
}

static void rule_numbers_without_a_rule_are_corrupt(void **state)
{
    (void)state;
    struct world world;

    set_up_few(&world);
    world.bytes[0][world.tables[0].rules] = 0; /* 512 rules instead of 600 */
    expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
    set_up_few(&world);
    world.bytes[0][world.tables[0].entries + NUMBER]++; /* rule 601 */
    expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
    world.tables[0].rules_size = 0;
    expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
}

/* Rules that are said to be more, or more of them halfwords, than the section has. */
static void a_count_of_rules_that_are_not_there_is_corrupt(void **state)
{
    (void)state;
    static const uint8_t offsets[] = {1,
                                      5}; /* high bytes of the number of rules and of halfwords */
    struct world world;

    for (uint32_t i = 0; i < 2; i++) {
        set_up_few(&world);
        world.bytes[0][world.tables[0].rules] = 0xff;
        world.bytes[0][world.tables[0].rules + offsets[i]] = 0xff;
        world.bytes[0][world.tables[0].entries + NUMBER + 1] = 0xf0;
        expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
    }
}

/* Whatever a byte of the contents is, the core stays inside the table, and the read function is not called. */
static void any_byte_may_be_wrong(void **state)
{
    (void)state;
    struct world world;
    uint32_t number;

    set_up_few(&world);
    for (uint32_t at = world.tables[0].ranges; at < world.tables[0].rules + 8; at++)
        for (uint32_t value = 0; value < 256; value++) {
            uint8_t *byte = &world.bytes[0][at];
            uint8_t right = *byte;
            *byte = (uint8_t)value;
            for (uint32_t pc = WORLD_CODE; pc < WORLD_CODE + 24; pc += 2)
                (void)ask(&world, pc, &number);
            *byte = right;
        }
    expect_rule(&world, WORLD_CODE + 10, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_have_their_rules_from_first_to_last_byte),
        cmocka_unit_test(between_the_ranges_is_outside),
        cmocka_unit_test(no_range_at_all_is_outside),
        cmocka_unit_test(every_entry_is_found_whatever_their_number),
        cmocka_unit_test(entries_of_all_lengths_are_found),
        cmocka_unit_test(rule_numbers_of_two_bytes_are_prefixes),
        cmocka_unit_test(blocks_are_searched_up_to_their_limit),
        cmocka_unit_test(explicit_rows_come_before_the_entry),
        cmocka_unit_test(rules_from_exidx_first_on_say_so),
        cmocka_unit_test(a_moved_image_is_found_where_it_runs),
        cmocka_unit_test(the_first_table_that_has_the_address_answers),
        cmocka_unit_test(an_index_to_no_entry_is_corrupt),
        cmocka_unit_test(parts_of_a_range_that_are_not_there_are_corrupt),
        cmocka_unit_test(entries_that_end_before_they_do_are_corrupt),
        cmocka_unit_test(an_entry_of_nothing_but_prefixes_is_corrupt),
        cmocka_unit_test(rows_that_cannot_be_right_are_corrupt),
        cmocka_unit_test(rule_numbers_without_a_rule_are_corrupt),
        cmocka_unit_test(a_count_of_rules_that_are_not_there_is_corrupt),
        cmocka_unit_test(any_byte_may_be_wrong),
    };
    return cmocka_run_group_tests_name("core_table", tests, number_rules, NULL);
}
