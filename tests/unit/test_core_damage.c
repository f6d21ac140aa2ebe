/* SPDX-License-Identifier: MIT */
/* Tables that open and yet make no sense: each address is corrupt or has a rule, and nothing else is read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "find.h"
#include "numbered.h"

/* Contents are checked when they are used: these are overwritten once the table is open. */
static const struct handmade_row a_row[] = {{1, 2, 5}};
static const struct handmade_entry few_entries[] = {
    ENTRY(4, 1),
    {.halfwords = 8, .rule = 600, .rows = a_row, .rows_count = 1},
};

/*
 * Bytes of the table, by section; in pages 00 01 08 00 08 f0, in blocks f0 04 01 00 f0 08 00 80; 58 02 00 01 | 01 02 05
 */
enum { RANGES = 1, INDEX, ENTRIES, ROWS, RULES };
enum { RECORD_AT = 3, NUMBER = 0 };
enum { BLOCK_LENGTH = 5, RECORD_IN_BLOCK, OFFSET_OF_ROWS = 16 };

static uint8_t *section(struct world *world, uint32_t type)
{
    return world->bytes[0] + world->tables[0].section[type].offset;
}

/* Its ranges are read when a table is opened. */
static void open_again(struct world *world)
{
    assert_int_equal(bobbin_table_open(&world->tables[0], world->bytes[0],
                                       world->tables[0].size_bytes, 0, NULL, 0),
                     BOBBIN_TABLE_OK);
}

static void set_up(struct world *world, uint32_t how)
{
    const struct handmade_range range[] = {
        {.start = WORLD_CODE, .entries = few_entries, .entries_count = 2, .how = how}};
    struct handmade table = numbered(range, 1);

    world_set_up(world, &table);
    numbered_expect_rule(world, WORLD_CODE, 1);
    numbered_expect_rule(world, WORLD_CODE + 8, 600);
    numbered_expect_rule(world, WORLD_CODE + 10, 5);
    numbered_expect_rule(world, WORLD_CODE + 14, 600);
}

static void set_up_few(struct world *world)
{
    set_up(world, 0);
}

static void an_index_to_no_entry_is_corrupt(void **state)
{
    (void)state;
    static const uint8_t pages[][4] = {{4, 0, 4, 4}, {0, 1, 0, 3},   {255, 255, 255, 0},
                                       {0, 0, 0, 0}, {0, 0, 4, 4},   {0, 0, 4, 0},
                                       {0, 0, 0, 4}, {0, 0, 0, 255}, {255, 255, 254, 0}};
    static const uint8_t blocks[][4] = {{8, 0, 0, 0},    {9, 0, 0, 0},      {255, 255, 0, 0},
                                        {4, 0, 0x40, 0}, {255, 255, 64, 0}, {0, 0, 0xff, 0},
                                        {6, 0, 0xff, 0}};
    struct world world;

    for (uint32_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        set_up_few(&world);
        memcpy(section(&world, INDEX), pages[i], 4);
        numbered_expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
    }
    for (uint32_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
        set_up(&world, HOW_CODE);
        memcpy(section(&world, INDEX), blocks[i], 4);
        numbered_expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
    }
}

/* INDEX has no more of them than a range in pages would need. */
static void blocks_in_groups_are_corrupt(void **state)
{
    (void)state;
    struct world world;

    for (uint8_t shift = 1; shift < 32; shift++) {
        set_up(&world, HOW_CODE);
        section(&world, RANGES)[22] = shift;
        open_again(&world);
        numbered_expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
    }
}

static void a_run_with_other_bits_is_corrupt(void **state)
{
    (void)state;
    static const struct handmade_entry entry[] = {ENTRY(8, 1)};
    static const struct handmade_range range[] = {RANGE(WORLD_CODE, entry, 1)};
    struct world world;

    for (uint32_t bit = 25; bit < 31; bit++) {
        const uint32_t rule[] = {LARGE_RUN(4, 1) | 1u << bit};
        const struct handmade table = {
            .ranges = range, .ranges_count = 1, .rules = rule, .rules_count = 1};
        world_set_up(&world, &table);
        world_begin(&world, WORLD_CODE);
        if (bit == 25) /* is one of the cfa */
            world_expect_stop(&world, BOBBIN_STOP_UNREADABLE,
                              world.r[BOBBIN_SP] + 4 * (4 + (1u << 21)) - 4);
        else
            world_expect_stop(&world, BOBBIN_STOP_CORRUPT, WORLD_CODE);
    }
}

/* One that is there, and the last before the address that there is, is taken at its word. */
static void an_index_to_another_entry_finds_that(void **state)
{
    (void)state;
    static const uint8_t indices[][4] = {{1, 0, 1, 3}, {1, 0, 1, 1}, {3, 0, 3, 3}};
    static const uint32_t rules[] = {1, 1, 600};
    struct world world;

    for (uint32_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        set_up_few(&world);
        memcpy(section(&world, INDEX), indices[i], 4);
        numbered_expect_rule(&world, WORLD_CODE, rules[i]);
    }
}

/* The range is said to be longer than its blocks, or than its entries. */
static void a_range_without_an_end_is_corrupt(void **state)
{
    (void)state;
    struct world world;

    set_up_few(&world);
    section(&world, RANGES)[5] = 1;
    open_again(&world);
    numbered_expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
    numbered_expect_stop(&world, WORLD_CODE + 127, BOBBIN_STOP_CORRUPT);
    numbered_expect_stop(&world, WORLD_CODE + 128, BOBBIN_STOP_CORRUPT);
    numbered_expect_stop(&world, WORLD_CODE + 255, BOBBIN_STOP_CORRUPT);
}

/* The end of ENTRIES ends every search, however large a block is said to be: nothing behind the table is read. */
static void a_block_larger_than_its_entries_is_corrupt(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0x00010000, 0x000fffff, 0x00100000, 0x01000000, 0x7ffffff0};
    struct world world;

    for (uint32_t shift = 8; shift < 24; shift++)
        for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
            const struct bobbin_table *table = world.tables;
            uint8_t *copy;
            set_up(&world, HOW_CODE);
            memcpy(section(&world, RANGES) + 4, &sizes[i], 4);
            section(&world, RANGES)[20] = (uint8_t)shift;
            copy = malloc(table->size_bytes);
            assert_non_null(copy);
            memcpy(copy, table->bytes, table->size_bytes);
            assert_int_equal(
                bobbin_table_open(&world.tables[0], copy, table->size_bytes, 0, NULL, 0),
                BOBBIN_TABLE_OK);
            for (uint32_t at = 24; at < sizes[i] && at < 0x80000000u; at = 3 * at)
                numbered_expect_stop(&world, WORLD_CODE + at, BOBBIN_STOP_CORRUPT);
            numbered_expect_stop(&world, WORLD_CODE + sizes[i] - 1, BOBBIN_STOP_CORRUPT);
            free(copy);
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
            memcpy(section(&world, RANGES) + field, &values[i], 4);
            open_again(&world);
            numbered_expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
        }
}

static void a_body_map_that_is_not_there_is_corrupt(void **state)
{
    (void)state;
    struct world world;

    for (uint8_t shift = 1; shift < 32; shift++) {
        set_up_few(&world);
        section(&world, RANGES)[23] = shift; /* a byte at least, behind INDEX */
        open_again(&world);
        numbered_expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
    }
}

/* A byte of it is missing, so that INDEX, which has a directory entry behind that of RANGES, ends before it does. */
static void a_body_map_without_its_end_is_corrupt(void **state)
{
    (void)state;
    static const uint8_t map[] = {0xff, 0xff};
    const struct handmade_range range[] = {{.start = WORLD_CODE,
                                            .entries = few_entries,
                                            .entries_count = 2,
                                            .how = HOW_FORWARD,
                                            .body_shift = 1,
                                            .body_map = map}};
    struct handmade table = numbered(range, 1);
    struct world world;

    world_set_up(&world, &table);
    numbered_expect_rule(&world, WORLD_CODE, 1);
    assert_int_equal(world.bytes[0][20 + 8 + 4], 2 + 2 + 2);
    world.bytes[0][20 + 8 + 4]--;
    open_again(&world);
    numbered_expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
}

static void entries_that_end_before_they_do_are_corrupt(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, HOW_CODE);
    section(&world, ENTRIES)[BLOCK_LENGTH] = 7; /* they do not reach the end of the range */
    numbered_expect_rule(&world, WORLD_CODE + 21, 600);
    numbered_expect_stop(&world, WORLD_CODE + 22, BOBBIN_STOP_CORRUPT);
    section(&world, ENTRIES)[BLOCK_LENGTH] = 0; /* an entry of nothing is passed over */
    numbered_expect_rule(&world, WORLD_CODE, 1);
    numbered_expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
}

static void entries_that_start_after_their_range_are_corrupt(void **state)
{
    (void)state;
    struct world world;

    set_up_few(&world);
    section(&world, ENTRIES)[0] = 4;
    numbered_expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
    numbered_expect_stop(&world, WORLD_CODE + 3, BOBBIN_STOP_CORRUPT);
    numbered_expect_rule(&world, WORLD_CODE + 4, 1);
    numbered_expect_rule(&world, WORLD_CODE + 8, 600);
}

/* ROWS, behind which nothing is, ends SIZE bytes from where it begins. */
static void end_rows(struct world *world, uint32_t size)
{
    struct bobbin_part *rows = &world->tables[0].first.part[RANGE_ROWS];

    rows->end = rows->start + size;
}

static void a_record_that_is_not_there_is_corrupt(void **state)
{
    (void)state;
    static const uint32_t hows[] = {0, HOW_CODE};
    struct world world;

    for (uint32_t i = 0; i < 2; i++) {
        set_up(&world, hows[i]);
        end_rows(&world, 0);
        numbered_expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
        numbered_expect_rule(&world, WORLD_CODE, 1);
        set_up(&world, hows[i]);
        section(&world, ENTRIES)[i ? RECORD_IN_BLOCK : RECORD_AT] = i ? 8 : 4; /* where ROWS ends */
        numbered_expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
        numbered_expect_rule(&world, WORLD_CODE, 1);
    }
}

/*
 * Of a record the rows behind the end of ROWS are not believed: but where one before it has the address, they are not
 * needed.
 */
static void rows_that_are_not_there_are_corrupt(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t size = 1; size <= 4; size++) {
        set_up_few(&world);
        end_rows(&world, size);
        numbered_expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
    }
    for (uint32_t count = 2; count < 256; count++) {
        set_up_few(&world);
        section(&world, ROWS)[3] = (uint8_t)count;
        end_rows(&world, 7);
        numbered_expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
        numbered_expect_rule(&world, WORLD_CODE + 10, 5);
        numbered_expect_stop(&world, WORLD_CODE + 14, BOBBIN_STOP_CORRUPT);
    }
}

static void rule_numbers_without_a_rule_are_corrupt(void **state)
{
    (void)state;
    struct world world;

    set_up_few(&world);
    section(&world, RULES)[0] = 0; /* 512 rules instead of 600 */
    open_again(&world);
    numbered_expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
    numbered_expect_rule(&world, WORLD_CODE, 1);
    set_up_few(&world);
    section(&world, ROWS)[NUMBER]++; /* rule 601 */
    numbered_expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
    section(&world, ROWS)[NUMBER + 1] = 0xff; /* no number of a record, nor of a rule */
    numbered_expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
    section(&world, ENTRIES)[1] = 0; /* and none at all */
    numbered_expect_stop(&world, WORLD_CODE, BOBBIN_STOP_NO_RULE);
}

/* Bit 0 of where a record is, and of where the records of a range are. */
static void records_are_at_multiples_of_2(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, HOW_CODE);
    section(&world, ENTRIES)[RECORD_IN_BLOCK] ^= 1;
    numbered_expect_rule(&world, WORLD_CODE + 8, 600);
    numbered_expect_rule(&world, WORLD_CODE + 10, 5);
    section(&world, RANGES)[OFFSET_OF_ROWS] ^= 1;
    open_again(&world);
    numbered_expect_rule(&world, WORLD_CODE + 10, 5);
}

/* Rules that are said to be more, or more of them halfwords or runs, than the section has. */
static void a_count_of_rules_that_are_not_there_is_corrupt(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t at = 0; at < 8;
         at += at ? 2 : 4) { /* the number of rules, of halfwords, of runs */
        set_up_few(&world);
        section(&world, RULES)[at] = 0x59;
        section(&world, RULES)[at + 1] = 2;
        assert_int_equal(bobbin_table_open(&world.tables[1], world.bytes[0],
                                           world.tables[0].size_bytes, 0, NULL, 0),
                         BOBBIN_TABLE_CORRUPT);
    }
}

/* Asks COPY, of SIZE bytes, for each address; a sanitizer sees what is read outside. */
static void ask_everywhere(struct world *world, const uint8_t *copy, uint32_t size)
{
    uint32_t number;

    if (bobbin_table_open(&world->tables[0], copy, size, 0, NULL, 0) != BOBBIN_TABLE_OK)
        return;
    for (uint32_t pc = WORLD_CODE; pc < WORLD_CODE + 24; pc += 2)
        (void)numbered_ask(world, pc, &number);
}

/* Whatever a byte of the contents is, the core stays inside the table. */
static void any_byte_may_be_wrong(void **state)
{
    (void)state;
    static const uint32_t hows[] = {0, HOW_CODE};
    struct world world;
    uint32_t size, end;
    uint8_t *copy;

    for (uint32_t i = 0; i < 2; i++) {
        set_up(&world, hows[i]);
        size = world.tables[0].size_bytes;
        copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, world.bytes[0], size);
        end = world.tables[0].section[RULES].offset + 8;
        for (uint32_t at = world.tables[0].section[RANGES].offset; at < end; at++)
            for (uint32_t value = 0; value < 256; value++) {
                uint8_t right = copy[at];
                copy[at] = (uint8_t)value;
                ask_everywhere(&world, copy, size);
                copy[at] = right;
            }
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_index_to_no_entry_is_corrupt),
        cmocka_unit_test(blocks_in_groups_are_corrupt),
        cmocka_unit_test(a_run_with_other_bits_is_corrupt),
        cmocka_unit_test(an_index_to_another_entry_finds_that),
        cmocka_unit_test(a_range_without_an_end_is_corrupt),
        cmocka_unit_test(a_block_larger_than_its_entries_is_corrupt),
        cmocka_unit_test(parts_of_a_range_that_are_not_there_are_corrupt),
        cmocka_unit_test(a_body_map_that_is_not_there_is_corrupt),
        cmocka_unit_test(a_body_map_without_its_end_is_corrupt),
        cmocka_unit_test(entries_that_end_before_they_do_are_corrupt),
        cmocka_unit_test(entries_that_start_after_their_range_are_corrupt),
        cmocka_unit_test(a_record_that_is_not_there_is_corrupt),
        cmocka_unit_test(rows_that_are_not_there_are_corrupt),
        cmocka_unit_test(records_are_at_multiples_of_2),
        cmocka_unit_test(rule_numbers_without_a_rule_are_corrupt),
        cmocka_unit_test(a_count_of_rules_that_are_not_there_is_corrupt),
        cmocka_unit_test(any_byte_may_be_wrong),
    };
    return cmocka_run_group_tests_name("core_damage", tests, NULL, NULL);
}
