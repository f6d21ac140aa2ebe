/* SPDX-License-Identifier: MIT */
/* The look-up of crossings: blocks, rows, several tables, load bias, and damaged tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crossed.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define FIRST        CROSSED_HANDLER
#define FAR          (CROSSED_HANDLER + 0x800)

/* Program NUMBER sets r0 to NUMBER. */
#define PROGRAM(number) CROSS_WORD(0, number), CROSS_END(4u, 4u, IRQ, 6u, 0u)
#define PROGRAM_WORDS   3u

static const uint32_t words[] = {PROGRAM(0), PROGRAM(1), PROGRAM(2), PROGRAM(3)};
static const struct handmade_crossing first_rows[] = {
    {2, 2, 0}, {1, 2, PROGRAM_WORDS}, {3, 2, CROSS_NO_PROGRAM}, {300, 2, 2 * PROGRAM_WORDS}};
static const struct handmade_crossing far_rows[] = {{4, 2, 3 * PROGRAM_WORDS}};
static const struct handmade_block blocks[] = {{FIRST, first_rows, 4}, {FAR, far_rows, 1}};
static const struct handmade_crossings two_blocks = {blocks, 2, words, COUNT(words)};

/* A table without crossings of its own, and then one with TWO_BLOCKS at BIAS. */
static void set_up(struct crossed *crossed, uint32_t bias)
{
    crossed_set_up(crossed, 2, words, PROGRAM_WORDS);
    crossed->env.tables_count = 0;
    crossed_add(crossed, &two_blocks, bias);
}

#define NO_RULE UINT32_MAX

/* The number of the program for a frame at PC, or NO_RULE. */
static uint32_t program_at(struct crossed *crossed, uint32_t pc, enum bobbin_kind kind)
{
    crossed_begin(crossed, pc);
    crossed->cursor.kind = (uint8_t)kind;
    if (bobbin_step(&crossed->cursor, &crossed->env))
        return crossed->cursor.r[0];
    assert_int_equal(crossed->cursor.stop, BOBBIN_STOP_NO_RULE);
    assert_int_equal(crossed->cursor.stop_value, pc);
    return NO_RULE;
}

static uint32_t expected_at(uint32_t address)
{
    if (address >= FAR)
        return address < FAR + 8 ? 3 : NO_RULE;
    if (address < FIRST + 4)
        return 0;
    if (address < FIRST + 6)
        return 1;
    return address >= FIRST + 12 && address < FIRST + 612 ? 2 : NO_RULE;
}

static void each_halfword_has_the_program_of_its_row(void **state)
{
    (void)state;
    struct crossed crossed;

    set_up(&crossed, 0);
    for (uint32_t pc = FIRST; pc < FAR + 0x100; pc += 4)
        assert_int_equal(program_at(&crossed, pc, BOBBIN_KIND_INTERRUPTED), expected_at(pc));
    crossed.cpsr |= CROSSED_THUMB;
    for (uint32_t pc = FIRST; pc < FAR + 0x100; pc += 2)
        assert_int_equal(program_at(&crossed, pc, BOBBIN_KIND_INTERRUPTED), expected_at(pc));
}

/* A call frame is looked up in the last halfword of the call. */
static void a_call_frame_is_looked_up_before_its_return_address(void **state)
{
    (void)state;
    for (uint32_t thumb = 0; thumb < 2; thumb++) {
        struct crossed crossed;
        set_up(&crossed, 0);
        crossed.cpsr |= thumb << 5;
        for (uint32_t pc = FIRST + 4; pc < FAR + 0x100; pc += 4)
            assert_int_equal(program_at(&crossed, pc, BOBBIN_KIND_CALL), expected_at(pc - 2));
    }
}

/* A block may start in the middle of an ARM call, if only its return address has a rule. */
static void a_block_may_be_the_end_of_a_call(void **state)
{
    (void)state;
    static const struct handmade_crossing row[] = {{1, 2, PROGRAM_WORDS}};
    static const struct handmade_block block[] = {{FIRST + 2, row, 1}};
    static const struct handmade_crossings crossings = {block, 1, words, COUNT(words)};
    struct crossed crossed;

    set_up(&crossed, 0);
    crossed.env.tables_count = 0;
    crossed_add(&crossed, &crossings, 0);
    assert_int_equal(program_at(&crossed, FIRST + 4, BOBBIN_KIND_CALL), 1);
    assert_int_equal(program_at(&crossed, FIRST, BOBBIN_KIND_INTERRUPTED), NO_RULE);
    assert_int_equal(program_at(&crossed, FIRST + 4, BOBBIN_KIND_INTERRUPTED), NO_RULE);
}

static void handlers_are_found_at_their_load_bias(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        struct crossed crossed;
        uint32_t bias = i ? 0x40000000 : (uint32_t)-0x4000;
        set_up(&crossed, bias);
        crossed.r[14] = CROSSED_CODE + bias + 4;
        assert_int_equal(program_at(&crossed, FIRST + bias, BOBBIN_KIND_INTERRUPTED), 0);
        assert_int_equal(program_at(&crossed, FIRST + 4 + bias, BOBBIN_KIND_INTERRUPTED), 1);
        assert_int_equal(program_at(&crossed, FAR + bias, BOBBIN_KIND_INTERRUPTED), 3);
    }
}

static void all_tables_are_searched(void **state)
{
    (void)state;
    struct crossed crossed;

    crossed_set_up(&crossed, 2, words, PROGRAM_WORDS); /* 4 halfwords of program 0 */
    crossed_add(&crossed, &two_blocks, 0x10000);
    assert_int_equal(program_at(&crossed, FIRST + 4, BOBBIN_KIND_INTERRUPTED), 0);
    assert_int_equal(program_at(&crossed, FIRST + 0x10004, BOBBIN_KIND_INTERRUPTED), 1);
    crossed.env.tables_count = 0;
    crossed_add(&crossed, NULL, 0); /* a table without CROSSINGS before the other one */
    crossed.env.tables_count = 2;
    assert_int_equal(program_at(&crossed, FIRST + 0x10004, BOBBIN_KIND_INTERRUPTED), 1);
    crossed.env.tables_count = 1;
    assert_int_equal(program_at(&crossed, FIRST + 4, BOBBIN_KIND_INTERRUPTED), NO_RULE);
}

static void a_reader_that_does_not_cross_ignores_crossings(void **state)
{
    (void)state;
    struct crossed crossed;

    set_up(&crossed, 0);
    crossed.env.foreign = NULL;
    assert_int_equal(program_at(&crossed, FIRST, BOBBIN_KIND_INTERRUPTED), NO_RULE);
}

/* ---- damaged tables -------------------------------------------------------------------------- */

/* Where CROSSINGS starts in the table. The last word has the numbers of pairs of rows and words. */
static uint32_t crossings_at(const struct crossed *crossed)
{
    const uint8_t *last = crossed->bytes[0] + crossed->sizes[0] - 4;

    return crossed->sizes[0] - 4 - 12 * (last[0] | (uint32_t)last[1] << 8) -
           4 * (last[2] | (uint32_t)last[3] << 8);
}

/*
 * Copies the table to an allocation of its size, so that the sanitizer sees each read outside, and
 * changes SIZE_BYTES bytes at OFFSET from CROSSINGS on.
 */
static uint8_t *damage(struct crossed *crossed, uint32_t offset, uint32_t value,
                       uint32_t size_bytes)
{
    uint32_t size = crossed->sizes[0];
    uint8_t *bytes = malloc(size);

    assert_non_null(bytes);
    memcpy(bytes, crossed->bytes[0], size);
    offset += crossings_at(crossed);
    assert_true(offset + size_bytes <= size);
    memcpy(bytes + offset, &value, size_bytes);
    assert_int_equal(bobbin_table_open(&crossed->tables[0], bytes, size, 0), BOBBIN_TABLE_OK);
    return bytes;
}

/* One row before the blocks of 4 rows and of 1, and one after each. Word 0 gives no rule. */
#define WORDS    (COUNT(words) + 1u)
#define WORDS_AT 4u
#define LAST_AT  (4u * WORDS + 6u * 8u)

static void a_damaged_part_is_corrupt(void **state)
{
    (void)state;
    static const struct {
        uint32_t offset, value, size_bytes;
    } cases[] = {
        {LAST_AT, 0xffff, 2},     /* pairs_count */
        {LAST_AT + 2, 0xffff, 2}, /* words_count */
        {LAST_AT, 0xffffffff, 4},
        {WORDS_AT, CROSS(0, BY_REGISTER, PLUS), 4},
        {WORDS_AT, CROSS(0, BY_REGISTER, -1), 4},
    };

    for (uint32_t i = 0; i < COUNT(cases); i++) {
        struct crossed crossed;
        uint8_t *bytes;
        set_up(&crossed, 0);
        bytes = damage(&crossed, cases[i].offset, cases[i].value, cases[i].size_bytes);
        crossed_begin(&crossed, FIRST);
        crossed_expect_stop(&crossed, BOBBIN_STOP_CORRUPT, FIRST);
        free(bytes);
    }
}

/* A row whose mode does not exist, and a skip past the end of all programs. */
static void a_damaged_mode_or_skip_is_corrupt(void **state)
{
    (void)state;
    for (uint32_t mode = 0; mode < 16; mode++) {
        const bool exists = 0x8dcf >> mode & 1; /* with CROSS_ANY */
        struct crossed crossed;
        crossed_set_up(&crossed, mode, words, PROGRAM_WORDS);
        crossed.cpsr = mode == 10 ? 0x1a : 0x12;
        crossed_begin(&crossed, FIRST);
        if (!exists)
            crossed_expect_stop(&crossed, BOBBIN_STOP_CORRUPT, FIRST);
        else
            (void)bobbin_step(&crossed.cursor, &crossed.env);
    }
    for (uint32_t skip = 0; skip < 32; skip++) {
        const uint32_t program[] = {CROSS_SKIP(SKIP_ZERO, BY_REGISTER, 3, skip),
                                    CROSS_END(4u, 4u, IRQ, 6u, 0u)};
        struct crossed crossed;
        crossed_set_up(&crossed, 2, program, 2);
        crossed.r[3] = 0;
        crossed_begin(&crossed, FIRST);
        if (skip)
            crossed_expect_stop(&crossed, BOBBIN_STOP_CORRUPT, FIRST);
        else
            crossed_step(&crossed);
    }
}

/* Each byte of CROSSINGS gets each value: a step ends, inside the table (checked by sanitizers). */
static void any_byte_may_be_wrong(void **state)
{
    (void)state;
    struct crossed crossed;

    set_up(&crossed, 0);
    for (uint32_t at = 0; at < crossed.sizes[0] - crossings_at(&crossed); at++)
        for (uint32_t value = 0; value < 256; value++) {
            uint8_t *bytes = damage(&crossed, at, value, 1);
            for (uint32_t pc = FIRST; pc < FIRST + 16; pc += 4) {
                crossed_begin(&crossed, pc);
                (void)bobbin_step(&crossed.cursor, &crossed.env);
                assert_true(crossed.cursor.stop < BOBBIN_STOPS);
                assert_ptr_equal(crossed.cursor.banks, &crossed.banks);
            }
            free(bytes);
        }
}

/* A step of random bits in half of the cases; else of a valid place with a value near 0. */
static uint32_t random_step(uint32_t *random)
{
    uint32_t step;

    *random = *random * 1664525 + 1013904223;
    step = *random ^ *random >> 16;
    if (*random >> 31)
        step = (step & 0x10ff) | (*random >> 24 & 63) << 13;
    return step;
}

/* Programs of any steps: nothing but registers, banks and stop changes, and no other read. */
static void any_step_is_harmless(void **state)
{
    (void)state;
    uint32_t random = 1, crossings = 0;

    for (uint32_t i = 0; i < 20000; i++) {
        const uint32_t program[] = {random_step(&random), random_step(&random),
                                    random_step(&random), CROSS_END(4u, 4u, IRQ, 6u, 0u)};
        struct crossed crossed;
        crossed_set_up(&crossed, i % 4 ? 2 : 1, program, COUNT(program));
        crossed_begin(&crossed, FIRST);
        crossings += bobbin_step(&crossed.cursor, &crossed.env);
        assert_true(crossed.cursor.stop < BOBBIN_STOPS && crossed.reads <= 48);
        assert_ptr_equal(crossed.cursor.banks, &crossed.banks);
        assert_int_equal(crossed.cursor.reads, crossed.reads);
        assert_int_equal(crossed.cursor.valid & ~bobbin_valid_inner(0x1ffff), 0);
    }
    assert_true(crossings > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_halfword_has_the_program_of_its_row),
        cmocka_unit_test(a_call_frame_is_looked_up_before_its_return_address),
        cmocka_unit_test(a_block_may_be_the_end_of_a_call),
        cmocka_unit_test(handlers_are_found_at_their_load_bias),
        cmocka_unit_test(all_tables_are_searched),
        cmocka_unit_test(a_reader_that_does_not_cross_ignores_crossings),
        cmocka_unit_test(a_damaged_part_is_corrupt),
        cmocka_unit_test(a_damaged_mode_or_skip_is_corrupt),
        cmocka_unit_test(any_byte_may_be_wrong),
        cmocka_unit_test(any_step_is_harmless),
    };
    return cmocka_run_group_tests_name("core_cross_table", tests, NULL, NULL);
}
