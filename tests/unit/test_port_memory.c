/* SPDX-License-Identifier: MIT */
/* Memory reads of the port: configured regions, probe, alignment, sizes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "port/common/memory.c"
#include "port_target.h"

#define HOLE_LOW  (TARGET_STACK_LOW + 0x100)
#define HOLE_HIGH (TARGET_STACK_LOW + 0x200)

static const struct bobbin_region memory[] = {
    {"low", TARGET_STACK_LOW, HOLE_LOW},
    {"high", HOLE_HIGH, TARGET_STACK_HIGH},
    {"more", TARGET_STACK_HIGH, TARGET_STACK_HIGH + 0x1000},
};

const struct bobbin_config bobbin_config = {.memory = memory, .memory_count = 3};

static bool stack(uint32_t address, uint32_t *out)
{
    return bobbin_memory_read(NULL, BOBBIN_SPACE_STACK, address, out, 4);
}

static void words_of_stack(void **state)
{
    uint32_t word = 0;

    (void)state;
    *target_word(HOLE_HIGH) = 0x12345678;
    assert_true(stack(HOLE_HIGH, &word));
    assert_int_equal(word, 0x12345678);
    assert_false(stack(HOLE_HIGH + 2, &word));
    assert_false(bobbin_memory_read(NULL, BOBBIN_SPACE_STACK, HOLE_HIGH, &word, 2));
    assert_false(bobbin_memory_read(NULL, BOBBIN_SPACE_STACK, HOLE_HIGH, &word, 8));
    assert_false(bobbin_memory_read(NULL, BOBBIN_SPACE_STACK, HOLE_HIGH, &word, 0));
}

static void halfwords_of_code(void **state)
{
    uint8_t bytes[4] = {0};

    (void)state;
    *target_word(HOLE_HIGH) = 0x56781234;
    *target_word(HOLE_HIGH + 4) = 0xdef09abc;
    assert_true(bobbin_memory_read(NULL, BOBBIN_SPACE_CODE, HOLE_HIGH + 2, bytes, 4));
    assert_memory_equal(bytes, "\x78\x56\xbc\x9a", 4);
    assert_true(bobbin_memory_read(NULL, BOBBIN_SPACE_CODE, HOLE_HIGH, bytes, 2));
    assert_memory_equal(bytes, "\x34\x12\xbc\x9a", 4);
    assert_false(bobbin_memory_read(NULL, BOBBIN_SPACE_CODE, HOLE_HIGH + 1, bytes, 2));
    assert_false(bobbin_memory_read(NULL, BOBBIN_SPACE_CODE, HOLE_HIGH, bytes, 3));
}

static void only_listed_memory(void **state)
{
    uint32_t word;

    (void)state;
    assert_true(stack(HOLE_LOW - 4, &word));
    assert_false(stack(HOLE_LOW, &word));
    assert_false(stack(HOLE_HIGH - 4, &word));
    assert_true(stack(TARGET_STACK_HIGH - 4, &word));
    assert_false(bobbin_memory_readable(HOLE_LOW - 4, 8));
    assert_false(bobbin_memory_readable(UINT32_MAX - 3, 4));
}

/*
 * A read needs a configured region and a successful probe. The probe is not called outside the
 * regions.
 */
static void only_readable_memory(void **state)
{
    uint32_t word;

    (void)state;
    assert_false(stack(TARGET_STACK_HIGH, &word));
    target_probes = 0;
    assert_false(stack(HOLE_LOW, &word));
    assert_int_equal(target_probes, 0);
    target_unreadable_from = HOLE_HIGH + 8;
    assert_true(stack(HOLE_HIGH + 4, &word));
    assert_false(stack(HOLE_HIGH + 8, &word));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(words_of_stack, target_set_up),
        cmocka_unit_test_setup(halfwords_of_code, target_set_up),
        cmocka_unit_test_setup(only_listed_memory, target_set_up),
        cmocka_unit_test_setup(only_readable_memory, target_set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
