/* SPDX-License-Identifier: MIT */
/*
 * Damaged tables. A table may fail to open. Else each address must have a rule or be corrupt, and
 * the core must not read or write anything else.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/unwind/find.h"
#include "numbered.h"
#include <bobbin/rule.h>

/*
 * Most contents are checked when they are used. Tests overwrite them after the table has been
 * opened.
 */
static const struct handmade_row a_row[] = {{1, 2, 5}};
static const struct handmade_entry in_pages[] = {ENTRY(4, 1), ENTRY(8, 600)};
static const struct handmade_entry in_blocks[] = {
    ENTRY(4, 1),
    {.halfwords = 8, .rule = 600, .rows = a_row, .rows_count = 1},
};

/*
 * Header, range, 601 words of rules. Then in pages: 00 01 08 58 08 e2 | 00 00 00 03.
 * In blocks, with six more bytes at the end: 58 02 00 01 01 02 05 00 | f0 04 01 00 f0 08 00 80 | 00
 * 00 00 00.
 */
enum { RANGES = 24, RULES = RANGES + RANGE_BYTES, RULES_END = RULES + 4 * 601 };
enum {
    FAST = RANGES + 4,
    INDEX = RANGES + 8,
    COUNTS = RANGES + 12,
    ENTRIES = RANGES + 16,
    SIZE = RANGES + 24,
    ROWS = RANGES + 28
};
enum { BLOCK_LENGTH = 5, RECORD_IN_BLOCK };

/* The part of the range whose offset is at FIELD. */
static uint8_t *part(struct world *world, uint32_t field)
{
    return world->bytes[0] + bytes_word(world->bytes[0] + field);
}

static enum bobbin_table_error open_bytes(struct world *world, const uint8_t *bytes, uint32_t size)
{
    return bobbin_table_open(&world->tables[0], bytes, size, 0);
}

/* bobbin_table_open reads the ranges, so changed ranges need this. */
static enum bobbin_table_error open_again(struct world *world)
{
    return open_bytes(world, world->bytes[0], sizeof(world->bytes[0]));
}

static void set_up_rotated(struct world *world, uint32_t how, uint32_t rotation)
{
    const struct handmade_range range[] = {{.start = WORLD_CODE,
                                            .entries = how & HOW_CODE ? in_blocks : in_pages,
                                            .entries_count = 2,
                                            .how = how}};
    struct handmade table = numbered(range, 1);

    table.rotation = rotation;
    world_set_up(world, &table);
    numbered_expect_rule(world, WORLD_CODE, 1);
    numbered_expect_rule(world, WORLD_CODE + 8, 600);
    numbered_expect_rule(world, WORLD_CODE + 10, how & HOW_CODE ? 5 : 600);
    numbered_expect_rule(world, WORLD_CODE + 14, 600);
}

static void set_up(struct world *world, uint32_t how)
{
    set_up_rotated(world, how, 0);
}

/* ---- INDEX ----------------------------------------------------------------------------------- */

/* The search would begin or end outside the table. The table has 10 bytes from ENTRIES on. */
static void an_index_after_the_table_is_corrupt(void **state)
{
    (void)state;
    static const uint8_t pages[][4] = {{0, 1, 0, 3},         {0, 1, 0, 0},   {255, 255, 255, 0},
                                       {255, 255, 254, 0},   {0, 0, 0, 255}, {0, 0, 0, 6},
                                       {255, 255, 255, 255}, {6, 0, 6, 6}};
    static const uint8_t blocks[][4] = {
        {12, 0, 0, 0}, {255, 255, 0, 0}, {0, 0, 0xff, 0}, {0, 0, 0xfe, 0}, {12, 0, 0xff, 0}};
    struct world world;

    for (uint32_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        set_up(&world, 0);
        memcpy(part(&world, INDEX), pages[i], 4);
        numbered_expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
    }
    for (uint32_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
        set_up(&world, HOW_CODE);
        memcpy(part(&world, INDEX), blocks[i], 4);
        numbered_expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
    }
}

/* Blocks have no groups: each block has its own value in INDEX. The group shift is ignored. */
static void groups_of_blocks_mean_nothing(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t shift = 0; shift < 256; shift++) {
        set_up(&world, HOW_CODE);
        world.bytes[0][RANGES + 22] = (uint8_t)shift;
        assert_int_equal(open_again(&world), BOBBIN_TABLE_OK);
        numbered_expect_rule(&world, WORLD_CODE, 1);
        numbered_expect_rule(&world, WORLD_CODE + 10, 5);
        numbered_expect_rule(&world, WORLD_CODE + 14, 600);
    }
}

/*
 * A wrong index to an existing entry is not detected. The last entry that starts at or before the
 * address is used.
 */
static void an_index_to_another_entry_finds_that(void **state)
{
    (void)state;
    static const uint8_t indices[][4] = {{1, 0, 1, 3}, {1, 0, 1, 1}, {3, 0, 3, 3}};
    static const uint32_t rules[] = {1, 1, 600};
    struct world world;

    for (uint32_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        set_up(&world, 0);
        memcpy(part(&world, INDEX), indices[i], 4);
        numbered_expect_rule(&world, WORLD_CODE, rules[i]);
    }
}

/* ---- RANGES ---------------------------------------------------------------------------------- */

/* The range has 256 bytes: one page. */
static void a_range_without_its_index_does_not_open(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, 0);
    memcpy(world.bytes[0] + FAST, (const uint8_t[]){0, 1}, 2);
    assert_int_equal(open_again(&world), BOBBIN_TABLE_OK);
    memcpy(world.bytes[0] + FAST, (const uint8_t[]){1, 1}, 2);
    assert_int_equal(open_again(&world), BOBBIN_TABLE_CORRUPT);
}

/* FIELD is the offset of a part. All tried values are outside a table of this size. */
static void expect_part_needed(uint32_t how, uint32_t field)
{
    struct world world;

    set_up(&world, how);
    const uint32_t values[] = {
        world.tables[0].size_bytes + 1, 0x7fffffff, 0x80000000, 0xf0000000, 0xfffffffc, 0xffffffff};
    for (uint32_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        memcpy(world.bytes[0] + field, &values[i], 4);
        assert_int_equal(open_again(&world), how ? BOBBIN_TABLE_OK : BOBBIN_TABLE_CORRUPT);
        if (how) /* for blocks, the reader checks them at the look-up */
            numbered_expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
    }
}

static void parts_of_a_range_that_are_not_there_are_corrupt(void **state)
{
    (void)state;
    static const uint32_t nowhere = 0xfffffffc;
    struct world world;

    for (uint32_t how = 0; how <= HOW_CODE; how += HOW_CODE)
        for (uint32_t field = INDEX; field <= ENTRIES; field += 4)
            expect_part_needed(how, field);
    expect_part_needed(HOW_CODE, ROWS);
    set_up(&world, 0);
    memcpy(world.bytes[0] + ROWS, &nowhere, 4); /* pages do not use it */
    assert_int_equal(open_again(&world), BOBBIN_TABLE_OK);
    numbered_expect_rule(&world, WORLD_CODE + 8, 600);
}

/* Each range is checked, not only the first. */
static void each_range_is_looked_at_when_a_table_is_opened(void **state)
{
    (void)state;
    static const struct handmade_range ranges[] = {
        RANGE(0x100, in_pages, 2), RANGE(0x200, in_pages, 2), RANGE(0x300, in_pages, 2)};
    struct handmade table = numbered(ranges, 3);
    struct world world;

    for (uint32_t i = 0; i < 3; i++) {
        world_set_up(&world, &table);
        world.bytes[0][RANGES + RANGE_BYTES * i + 8 + 3] = 1; /* INDEX would be 16 MiB away */
        assert_int_equal(open_again(&world), BOBBIN_TABLE_CORRUPT);
        world.bytes[0][RANGES + RANGE_BYTES * i + 8 + 3] = 0;
        assert_int_equal(open_again(&world), BOBBIN_TABLE_OK);
    }
}

/*
 * Looks up OFFSET in a copy of WORLD's table, an allocation of its exact size. The answer may be
 * wrong.
 */
static enum bobbin_stop ask_copy(struct world *world, uint32_t offset)
{
    uint32_t size = world->tables[0].size_bytes, number;
    uint8_t *copy = malloc(size);
    enum bobbin_stop stop = BOBBIN_STOP_CORRUPT;

    assert_non_null(copy);
    memcpy(copy, world->bytes[0], size);
    if (open_bytes(world, copy, size) == BOBBIN_TABLE_OK)
        stop = numbered_ask(world, WORLD_CODE + offset, &number);
    free(copy);
    return stop;
}

/*
 * ENTRIES starts near the start of the table. The search may look at the entry before the first
 * one, but not before the table.
 */
static void entries_at_the_start_of_the_table_are_not_read_before_it(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t entries = 0; entries < 24; entries++)
        for (uint32_t how = 0; how <= HOW_CODE; how += HOW_CODE) {
            set_up(&world, how);
            memset(part(&world, INDEX), 0, 4);
            memcpy(world.bytes[0] + ENTRIES, &entries, 4);
            (void)ask_copy(&world, 0);
            (void)ask_copy(&world, 23);
        }
}

/* The search ends at the end of the table, however large the block should be. */
static void a_block_larger_than_its_entries_is_corrupt(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0x00010000, 0x000fffff, 0x00100000, 0x01000000, 0x7ffffff0};
    struct world world;

    for (uint32_t shift = 8; shift < 24; shift++)
        for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
            for (uint32_t at = 24; at < sizes[i];
                 at = 3 * at < sizes[i] - 1 ? 3 * at : at + sizes[i]) {
                bool is_one_block = sizes[i] <= 256u << shift;
                set_up(&world, HOW_CODE);
                memcpy(world.bytes[0] + SIZE, &sizes[i], 4);
                world.bytes[0][RANGES + 20] = (uint8_t)shift;
                if (ask_copy(&world, at) != BOBBIN_STOP_CORRUPT)
                    assert_false(is_one_block);
            }
}

/* ---- ENTRIES --------------------------------------------------------------------------------- */

static void entries_that_end_before_they_do_are_corrupt(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, HOW_CODE);
    part(&world, ENTRIES)[BLOCK_LENGTH] = 7; /* the entries end before the range */
    numbered_expect_rule(&world, WORLD_CODE + 21, 600);
    numbered_expect_stop(&world, WORLD_CODE + 22, BOBBIN_STOP_CORRUPT);
    part(&world, ENTRIES)[BLOCK_LENGTH] = 0; /* entries of length 0 are skipped */
    numbered_expect_rule(&world, WORLD_CODE, 1);
    numbered_expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
}

/* Addresses before the first entry have some result, which is not checked. */
static void entries_that_start_after_their_range_hold_from_there_on(void **state)
{
    (void)state;
    struct world world;
    uint32_t number;

    set_up(&world, 0);
    part(&world, ENTRIES)[0] = 4;
    (void)numbered_ask(&world, WORLD_CODE, &number);
    numbered_expect_rule(&world, WORLD_CODE + 4, 1);
    numbered_expect_rule(&world, WORLD_CODE + 8, 600);
}

/*
 * A reader may take every word up to the end of the table for a rule. Larger numbers are corrupt.
 */
static void numbers_without_a_word_are_corrupt(void **state)
{
    (void)state;
    struct world world;
    uint32_t words, number;

    set_up(&world, 0);
    words = (world.tables[0].size_bytes - RULES) / 4;
    for (uint32_t i = words; i < 0x2000; i++) {
        part(&world, ENTRIES)[3] = (uint8_t)i;
        part(&world, ENTRIES)[5] = (uint8_t)(0xe0 | i >> 8);
        numbered_expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
    }
    set_up(&world, HOW_CODE);
    words = (world.tables[0].size_bytes - RULES) / 4;
    for (uint32_t i = words; i < 0x8000; i += i == words ? 61 : 509) {
        memcpy(part(&world, ROWS), &i, 2);
        if (i == HANDMADE_CODE)
            continue;
        numbered_expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
        numbered_expect_rule(&world, WORLD_CODE + 10, 5);
    }
    set_up(&world, 0);
    part(&world, ENTRIES)[1] = 0;
    numbered_expect_stop(&world, WORLD_CODE, BOBBIN_STOP_NO_RULE);
    part(&world, ENTRIES)[5] = 0xff;
    assert_int_equal(numbered_ask(&world, WORLD_CODE + 8, &number), BOBBIN_STOP_CORRUPT);
}

/* ---- ROWS ------------------------------------------------------------------------------------ */

/* 26 bytes follow from ROWS on, and a record needs 7 of them. */
static void a_record_that_is_not_there_is_corrupt(void **state)
{
    (void)state;
    static const uint32_t numbers[] = {0x8000 | 20, 0x8000 | 22, 0x8000 | 26,
                                       0x8100,      0xfffe,      0xffff};
    struct world world;

    for (uint32_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        set_up(&world, HOW_CODE);
        memcpy(part(&world, ENTRIES) + RECORD_IN_BLOCK, &numbers[i], 2);
        numbered_expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
        numbered_expect_rule(&world, WORLD_CODE, 1);
    }
}

/*
 * The record has more rows than the table. If a row in the table has the address, its rule is used.
 * Else the address is corrupt. ROWS is the last part, followed by 6 bytes: space for one more row.
 */
static void rows_that_are_not_there_are_corrupt(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t count = 2; count < 256; count++) {
        set_up_rotated(&world, HOW_CODE, 1);
        part(&world, ROWS)[3] = (uint8_t)count;
        numbered_expect_rule(&world, WORLD_CODE + 10, 5);
        if (count == 2) {
            numbered_expect_rule(&world, WORLD_CODE + 8, 600);
            continue;
        }
        numbered_expect_stop(&world, WORLD_CODE + 8, BOBBIN_STOP_CORRUPT);
        numbered_expect_stop(&world, WORLD_CODE + 14, BOBBIN_STOP_CORRUPT);
    }
}

/*
 * 14 bytes follow from ROWS on. The record needs 7 bytes from its start, and its row, which starts
 * at the fourth byte, needs 7, too.
 */
static void a_row_has_7_bytes_of_the_table(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t cut = 0; cut < 14; cut++) {
        set_up_rotated(&world, HOW_CODE, 1);
        handmade_seal(world.bytes[0], world.tables[0].size_bytes - cut);
        assert_int_equal(open_again(&world), BOBBIN_TABLE_OK);
        if (cut <= 3)
            numbered_expect_rule(&world, WORLD_CODE + 10, 5);
        else
            numbered_expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
        numbered_expect_rule(&world, WORLD_CODE, 1);
    }
}

/* An entry needs 7 bytes from its start, too. Here it is the second entry, at 4 of 18 bytes. */
static void an_entry_has_7_bytes_of_the_table(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t cut = 0; cut <= 8; cut++) {
        set_up_rotated(&world, HOW_CODE, 2); /* ENTRIES last: 8 bytes, then 6 zeros */
        handmade_seal(world.bytes[0], world.tables[0].size_bytes - cut);
        assert_int_equal(open_again(&world), BOBBIN_TABLE_OK);
        if (cut <= 3)
            numbered_expect_rule(&world, WORLD_CODE + 10, 5);
        else
            numbered_expect_stop(&world, WORLD_CODE + 10, BOBBIN_STOP_CORRUPT);
        if (cut <= 7)
            numbered_expect_rule(&world, WORLD_CODE, 1);
        else
            numbered_expect_stop(&world, WORLD_CODE, BOBBIN_STOP_CORRUPT);
    }
}

/*
 * Bit 0 is ignored in the offset of a record, and for blocks in the offsets of ROWS and INDEX. For
 * pages, an odd offset of INDEX is corrupt.
 */
static void halfwords_are_at_multiples_of_2(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, HOW_CODE);
    part(&world, ENTRIES)[RECORD_IN_BLOCK] ^= 1;
    numbered_expect_rule(&world, WORLD_CODE + 8, 600);
    numbered_expect_rule(&world, WORLD_CODE + 10, 5);
    world.bytes[0][ROWS] ^= 1;
    world.bytes[0][INDEX] ^= 1;
    assert_int_equal(open_again(&world), BOBBIN_TABLE_OK);
    numbered_expect_rule(&world, WORLD_CODE + 10, 5);
    set_up(&world, 0);
    world.bytes[0][INDEX] ^= 1;
    assert_int_equal(open_again(&world), BOBBIN_TABLE_CORRUPT);
}

/* ---- whole tables ---------------------------------------------------------------------------- */

/* More ranges or runs than fit in the table. With pages, the table ends 10 bytes after RULES. */
static void counts_of_what_is_not_there_are_corrupt(void **state)
{
    (void)state;
    static const uint32_t runs_most = 2 * ((RULES_END + 10 - RULES) / 4);
    struct world world;

    for (uint32_t runs = runs_most - 1; runs <= 0xffff; runs += runs < runs_most + 4 ? 1 : 997) {
        set_up(&world, 0);
        memcpy(world.bytes[0] + 22, &runs, 2);
        assert_int_equal(open_again(&world),
                         runs <= runs_most ? BOBBIN_TABLE_OK : BOBBIN_TABLE_CORRUPT);
    }
    for (uint32_t ranges = 104; ranges <= 0xffff; ranges += 997) {
        set_up(&world, 0);
        memcpy(world.bytes[0] + 20, &ranges, 2);
        assert_int_equal(open_again(&world), BOBBIN_TABLE_CORRUPT);
    }
}

static const uint16_t shorts[] = {SHORT(3, 2), SHORT(1, 0), SHORT(12, 8)};
static const uint32_t words[] = {
    RULE_ROOT,
    COMPACT(7, 12, 0xf3, 2, 1, COMPACT_RA | COMPACT_SPLIT | COMPACT_GAP),
    LARGE_RUN(20, 8) | RUN_EXPLICIT,
    COMPACT_LOST(4, 0x03, COMPACT_RA, 0x04),
    LONG_RULE(6),
    LONG_RULE(9),
    LONG_EITHER(0x00ff, SHORT(1, 0), COMPACT(7, 12, 0xf3, 2, 1, COMPACT_RA)),
    LONG_HEAD(13, 5, 0x01, 0, 0, COMPACT_RA, 8, BOBBIN_VALID_R(9)),
    STEP(STEP_SLOT, STEP_CFA, 16),
    STEP(STEP_SLOT, STEP_HIGH(9), -12),
    STEP(STEP_HALF, STEP_LOW(9), -16),
    STEP(STEP_REGISTER, STEP_R(4), 12),
    STEP(STEP_SLOT, STEP_RA, -4)};
#define ENTRIES_COUNT (sizeof(all) / sizeof(all[0]))
static const struct handmade_entry all[] = {ENTRY(2, 0), ENTRY(2, 1), ENTRY(2, 2),
                                            ENTRY(2, 3), ENTRY(2, 4), ENTRY(2, 5),
                                            ENTRY(2, 6), ENTRY(2, 7), ENTRY(2, 8)};
static const struct handmade_entry all_in_blocks[] = {
    ENTRY(2, 0), ENTRY(2, 1), ENTRY(2, HANDMADE_CODE),
    ENTRY(2, 3), ENTRY(2, 4), {.halfwords = 2, .rule = 5, .rows = a_row, .rows_count = 1},
    ENTRY(2, 6), ENTRY(2, 7), {.halfwords = 2, .rule = 8, .without = HOW_FORWARD}};

/* Traces from PC. At the stop, the cursor must still be at the last good frame. */
static void trace(struct world *world, uint32_t pc)
{
    struct bobbin_cursor before;
    uint32_t steps = 0;

    world_begin(world, pc);
    do {
        before = world->cursor;
        assert_true(++steps <= 8 * WORLD_STACK_WORDS);
    } while (bobbin_step(&world->cursor, &world->env));
    assert_in_range(world->cursor.stop, BOBBIN_STOP_OUTERMOST, BOBBIN_STOPS - 1);
    assert_int_not_equal(world->cursor.stop, BOBBIN_STOP_DEPTH);
    assert_int_equal(world->cursor.r[BOBBIN_PC], before.r[BOBBIN_PC]);
    assert_int_equal(world->cursor.r[BOBBIN_SP], before.r[BOBBIN_SP]);
    assert_int_equal(world->cursor.kind, before.kind);
    assert_int_equal(world->cursor.trust, before.trust);
}

/*
 * Looks up all addresses in COPY, an allocation of SIZE bytes, so that a sanitizer detects reads
 * outside.
 */
static void ask_everywhere(struct world *world, const uint8_t *copy, uint32_t size)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    if (open_bytes(world, copy, size) != BOBBIN_TABLE_OK)
        return;
    for (uint32_t pc = WORLD_CODE; pc < WORLD_CODE + 4 * ENTRIES_COUNT; pc += 4) {
        (void)bobbin_rule_at(&world->env, pc + 2, BOBBIN_KIND_CALL, BOBBIN_CPSR_T, &rule, &trust);
        trace(world, pc + 2);
    }
}

/* A table with a rule of each kind. */
static void set_up_all(struct world *world, uint32_t how)
{
    const struct handmade_range range[] = {{.start = WORLD_CODE,
                                            .entries = how & HOW_CODE ? all_in_blocks : all,
                                            .entries_count = ENTRIES_COUNT,
                                            .how = how}};
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .shorts = shorts,
                                   .shorts_count = sizeof(shorts) / sizeof(shorts[0]),
                                   .rules = words,
                                   .rules_count = sizeof(words) / sizeof(words[0])};

    world_set_up(world, &table);
    for (uint32_t i = 0; i < WORLD_STACK_WORDS; i++)
        world->stack[i] = i % 7 == 2 ? WORLD_STACK + 4 * (i + 3) : WORLD_CODE + (4 * i) % 36 + 3;
    for (uint32_t i = 0; i < 13; i++)
        world->r[i] = WORLD_STACK + 4 * (64 + i);
    world->r[BOBBIN_LR] = WORLD_CODE + 7;
    world->r[BOBBIN_SP] = WORLD_STACK + 4 * 60;
}

/* For any value of any byte, the core must stay inside the table and the cursor. */
static void any_byte_may_be_wrong(void **state)
{
    (void)state;
    static const uint32_t hows[] = {0, HOW_CODE, HOW_CODE | HOW_FORWARD | HOW_PROLOGUE | HOW_WALK};

    for (uint32_t i = 0; i < 2 * sizeof(hows) / sizeof(hows[0]); i++) {
        struct world world;
        uint32_t size;
        uint8_t *copy;
        set_up_all(&world, hows[i / 2]);
        if (i % 2)
            world_open_window(&world, BOBBIN_SPACE_STACK);
        size = world.tables[0].size_bytes;
        copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, world.bytes[0], size);
        for (uint32_t at = 4; at < size; at++)
            for (uint32_t value = 0; value < 256; value += at % 3 ? 1 : 5) {
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
        cmocka_unit_test(an_index_after_the_table_is_corrupt),
        cmocka_unit_test(groups_of_blocks_mean_nothing),
        cmocka_unit_test(an_index_to_another_entry_finds_that),
        cmocka_unit_test(a_range_without_its_index_does_not_open),
        cmocka_unit_test(parts_of_a_range_that_are_not_there_are_corrupt),
        cmocka_unit_test(each_range_is_looked_at_when_a_table_is_opened),
        cmocka_unit_test(entries_at_the_start_of_the_table_are_not_read_before_it),
        cmocka_unit_test(a_block_larger_than_its_entries_is_corrupt),
        cmocka_unit_test(entries_that_end_before_they_do_are_corrupt),
        cmocka_unit_test(entries_that_start_after_their_range_hold_from_there_on),
        cmocka_unit_test(numbers_without_a_word_are_corrupt),
        cmocka_unit_test(a_record_that_is_not_there_is_corrupt),
        cmocka_unit_test(rows_that_are_not_there_are_corrupt),
        cmocka_unit_test(a_row_has_7_bytes_of_the_table),
        cmocka_unit_test(an_entry_has_7_bytes_of_the_table),
        cmocka_unit_test(halfwords_are_at_multiples_of_2),
        cmocka_unit_test(counts_of_what_is_not_there_are_corrupt),
        cmocka_unit_test(any_byte_may_be_wrong),
    };
    return cmocka_run_group_tests_name("core_damage", tests, NULL, NULL);
}
