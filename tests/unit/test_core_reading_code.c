/* SPDX-License-Identifier: MIT */
/* How much code is read forward, by which reads, and where a branch out of the function leads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "forward.h"
#include "lookup.h"

#define R4 0x01

#define PUSH_R4_LR 0xb510
#define PUSH_W     WIDE(0xe92d4010)
#define NOP        0xbf00
#define NOP_W      WIDE(0xf3af8000)
#define ARM_PUSH   ARM(0xe92d4010)
#define ARM_NOP    ARM(0xe320f000)

#define BODY COMPACT(13, 4, R4, 0, 0, COMPACT_RA)

/* ---- how far ------------------------------------------------------------------------------------ */

static void what_begins_in_14_bytes_is_looked_at(void **state)
{
    (void)state;
    static const uint16_t narrow[] = {NOP, NOP, NOP, NOP, NOP, NOP, NOP, PUSH_R4_LR};
    static const uint16_t wide[] = {NOP_W, NOP_W, NOP_W, NOP, PUSH_W};
    static const uint16_t arm[] = {ARM_NOP, ARM_NOP, ARM_NOP, ARM_NOP, ARM_PUSH};

    assert_int_equal(READING_FORWARD_BYTES, 14);
    EXPECT(FORWARD_THUMB, BODY, narrow, BODY_HOLDS(0), NOTHING_SAVED(2), NOTHING_SAVED(14));
    EXPECT(FORWARD_THUMB, BODY, wide, BODY_HOLDS(0), NOTHING_SAVED(4), NOTHING_SAVED(12));
    EXPECT(FORWARD_ARM, BODY, arm, BODY_HOLDS(0), NOTHING_SAVED(4), NOTHING_SAVED(16));
}

/*
 * CODE of 16 bytes tells what holds by its first NEEDED bytes; by less it does not, and then READING is nothing that
 * counts.
 */
static void expect_to_need(uint32_t state, const uint16_t *code, uint32_t needed, bool told)
{
    for (uint32_t size = 0; size <= READING_CODE_BYTES; size++) {
        _Alignas(4) uint8_t bytes[READING_CODE_BYTES];
        struct bobbin_cursor cursor;
        struct reading reading = forward_begin(&cursor, state, BODY, 0);
        memset(bytes, 0, sizeof(bytes));
        memcpy(bytes, code, size & ~1u);
        assert_int_equal(reading_forward(&reading, bytes, size), size >= needed);
        if (size < needed)
            continue;
        assert_int_equal(reading.answer.trust, told ? BOBBIN_TRUST_CODE : BOBBIN_TRUST_TABLE);
        if (!told)
            assert_int_equal(reading.word, KNOWN_RULE | BODY);
        assert_int_equal(reading.target, READING_NO_TARGET);
    }
}

static void code_that_is_too_short_tells_nothing(void **state)
{
    (void)state;
    static const uint16_t first[8] = {PUSH_R4_LR, NOP, NOP, NOP, NOP, NOP, NOP, NOP};
    static const uint16_t fourth[8] = {NOP, NOP, NOP, PUSH_R4_LR};
    static const uint16_t wide[8] = {NOP, PUSH_W};
    static const uint16_t last[8] = {NOP, NOP, NOP, NOP, NOP, NOP, PUSH_W};
    static const uint16_t call[8] = {NOP, NOP, WIDE(0xf000f800)};
    static const uint16_t none[8] = {NOP, NOP, NOP, NOP, NOP, NOP, NOP, NOP};
    static const uint16_t none_wide[8] = {NOP, NOP, NOP, NOP, NOP, NOP, NOP_W};
    static const uint16_t arm[8] = {ARM_NOP, ARM_PUSH, ARM_NOP, ARM_NOP};
    static const uint16_t arm_none[8] = {ARM_NOP, ARM_NOP, ARM_NOP, ARM_NOP};

    expect_to_need(FORWARD_THUMB, first, 2, true);
    expect_to_need(FORWARD_THUMB, fourth, 8, true);
    expect_to_need(FORWARD_THUMB, wide, 6, true);
    expect_to_need(FORWARD_THUMB, last, 16, true);
    expect_to_need(FORWARD_THUMB, call, 8, false);
    expect_to_need(FORWARD_THUMB, none, 14, false);
    expect_to_need(FORWARD_THUMB, none_wide, 16, false);
    expect_to_need(FORWARD_ARM, arm, 8, true);
    expect_to_need(FORWARD_ARM, arm_none, 16, false);
}

/* ---- by which reads ----------------------------------------------------------------------------- */

/* Code that can be read as far as it goes. */
struct memory {
    uint8_t code[READING_CODE_BYTES];
    uint32_t size_bytes, reads;
};

static bool read_memory(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    struct memory *memory = context;
    uint32_t at = address - FORWARD_PC;

    assert_int_equal(space, BOBBIN_SPACE_CODE);
    assert_int_equal(size_bytes, 2);
    assert_int_equal(at, memory->reads * size_bytes); /* one behind the other */
    memory->reads++;
    if (at + size_bytes > memory->size_bytes)
        return false;
    memcpy(out, memory->code + at, size_bytes);
    return true;
}

struct expected_reads {
    uint32_t size_bytes; /* so much can be read */
    uint32_t reads_max;  /* as bobbin.h has it: 0, any number */
    enum bobbin_stop stop;
    uint32_t reads;
    bool told; /* if it does not stop */
};

static void expect_reads(uint32_t state, const uint16_t *code, const struct expected_reads *all,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct memory memory = {.size_bytes = all[i].size_bytes};
        const struct bobbin_env env = {
            .context = &memory, .read = read_memory, .reads_max = all[i].reads_max};
        struct bobbin_cursor cursor;
        struct reading reading = forward_begin(&cursor, state, BODY, 0);
        memcpy(memory.code, code, sizeof(memory.code));
        reading.env = &env;
        assert_int_equal(lookup_code(&reading, lookup_window(&reading)), all[i].stop);
        assert_int_equal(memory.reads, all[i].reads);
        assert_int_equal(cursor.reads, all[i].reads);
        if (all[i].stop == BOBBIN_STOP_NONE)
            assert_int_equal(reading.answer.trust,
                             all[i].told ? BOBBIN_TRUST_CODE : BOBBIN_TRUST_TABLE);
    }
}

static void code_is_read_at_once(void **state)
{
    (void)state;
    static const uint16_t thumb[8] = {NOP, NOP, PUSH_R4_LR, NOP, NOP, NOP, NOP, NOP};
    static const uint16_t wide[8] = {NOP, PUSH_W, NOP, NOP, NOP, NOP, NOP};
    static const uint16_t none[8] = {NOP, NOP, NOP, NOP, NOP, NOP, NOP, NOP};
    static const uint16_t arm[8] = {ARM_NOP, ARM_PUSH, ARM_NOP, ARM_NOP};
    static const struct expected_reads of_thumb[] = {
        {16, 0, BOBBIN_STOP_NONE, 8, true},       {6, 0, BOBBIN_STOP_NONE, 4, true},
        {4, 0, BOBBIN_STOP_UNREADABLE, 3, false}, {0, 0, BOBBIN_STOP_UNREADABLE, 1, false},
        {16, 8, BOBBIN_STOP_NONE, 8, true},
    };
    static const struct expected_reads of_wide[] = {
        {16, 0, BOBBIN_STOP_NONE, 8, true},
        {6, 0, BOBBIN_STOP_NONE, 4, true},
        {4, 0, BOBBIN_STOP_UNREADABLE, 3, false}, /* the half of it tells nothing */
    };
    static const struct expected_reads of_none[] = {
        {14, 0, BOBBIN_STOP_NONE, 8, false},
        {12, 0, BOBBIN_STOP_UNREADABLE, 7, false},
    };
    static const struct expected_reads of_arm[] = {
        {16, 0, BOBBIN_STOP_NONE, 8, true},       {8, 0, BOBBIN_STOP_NONE, 5, true},
        {6, 0, BOBBIN_STOP_UNREADABLE, 4, false}, /* nor here */
        {4, 0, BOBBIN_STOP_UNREADABLE, 3, false}, {16, 8, BOBBIN_STOP_NONE, 8, true},
    };

    expect_reads(FORWARD_THUMB, thumb, of_thumb, sizeof(of_thumb) / sizeof(of_thumb[0]));
    expect_reads(FORWARD_THUMB, wide, of_wide, sizeof(of_wide) / sizeof(of_wide[0]));
    expect_reads(FORWARD_THUMB, none, of_none, sizeof(of_none) / sizeof(of_none[0]));
    expect_reads(FORWARD_ARM, arm, of_arm, sizeof(of_arm) / sizeof(of_arm[0]));
}

/* Whatever could be told without the reads that are not left. */
static void a_budget_ends_the_trace(void **state)
{
    (void)state;
    static const uint16_t thumb[8] = {PUSH_R4_LR, NOP, NOP, NOP, NOP, NOP, NOP, NOP};

    for (uint32_t reads_max = 1; reads_max < 8; reads_max++) {
        struct memory memory = {.size_bytes = 16};
        const struct bobbin_env env = {
            .context = &memory, .read = read_memory, .reads_max = reads_max};
        struct bobbin_cursor cursor;
        struct reading reading = forward_begin(&cursor, FORWARD_THUMB, BODY, 0);
        memcpy(memory.code, thumb, sizeof(memory.code));
        reading.env = &env;
        assert_int_equal(lookup_code(&reading, lookup_window(&reading)), BOBBIN_STOP_BUDGET);
        assert_int_equal(cursor.stop, BOBBIN_STOP_BUDGET);
        assert_int_equal(memory.reads, reads_max);
    }
}

static void a_window_needs_no_reads(void **state)
{
    (void)state;
    _Alignas(4) static const uint16_t thumb[8] = {NOP, NOP, PUSH_R4_LR, NOP, NOP, NOP, NOP, NOP};
    const struct bobbin_env env = {.window[BOBBIN_SPACE_CODE] = {thumb, FORWARD_PC, sizeof(thumb)}};
    struct bobbin_cursor cursor;
    struct reading reading = forward_begin(&cursor, FORWARD_THUMB, BODY, 0);

    reading.env = &env;
    assert_int_equal(lookup_code(&reading, lookup_window(&reading)), BOBBIN_STOP_NONE);
    assert_int_equal(cursor.reads, 0);
    assert_int_equal(reading.answer.trust, BOBBIN_TRUST_CODE);
    assert_int_equal(reading.cfa_offset, 0);
}

/* ---- where branches lead ------------------------------------------------------------------------ */

/* At the pc of READING stands a branch by OFFSET; LEAVES: nothing is saved, else the body rule holds. */
static void expect_branch(struct reading *reading, int32_t offset, bool leaves)
{
    const uint16_t code[8] = {(uint16_t)(0xe000 | (((uint32_t)offset - 4) >> 1 & 0x7ff))};
    const struct bobbin_env env = {.tables = reading->env->tables,
                                   .tables_count = 1,
                                   .window[BOBBIN_SPACE_CODE] = {code, reading->cursor->r[15], 16}};
    struct reading its = *reading;

    its.env = &env;
    assert_int_equal(lookup_code(&its, lookup_window(&its)), BOBBIN_STOP_NONE);
    assert_int_equal(its.target, reading->cursor->r[15] + (uint32_t)offset);
    assert_int_equal(its.answer.trust, leaves ? BOBBIN_TRUST_CODE : BOBBIN_TRUST_TABLE);
    assert_int_equal(its.word, leaves ? 0 : KNOWN_RULE | BODY);
    assert_int_equal(its.cfa_offset, leaves ? 0 : 16);
}

/* The function is FORWARD_PC to FORWARD_PC + 32; the pc 16 bytes behind its start. */
static void expect_branches(struct reading *reading)
{
    expect_branch(reading, -16, false);
    expect_branch(reading, 0, false);
    expect_branch(reading, 14, false);
    expect_branch(reading, -18, true);
    expect_branch(reading, 16, true);
    expect_branch(reading, -1000, true);
    expect_branch(reading, 1000, true);
}

static void out_of_the_entry_is_a_return(void **state)
{
    (void)state;
    const struct bobbin_table table = {.load_bias = 0};
    const struct bobbin_env env = {.tables = &table, .tables_count = 1};
    struct bobbin_cursor cursor;
    struct reading reading = forward_begin(&cursor, FORWARD_THUMB, BODY, 16);

    reading.env = &env;
    reading.answer.start = FORWARD_PC;
    reading.answer.end = FORWARD_PC + 32;
    expect_branches(&reading);
}

/* In pages it is not known where an entry ends, but which one it is: of three of 32 bytes in halfwords the second. */
static void entries_in_pages_tell_by_themselves(void **state)
{
    (void)state;
    static const uint8_t counts[] = {0, 3}, entries[] = {0, 1, 16, 1, 32, 1, 0, 0, 0, 0, 0, 0};
    _Alignas(2) static const uint8_t index[] = {0, 0};

    for (uint32_t load_bias = 0; load_bias < 0x2000; load_bias += 0x1000) {
        const struct bobbin_table table = {
            .load_bias = load_bias,
            .first = {.start = FORWARD_PC - 32 - load_bias,
                      .size_bytes = 96,
                      .part[RANGE_INDEX] = {index, counts},
                      .part[RANGE_ENTRIES] = {entries, entries + 6},
                      .pages = 1,
                      .unit_shift = 1},
        };
        const struct bobbin_env env = {.tables = &table, .tables_count = 1};
        struct bobbin_cursor cursor;
        struct reading reading = forward_begin(&cursor, FORWARD_THUMB, BODY, 16);
        reading.env = &env;
        reading.answer.entry = entries + 4;
        expect_branches(&reading);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_begins_in_14_bytes_is_looked_at),
        cmocka_unit_test(code_that_is_too_short_tells_nothing),
        cmocka_unit_test(code_is_read_at_once),
        cmocka_unit_test(a_budget_ends_the_trace),
        cmocka_unit_test(a_window_needs_no_reads),
        cmocka_unit_test(out_of_the_entry_is_a_return),
        cmocka_unit_test(entries_in_pages_tell_by_themselves),
    };
    return cmocka_run_group_tests_name("core_reading_code", tests, NULL, NULL);
}
