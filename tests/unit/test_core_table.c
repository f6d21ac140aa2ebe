/* SPDX-License-Identifier: MIT */
/*
 * From an address to its rule: ranges, index, entries of all kinds, records and rows, several
 * tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "numbered.h"
#include <bobbin/rule.h>

/* 5 ranges with gaps between some of them. The last one ends at the end of the address space. */
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
                    numbered_expect_rule(&world, at, ends[entry].rule);
                else
                    numbered_expect_stop(&world, at, BOBBIN_STOP_NO_RULE);
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
                                       0xfffffff,         0xfff00000, 0x80000000 + 2 * 258,
                                       0u - 2 * 262 - 1u, 0x10000000};

    world_set_up(&world, &table);
    for (uint32_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++)
        numbered_expect_stop(&world, outside[i], BOBBIN_STOP_PC_OUTSIDE);
}

static void no_range_at_all_is_outside(void **state)
{
    (void)state;
    struct handmade table = numbered(apart, 0);
    struct world world;

    world_set_up(&world, &table);
    numbered_expect_stop(&world, 0, BOBBIN_STOP_PC_OUTSIDE);
    world.env.tables_count = 0;
    numbered_expect_stop(&world, 0, BOBBIN_STOP_PC_OUTSIDE);
}

/* Looks up first and last byte of each entry of RANGE. The order of the table's parts varies. */
static void expect_entries(const struct handmade_range *range)
{
    struct handmade table = numbered(range, 1);
    uint32_t at = range->start;
    struct world world;

    table.rotation = (range->entries_count + range->unit_shift) % (range->how & HOW_CODE ? 3 : 2);
    world_set_up(&world, &table);
    for (uint32_t i = 0; i < range->entries_count; i++) {
        numbered_expect_rule(&world, at, range->entries[i].rule);
        at += 2 * range->entries[i].halfwords;
        numbered_expect_rule(&world, at - 1, range->entries[i].rule);
    }
    numbered_expect_stop(&world, at, BOBBIN_STOP_PC_OUTSIDE);
}

/*
 * 1 to 120 entries, in pages and blocks of all sizes, so that the last page or block ends anywhere.
 */
static void every_entry_is_found_whatever_their_number(void **state)
{
    (void)state;
    struct handmade_entry entries[120];

    for (uint32_t i = 0; i < 120; i++)
        entries[i] = (struct handmade_entry)ENTRY(1 + i * i % 71, 1 + i);
    for (uint32_t count = 1; count <= 120; count++) {
        struct handmade_range range = RANGE(WORLD_CODE, entries, count);
        for (range.unit_shift = 0; range.unit_shift < 2; range.unit_shift++)
            for (range.group_shift = 0; range.group_shift < 16; range.group_shift += 3)
                expect_entries(&range);
        range.group_shift = 0;
        range.how = HOW_CODE;
        for (range.unit_shift = 0; range.unit_shift <= 23; range.unit_shift += 4)
            expect_entries(&range);
    }
}

/* Units of up to four bytes. */
static void entries_of_words_are_found(void **state)
{
    (void)state;
    struct handmade_entry entries[300];
    struct handmade_range range = RANGE(WORLD_CODE, entries, 300);

    for (uint32_t i = 0; i < 300; i++)
        entries[i] = (struct handmade_entry)ENTRY(2 + 2 * (i * i % 300 / 50), 1 + i % 600);
    for (range.unit_shift = 0; range.unit_shift <= 2; range.unit_shift++)
        expect_entries(&range);
}

/* Entries reach over many pages and blocks. */
static void entries_of_all_lengths_are_found(void **state)
{
    (void)state;
    static const uint32_t lengths[] = {1,      0xdf,   0xe0,   0xff,   0x100,  0x7ff,
                                       0x800,  0xfff,  0x1000, 0x1001, 0x10df, 0x10e0,
                                       0x1fff, 0x2000, 0xf123, 0xffff, 3};
    struct handmade_entry entries[17];
    struct handmade_range range = RANGE(WORLD_CODE, entries, 17);

    for (uint32_t wide = 0; wide < 2; wide++) {
        for (uint32_t i = 0; i < 17; i++)
            entries[i] = (struct handmade_entry){
                .halfwords = lengths[i], .rule = 1 + i, .wide = (i & 1) == wide};
        range.how = 0;
        for (range.unit_shift = 0; range.unit_shift < 2; range.unit_shift++)
            expect_entries(&range);
        range.how = HOW_CODE;
        for (range.unit_shift = 0; range.unit_shift < 24; range.unit_shift++)
            expect_entries(&range);
    }
}

/* Addresses at any distance from the start and the end of their entry. */
static void an_entry_of_any_length_is_found(void **state)
{
    (void)state;
    static const uint32_t pages[] = {255, 256, 257, 1024, 1026, 5000};

    for (uint32_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        const struct handmade_entry entries[] = {ENTRY(3, 2), ENTRY(128 * pages[i], 1),
                                                 ENTRY(3, 3)};
        const struct handmade_range range = {
            .start = WORLD_CODE, .entries = entries, .entries_count = 3, .group_shift = 15};
        const struct handmade table = numbered(&range, 1);
        struct world world;

        world_set_up(&world, &table);
        numbered_expect_rule(&world, WORLD_CODE + 5, 2);
        for (uint32_t page = 0; page < pages[i]; page++)
            numbered_expect_rule(&world, WORLD_CODE + 6 + 256 * page, 1);
        numbered_expect_rule(&world, WORLD_CODE + 5 + 256 * pages[i], 1);
        numbered_expect_rule(&world, WORLD_CODE + 6 + 256 * pages[i], 3);
    }
}

/* Numbers from 0xe0 on have the wide form in pages. Blocks have only wide numbers. */
static void wide_rule_numbers_are_found(void **state)
{
    (void)state;
    static const struct handmade_entry entries[] = {
        ENTRY(1, 222),    ENTRY(1, 223),  ENTRY(2, 224),      ENTRY(1, 1),      ENTRY(1, 600),
        ENTRY(1, 2),      ENTRY(223, 3),  ENTRY(224, 4),      ENTRY(2047, 300), ENTRY(2048, 255),
        ENTRY(4099, 256), ENTRY(8000, 3), ENTRY(0xffff, 511), ENTRY(1, 512),
    };
    static const uint32_t hows[] = {0, HOW_CODE};

    for (uint32_t i = 0; i < 2; i++) {
        struct handmade_range range = RANGE(0x100, entries, 14);
        range.how = hows[i];
        expect_entries(&range);
    }
}

/* Pages and blocks are nearly full, and an entry starts before the first one. */
static void full_pages_are_searched_to_their_end(void **state)
{
    (void)state;
    struct handmade_entry entries[900];
    struct handmade_range range = RANGE(WORLD_CODE, entries, 900);

    entries[0] = (struct handmade_entry)ENTRY(300, 600);
    for (uint32_t i = 1; i < 900; i++)
        entries[i] = (struct handmade_entry)ENTRY(1 + (i % 100 == 0), 1 + i % 223);
    for (range.unit_shift = 0; range.unit_shift < 2; range.unit_shift++)
        expect_entries(&range);
    range.how = HOW_CODE;
    range.unit_shift = 0;
    expect_entries(&range);
}

/* ---- explicit rows --------------------------------------------------------------------------- */

static const struct handmade_row explicit_rows[] = {{0, 1, 11},     {0, 2, 12},  {3, 1, 0},
                                                    {200, 130, 13}, {1, 1, 254}, {0, 1, 600}};
static const struct handmade_row distant_rows[] = {
    {0x7f, 0x80, 14}, {0x2fff, 0x4000, 255}, {0x4ffe, 0x2fff, 16}};
static const struct handmade_entry entries_with_rows[] = {
    ENTRY(5, 1),
    {.halfwords = 400, .rule = 2, .rows = explicit_rows, .rows_count = 6},
    {.halfwords = 5000, .rule = 300, .rows = explicit_rows, .rows_count = 6},
    {.halfwords = 3, .rule = HANDMADE_CODE, .rows = explicit_rows, .rows_count = 2},
    ENTRY(5, 3),
};

/* Between the rows, the rule of the entry, ITS, holds. */
static void expect_rows(const struct world *world, uint32_t at, uint32_t its)
{
    numbered_expect_rule(world, at, 11);
    numbered_expect_rule(world, at + 2, 12);
    numbered_expect_rule(world, at + 5, 12);
    numbered_expect_rule(world, at + 6, its);
    numbered_expect_rule(world, at + 11, its);
    numbered_expect_stop(world, at + 12, BOBBIN_STOP_NO_RULE);
    numbered_expect_rule(world, at + 14, its);
    numbered_expect_rule(world, at + 2 * 207 - 1, its);
    numbered_expect_rule(world, at + 2 * 207, 13);
    numbered_expect_rule(world, at + 2 * 337 - 1, 13);
    numbered_expect_rule(world, at + 2 * 337, its);
    numbered_expect_rule(world, at + 2 * 338, 254);
    numbered_expect_rule(world, at + 2 * 339, 600);
    numbered_expect_rule(world, at + 2 * 340, its);
}

static void explicit_rows_come_before_the_entry(void **state)
{
    (void)state;
    struct handmade_range ranges[] = {RANGE(0x100, entries_with_rows, 3),
                                      RANGE(0x9000, entries_with_rows, 5)};
    struct handmade table = numbered(ranges, 2);
    struct world world;

    ranges[0].how = ranges[1].how = HOW_CODE;
    world_set_up(&world, &table);
    for (uint32_t i = 0; i < 2; i++) {
        numbered_expect_rule(&world, ranges[i].start, 1);
        expect_rows(&world, ranges[i].start + 10, 2);
        expect_rows(&world, ranges[i].start + 810, 300);
    }
    numbered_expect_rule(&world, 0x9000 + 2 * 5405, 11);
    numbered_expect_rule(&world, 0x9000 + 2 * 5406, 12);
    numbered_expect_rule(&world, 0x9000 + 2 * 5408, 3);
}

/* Distances and lengths that take several rows: rows of length 0, and rows with the same rule. */
static void explicit_rows_may_be_far_and_long(void **state)
{
    (void)state;
    static const struct handmade_entry entries[] = {
        {.halfwords = 0x7fff, .rule = 3, .rows = distant_rows, .rows_count = 2},
        {.halfwords = 0x7fff, .rule = 4, .rows = &distant_rows[2], .rows_count = 1},
    };
    struct handmade_range range = RANGE(0, entries, 2);
    struct handmade table = numbered(&range, 1);
    struct world world;

    range.how = HOW_CODE;
    range.unit_shift = 1;
    world_set_up(&world, &table);
    numbered_expect_rule(&world, 2 * 0x7f - 1, 3);
    numbered_expect_rule(&world, 2 * 0x7f, 14);
    numbered_expect_rule(&world, 2 * 0xff - 1, 14);
    numbered_expect_rule(&world, 2 * 0xff, 3);
    numbered_expect_rule(&world, 2 * 0x30fe - 1, 3);
    numbered_expect_rule(&world, 2 * 0x30fe, 255);
    numbered_expect_rule(&world, 2 * 0x70fe - 1, 255);
    numbered_expect_rule(&world, 2 * 0x70fe, 3);
    numbered_expect_rule(&world, 2 * 0x7fff - 1, 3);
    numbered_expect_rule(&world, 2 * 0x7fff, 4);
    numbered_expect_rule(&world, 2 * (0x7fff + 0x4ffe) - 1, 4);
    numbered_expect_rule(&world, 2 * (0x7fff + 0x4ffe), 16);
    numbered_expect_rule(&world, 2 * (0x7fff + 0x7ffd) - 1, 16);
    numbered_expect_rule(&world, 2 * (0x7fff + 0x7ffd), 4);
    numbered_expect_rule(&world, 2 * (0x7fff + 0x7fff) - 1, 4);
}

/* BEFORE is the number of halfwords before a long entry. */
static void expect_rows_of_long_entry(uint32_t before, uint32_t unit_shift)
{
    static const struct handmade_row its_rows[] = {
        {0, 1, 11}, {300, 2, 12}, {0x5000, 5, 13}, {0x2ec9, 1, 14}};
    const struct handmade_entry entries[] = {
        ENTRY(before, 1),
        {.halfwords = 0x7ffe, .rule = 2, .rows = its_rows, .rows_count = 4},
        ENTRY(4, 3),
    };
    const struct handmade_range range = {.start = WORLD_CODE,
                                         .entries = entries,
                                         .entries_count = 3,
                                         .how = HOW_CODE,
                                         .unit_shift = unit_shift};
    const struct handmade table = numbered(&range, 1);
    uint32_t start = WORLD_CODE + 2 * before;
    struct world world;

    world_set_up(&world, &table);
    numbered_expect_rule(&world, start - 1, 1);
    numbered_expect_rule(&world, start, 11);
    numbered_expect_rule(&world, start + 2, 2);
    numbered_expect_rule(&world, start + 2 * 301 - 1, 2);
    numbered_expect_rule(&world, start + 2 * 301, 12);
    numbered_expect_rule(&world, start + 2 * 303, 2);
    numbered_expect_rule(&world, start + 2 * (303 + 0x5000) - 1, 2);
    numbered_expect_rule(&world, start + 2 * (303 + 0x5000), 13);
    numbered_expect_rule(&world, start + 2 * (308 + 0x5000), 2);
    numbered_expect_rule(&world, start + 2 * 0x7ffd - 1, 2);
    numbered_expect_rule(&world, start + 2 * 0x7ffe - 1, 14);
    numbered_expect_rule(&world, start + 2 * 0x7ffe, 3);
}

/* The start of the entry may be many blocks before the address. */
static void rows_count_from_where_their_entry_starts(void **state)
{
    (void)state;
    static const uint32_t before[] = {2, 0x7e, 0x80, 0x100, 0x1002, 0x7ffe, 0x8000, 0xff80, 0xffff};

    for (uint32_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
        for (uint32_t unit_shift = 0; unit_shift <= 9; unit_shift += 3)
            expect_rows_of_long_entry(before[i], unit_shift);
}

/* Every kind of entry that has a number may have a record. One block has all entries. */
static void a_record_is_found_by_the_number_of_its_entry(void **state)
{
    (void)state;
    static const uint32_t lengths[] = {2, 0x7ff, 0x800, 0xffff};
    static const struct handmade_row row[] = {{0, 1, 9}};
    struct handmade_entry entries[200];
    const struct handmade_range range = {.start = WORLD_CODE,
                                         .entries = entries,
                                         .entries_count = 200,
                                         .how = HOW_CODE,
                                         .unit_shift = 22};
    struct handmade table = numbered(&range, 1);
    uint32_t at = range.start;
    struct world world;

    for (uint32_t i = 0; i < 200; i++)
        entries[i] = (struct handmade_entry){.halfwords = lengths[i % 4],
                                             .rule = 300 + i,
                                             .without = i % 3 ? HOW_FORWARD : 0,
                                             .rows = row,
                                             .rows_count = i % 3 ? 0 : 1};
    world_set_up(&world, &table);
    for (uint32_t i = 0; i < 200; i++) {
        numbered_expect_rule(&world, at, i % 3 ? 300 + i : 9);
        at += 2 * entries[i].halfwords;
        numbered_expect_rule(&world, at - 1, 300 + i);
    }
}

/* ---- sources of rules ------------------------------------------------------------------------ */

/*
 * A long rule has bits for its source, next to the number of steps. The second rule comes from
 * .ARM.exidx, and the last rule from CFI alone.
 */
static void unproved_rules_state_their_source(void **state)
{
    (void)state;
    static const struct handmade_entry rows[] = {ENTRY(1, 0), ENTRY(1, 1), ENTRY(1, 2),
                                                 ENTRY(1, 3)};
    static const struct handmade_range range[] = {RANGE(WORLD_CODE, rows, 4)};
    static const uint32_t rules[] = {RULE_LEAF,
                                     LONG_RULE(4),
                                     LONG_RULE(7),
                                     LONG_RULE(10),
                                     LONG_HEAD(13, 0, 0, 0, 0, COMPACT_RA | LONG_EXIDX, 4, 0),
                                     LONG_HEAD(13, 0, 0, 0, 0, COMPACT_RA, 4, 0),
                                     LONG_HEAD(13, 1, 0, 0, 0, COMPACT_RA | LONG_CFI, 8, 0),
                                     STEP(STEP_SLOT, STEP_R(5), -8)};
    static const enum bobbin_trust trusts[] = {BOBBIN_TRUST_TABLE, BOBBIN_TRUST_EXIDX,
                                               BOBBIN_TRUST_TABLE, BOBBIN_TRUST_CFI};
    static const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = rules, .rules_count = 14};
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    struct world world;

    world_set_up(&world, &table);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(bobbin_rule_at(&world.env, WORLD_CODE + 2 * i, BOBBIN_KIND_INTERRUPTED, 0,
                                        &rule, &trust),
                         BOBBIN_STOP_NONE);
        assert_int_equal(trust, trusts[i]);
        assert_int_equal(rule.place_kind[BOBBIN_PLACE_R4 + 1], i == 3 ? BOBBIN_SLOT : BOBBIN_SAME);
    }
}

/* ---- several tables -------------------------------------------------------------------------- */

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
        numbered_expect_rule(&world, 0x1000 + biases[i], 7);
        numbered_expect_rule(&world, 0x1008 + biases[i], 300);
        numbered_expect_stop(&world, 0x1010 + biases[i], BOBBIN_STOP_PC_OUTSIDE);
        numbered_expect_stop(&world, 0x0fff + biases[i], BOBBIN_STOP_PC_OUTSIDE);
        numbered_expect_stop(&world, 0x1000, BOBBIN_STOP_PC_OUTSIDE);
    }
}

/*
 * Tables are searched in order. If the first table with the address has no rule, the next one is
 * not searched.
 */
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
    numbered_expect_rule(&world, WORLD_CODE, 1);
    numbered_expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_NO_RULE);
    numbered_expect_rule(&world, WORLD_CODE + 16, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_have_their_rules_from_first_to_last_byte),
        cmocka_unit_test(between_the_ranges_is_outside),
        cmocka_unit_test(no_range_at_all_is_outside),
        cmocka_unit_test(every_entry_is_found_whatever_their_number),
        cmocka_unit_test(entries_of_words_are_found),
        cmocka_unit_test(entries_of_all_lengths_are_found),
        cmocka_unit_test(wide_rule_numbers_are_found),
        cmocka_unit_test(an_entry_of_any_length_is_found),
        cmocka_unit_test(full_pages_are_searched_to_their_end),
        cmocka_unit_test(explicit_rows_come_before_the_entry),
        cmocka_unit_test(explicit_rows_may_be_far_and_long),
        cmocka_unit_test(rows_count_from_where_their_entry_starts),
        cmocka_unit_test(a_record_is_found_by_the_number_of_its_entry),
        cmocka_unit_test(unproved_rules_state_their_source),
        cmocka_unit_test(a_moved_image_is_found_where_it_runs),
        cmocka_unit_test(the_first_table_that_has_the_address_answers),
    };
    return cmocka_run_group_tests_name("core_table", tests, NULL, NULL);
}
