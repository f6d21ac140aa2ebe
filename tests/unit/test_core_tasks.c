/* SPDX-License-Identifier: MIT */
/* bobbin_begin_task: which resume point it chooses. The tables are written by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "handmade_crossings.h"
#include <bobbin/tasks.h>

enum { CODE = 0x8000, MEMORY = 0x20000000, WORDS = 64, BLOCK = MEMORY + 0x40 };
enum { IS_BLOCK = 1, IS_CALL = 2 };
enum { SVC_MODE = 0x13 };

struct point {
    uint32_t address, function, program, handle;
};

struct fixture {
    uint8_t bytes[HANDMADE_SIZE_MAX];
    struct bobbin_table table;
    struct bobbin_env env;
    struct bobbin_cursor cursor;
    struct bobbin_banks banks;
    uint32_t memory[WORDS];
};

/* Programs: r4, pc and sp from the words at the base, in different orders. A saved pointer is the
   base of the first two, the word at the block + 8 or at the block that of the others. */
#define ENDS(is_call) CROSS_END(0, 0, 0, 0, is_call)
static const uint32_t words[] = {
    CROSS(4, BY_SLOT, 0),
    CROSS(AT_PC, BY_SLOT, 4),
    CROSS(13, BY_NUMBER, 8),
    ENDS(0),
    CROSS(AT_PC, BY_SLOT, 0),
    CROSS(4, BY_SLOT, 4),
    CROSS(13, BY_NUMBER, 8),
    ENDS(1),
    CROSS(AT_BASE, BY_SLOT, 8),
    CROSS(4, BY_SLOT, 0),
    CROSS(AT_PC, BY_SLOT, 4),
    CROSS(13, BY_NUMBER, 8),
    ENDS(0),
    CROSS(AT_BASE, BY_SLOT, 0),
    CROSS(4, BY_SLOT, 0),
    CROSS(AT_PC, BY_SLOT, 4),
    CROSS(AT_SP + SVC, BY_NUMBER, 8),
    ENDS(0),
};
enum { POINTER = 0, LONGJMP = 4, AT_8 = 8, AT_0 = 13 };

static uint32_t put(uint8_t *out, uint32_t at, uint32_t value, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i++)
        out[at + i] = (uint8_t)(value >> 8 * i);
    return at + size_bytes;
}

/* Appends RESUMES, as the comments of core/format/resume_format.h say. */
static uint32_t resume(uint8_t *out, uint32_t at, const struct point *points, uint32_t count)
{
    while (at % 4)
        at = put(out, at, 0, 1);
    for (uint32_t i = 0; i < sizeof(words) / 4; i++)
        at = put(out, at, words[i], 4);
    for (uint32_t i = 0; i < count; i++) {
        at = put(out, at, points[i].address, 4);
        at = put(out, at, points[i].function, 4);
        at = put(out, at, points[i].program, 2);
        at = put(out, at, points[i].handle, 2);
    }
    at = put(out, at, count, 2);
    at = put(out, at, sizeof(words) / 4, 2);
    out[6] |= 2;
    handmade_seal(out, at);
    return at;
}

static bool read_memory(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    struct fixture *fixture = context;

    if (space != BOBBIN_SPACE_STACK || address < MEMORY ||
        address + size_bytes > MEMORY + sizeof(fixture->memory))
        return false;
    memcpy(out, (uint8_t *)fixture->memory + (address - MEMORY), size_bytes);
    return true;
}

static void set_up(struct fixture *fixture, const struct point *points, uint32_t count)
{
    static const struct handmade_entry entry = ENTRY(0x100, 0);
    static const struct handmade_range range = RANGE(CODE, &entry, 1);
    static const uint32_t rule = RULE_LEAF;
    const struct handmade table = {
        .ranges = &range, .ranges_count = 1, .rules = &rule, .rules_count = 1};
    uint32_t size_bytes = handmade_write(&table, fixture->bytes);

    size_bytes = resume(fixture->bytes, size_bytes, points, count);
    memset(fixture->memory, 0, sizeof(fixture->memory));
    assert_int_equal(bobbin_table_open(&fixture->table, fixture->bytes, size_bytes, 0),
                     BOBBIN_TABLE_OK);
    fixture->env = (struct bobbin_env){
        .context = fixture, .read = read_memory, .tables = &fixture->table, .tables_count = 1};
    fixture->memory[0] = CODE + 0x10; /* what POINTER gives as r4 */
    fixture->memory[1] = CODE + 0x20;
    fixture->memory[(BLOCK + 8 - MEMORY) / 4] = MEMORY;
}

/* The pc of the trace of TASK; 0: there is none, for the reason NO_RULE. */
static uint32_t begin(struct fixture *fixture, struct bobbin_saved_task task)
{
    if (bobbin_begin_task(&fixture->cursor, &fixture->env, &fixture->banks, &task, SVC_MODE)) {
        assert_int_equal(fixture->cursor.r[13], MEMORY + 8);
        return fixture->cursor.r[15];
    }
    assert_int_equal(fixture->cursor.stop, BOBBIN_STOP_NO_RULE);
    return 0;
}

static void a_named_function_is_chosen(void **state)
{
    static const struct point points[] = {{CODE + 4, CODE, POINTER, 0},
                                          {CODE + 0x48, CODE + 0x40, LONGJMP, IS_CALL}};
    struct fixture fixture;

    (void)state;
    set_up(&fixture, points, 2);
    assert_int_equal(
        begin(&fixture, (struct bobbin_saved_task){.saved = MEMORY, .function = CODE + 0x41}),
        CODE + 0x10);
    assert_int_equal(
        begin(&fixture, (struct bobbin_saved_task){.saved = MEMORY, .function = CODE + 0x80}), 0);
}

static void an_exception_return_goes_before_longjmp(void **state)
{
    static const struct point points[] = {{CODE + 4, CODE, LONGJMP, IS_CALL},
                                          {CODE + 0x48, CODE + 0x40, POINTER, 0}};
    struct fixture fixture;

    (void)state;
    set_up(&fixture, points, 2);
    assert_int_equal(begin(&fixture, (struct bobbin_saved_task){.saved = MEMORY}), CODE + 0x20);
    set_up(&fixture, points, 1);
    assert_int_equal(begin(&fixture, (struct bobbin_saved_task){.saved = MEMORY}), CODE + 0x10);
    assert_int_equal(begin(&fixture, (struct bobbin_saved_task){.block = BLOCK}), 0);
}

static void a_control_block_goes_before_a_pointer(void **state)
{
    static const struct point points[] = {{CODE + 4, CODE, AT_8, 8 | IS_BLOCK},
                                          {CODE + 0x48, CODE + 0x40, LONGJMP, IS_CALL}};
    struct fixture fixture;

    (void)state;
    set_up(&fixture, points, 2);
    assert_int_equal(begin(&fixture, (struct bobbin_saved_task){.block = BLOCK}), CODE + 0x20);
    assert_int_equal(
        begin(&fixture,
              (struct bobbin_saved_task){.block = BLOCK, .saved = MEMORY, .saved_at = BLOCK + 8}),
        CODE + 0x20);
}

/* As in RT-Thread: the code takes the address of the word with the saved pointer. */
static void the_handle_may_be_inside_the_control_block(void **state)
{
    static const struct point points[] = {{CODE + 4, CODE, AT_0, IS_BLOCK}};
    struct fixture fixture;

    (void)state;
    set_up(&fixture, points, 1);
    assert_int_equal(
        begin(&fixture,
              (struct bobbin_saved_task){.block = BLOCK, .saved = MEMORY, .saved_at = BLOCK + 8}),
        CODE + 0x20);
}

static void rules_that_disagree_give_no_frame(void **state)
{
    static const struct point points[] = {{CODE + 4, CODE, POINTER, 0},
                                          {CODE + 0x48, CODE + 0x40, LONGJMP, 0}};
    static const struct point agree[] = {{CODE + 4, CODE, AT_0, IS_BLOCK},
                                         {CODE + 0x48, CODE + 0x40, AT_8, 8 | IS_BLOCK}};
    struct fixture fixture;

    (void)state;
    set_up(&fixture, points, 2);
    assert_int_equal(begin(&fixture, (struct bobbin_saved_task){.saved = MEMORY}), 0);
    fixture.memory[0] = fixture.memory[1]; /* the kind of the frame still differs */
    assert_int_equal(begin(&fixture, (struct bobbin_saved_task){.saved = MEMORY}), 0);
    set_up(&fixture, agree, 2);
    assert_int_equal(begin(&fixture, (struct bobbin_saved_task){.block = BLOCK + 0x20,
                                                                .saved = MEMORY,
                                                                .saved_at = BLOCK + 8}),
                     CODE + 0x20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_named_function_is_chosen),
        cmocka_unit_test(an_exception_return_goes_before_longjmp),
        cmocka_unit_test(a_control_block_goes_before_a_pointer),
        cmocka_unit_test(the_handle_may_be_inside_the_control_block),
        cmocka_unit_test(rules_that_disagree_give_no_frame),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
