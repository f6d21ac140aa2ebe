/* SPDX-License-Identifier: MIT */
/* The report of a failed assertion, made from the registers at the hook. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "port/crash/hooks.c"
#include "port_target.h"

#define FILE_NAME  (TARGET_STACK_LOW + 0x100)
#define FUNCTION   (TARGET_STACK_LOW + 0x200)
#define EXPRESSION (TARGET_STACK_LOW + 0x300)

const struct bobbin_config bobbin_config;
static jmp_buf died;
static char said[TEXT_BYTES];

_Noreturn void bobbin_die(const struct bobbin_context *context)
{
    assert_non_null(context->text);
    assert_true(strlen(context->text) < sizeof(said));
    strcpy(said, context->text);
    longjmp(died, 1);
}

static void put_string(uint32_t address, const char *string)
{
    memcpy(target_word(address), string, strlen(string) + 1);
}

static struct bobbin_context context_of(uint32_t r0, uint32_t r1, uint32_t r2, uint32_t r3)
{
    struct bobbin_context context =
        target_context(BOBBIN_CAUSE_ASSERT, TARGET_CODE, TARGET_STACK_HIGH);

    put_string(FILE_NAME, "sort.c");
    put_string(FUNCTION, "compare");
    put_string(EXPRESSION, "a != b");
    context.r[0] = r0;
    context.r[1] = r1;
    context.r[2] = r2;
    context.r[3] = r3;
    return context;
}

static const char *assert_func_says(struct bobbin_context context)
{
    if (setjmp(died) == 0)
        bobbin_hook_assert_func(&context);
    return said;
}

static void assert_func(void **state)
{
    (void)state;
    assert_string_equal(assert_func_says(context_of(FILE_NAME, 42, FUNCTION, EXPRESSION)),
                        "assertion \"a != b\" failed: file sort.c, line 42, function compare");
    assert_string_equal(assert_func_says(context_of(FILE_NAME, 7, 0, EXPRESSION)),
                        "assertion \"a != b\" failed: file sort.c, line 7");
}

static void older_assert(void **state)
{
    struct bobbin_context context = context_of(FILE_NAME, 3, EXPRESSION, 0xffffffff);

    (void)state;
    if (setjmp(died) == 0)
        bobbin_hook_assert(&context);
    assert_string_equal(said, "assertion \"a != b\" failed: file sort.c, line 3");
}

static void garbage_pointers(void **state)
{
    (void)state;
    assert_string_equal(assert_func_says(context_of(4, 1, 0xfffffffc, 0)),
                        "assertion \"\" failed: file , line 1, function ");
}

static void long_strings_are_cut(void **state)
{
    struct bobbin_context context = context_of(FILE_NAME, 1, FUNCTION, EXPRESSION);

    (void)state;
    memset(target_word(EXPRESSION), 'e', 1000);
    assert_int_equal(strlen(assert_func_says(context)), TEXT_BYTES - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(assert_func, target_set_up),
        cmocka_unit_test_setup(older_assert, target_set_up),
        cmocka_unit_test_setup(garbage_pointers, target_set_up),
        cmocka_unit_test_setup(long_strings_are_cut, target_set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
