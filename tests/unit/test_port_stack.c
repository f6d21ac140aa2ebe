/* SPDX-License-Identifier: MIT */
/* The dump of words near sp, and the report of a stack overflow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "port_log.h"
#include "port_target.h"

#include "port/common/line_writer.c"
#include "port/common/memory.c"
#include "port/crash/context_lines.c"
#include "port/crash/stack_dump.c"

#define PC (TARGET_CODE + 0x10)
#define SP (TARGET_STACK_HIGH - 0x400)

/* This stack is above the main stack and a guard. Its memory is never accessed. */
#define SMALL_STACK_LOW  (TARGET_STACK_HIGH + TARGET_GUARD_BYTES)
#define SMALL_STACK_HIGH (SMALL_STACK_LOW + 0x100)

static const struct bobbin_region stacks[] = {
    {TARGET_MAIN, TARGET_STACK_LOW, TARGET_STACK_HIGH},
    {TARGET_SMALL, SMALL_STACK_LOW, SMALL_STACK_HIGH},
};

const struct bobbin_config bobbin_config = {
    .put = port_log_put,
    .memory = stacks,
    .memory_count = 1,
    .stacks = stacks,
    .stacks_count = 2,
    .stack_words_max = 64,
};

static void expect(uint32_t index, const char *text)
{
    assert_memory_equal(port_log_line(REPORT_TYPE_STACK, index), text, strlen(text));
}

static void print(const struct bobbin_context *context)
{
    struct bobbin_report report;

    port_log_clear();
    bobbin_report_begin(&report, &bobbin_config, 0x12345678);
    bobbin_stack_lines(&report, context);
    bobbin_stack_overflow_note(&report, context, stacks, 2);
}

/* Number of words on all stack lines. Each line must go on where the one before ended. */
static size_t words_of_all_lines(void)
{
    size_t words = 0;
    char *end;

    for (uint32_t i = 0; i < port_log_count(REPORT_TYPE_STACK); i++) {
        const char *line = port_log_line(REPORT_TYPE_STACK, i);
        uint32_t address = (uint32_t)strtoul(line, &end, 16);

        assert_int_equal(address, TARGET_STACK_LOW + 4 * words);
        for (; strncmp(end, " *", 2) != 0; words++)
            end += 1 + strcspn(end + 1, " ");
    }
    return words;
}

/* sp is in the guard. The dump starts at the stack limit, because the guard is not readable. */
static void overflowed_stack_is_named(void **state)
{
    struct bobbin_context context =
        target_context(BOBBIN_CAUSE_DATA_ABORT, PC, TARGET_STACK_LOW - 24);

    (void)state;
    context.status = 1;
    context.address = TARGET_STACK_LOW - 28;
    *target_word(TARGET_STACK_LOW) = 0xfeedf00d;
    print(&context);
    assert_true(
        port_log_has_note("stack overflow: stack main, sp 0x20000fe8 is 24 bytes below its limit"));
    expect(0, " 20001000 feedf00d 0 ");
    assert_int_equal(words_of_all_lines(), 64);
}

static bool access_is_overflow(uint32_t sp, uint32_t address)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_DATA_ABORT, PC, sp);

    context.status = 1;
    context.address = address;
    print(&context);
    return port_log_has_note("stack overflow");
}

static void overflow_by_access(void **state)
{
    (void)state;
    assert_true(access_is_overflow(TARGET_STACK_LOW, TARGET_STACK_LOW - 4));
    assert_true(port_log_has_note("stack main, access to 0x20000ffc is 4 bytes below its limit"));
    assert_true(access_is_overflow(TARGET_STACK_LOW + 64, TARGET_STACK_LOW + 64 - 4096));
    assert_true(access_is_overflow(SMALL_STACK_HIGH, SMALL_STACK_LOW - 8));
    assert_true(port_log_has_note("stack small, "));
    assert_false(access_is_overflow(TARGET_STACK_LOW + 64, TARGET_STACK_LOW + 60 - 4096));
}

/*
 * These accesses are not overflows, because sp is inside its stack: an access to the guard from a
 * heap below the stack, and a string copy that runs up into the next guard.
 */
static void access_is_no_overflow(void **state)
{
    (void)state;
    assert_false(access_is_overflow(SP, TARGET_STACK_LOW - 4096));
    assert_false(access_is_overflow(SP, TARGET_STACK_LOW - 4));
    assert_false(access_is_overflow(TARGET_STACK_HIGH - 16, TARGET_STACK_HIGH));
    assert_false(access_is_overflow(TARGET_STACK_HIGH, TARGET_STACK_HIGH));
}

static void far_below_is_no_overflow(void **state)
{
    struct bobbin_context context =
        target_context(BOBBIN_CAUSE_USER, PC, TARGET_STACK_LOW - STACK_OVERFLOW_REACH_BYTES - 4);

    (void)state;
    print(&context);
    assert_false(port_log_has_note("stack overflow"));
    assert_int_equal(port_log_count(REPORT_TYPE_STACK), 0);
}

static void stack_words_end_with_the_stack(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, PC, TARGET_STACK_HIGH - 40);

    (void)state;
    *target_word(TARGET_STACK_HIGH - 4) = 0x0badcafe;
    print(&context);
    assert_int_equal(port_log_count(REPORT_TYPE_STACK), 2);
    expect(0, " 20004fb8 0 0 0 0 0 0 0 0 *");
    expect(1, " 20004fd8 0 0 0 0 0 0 0 0 0 badcafe *");
}

static void unreadable_words_are_dashes(void **state)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, PC, SP);

    (void)state;
    target_unreadable_from = SP + 12;
    print(&context);
    expect(1, " 20004c00 0 0 0 - - - - - ");
    assert_int_equal(port_log_count(REPORT_TYPE_STACK), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(overflowed_stack_is_named, target_set_up),
        cmocka_unit_test_setup(overflow_by_access, target_set_up),
        cmocka_unit_test_setup(access_is_no_overflow, target_set_up),
        cmocka_unit_test_setup(far_below_is_no_overflow, target_set_up),
        cmocka_unit_test_setup(stack_words_end_with_the_stack, target_set_up),
        cmocka_unit_test_setup(unreadable_words_are_dashes, target_set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
