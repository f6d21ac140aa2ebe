/* SPDX-License-Identifier: MIT */
/* Return addresses of exceptions: all causes in both states (ARM ARM B1.8.3). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "port/armv7/return_address.c"

#define ARM_SVC   0x600001d3u
#define THUMB_SVC (ARM_SVC | BOBBIN_CPSR_T)
#define LR        0x60010108u

static void expect(uint32_t cause, uint32_t arm_bytes, uint32_t thumb_bytes)
{
    assert_int_equal(bobbin_preferred_return(cause, ARM_SVC, LR), LR - arm_bytes);
    assert_int_equal(bobbin_preferred_return(cause, THUMB_SVC, LR), LR - thumb_bytes);
}

static void exceptions_have_an_offset(void **state)
{
    (void)state;
    expect(BOBBIN_CAUSE_UNDEFINED, 4, 2);
    expect(BOBBIN_CAUSE_PREFETCH_ABORT, 4, 4);
    expect(BOBBIN_CAUSE_DATA_ABORT, 8, 8);
}

static void all_else_has_none(void **state)
{
    (void)state;
    expect(BOBBIN_CAUSE_USER, 0, 0);
    for (uint32_t cause = BOBBIN_CAUSE_NULL_CALL; cause < BOBBIN_CAUSES + 2; cause++)
        expect(cause, 0, 0);
    expect(UINT32_MAX, 0, 0);
}

static void addresses_wrap(void **state)
{
    (void)state;
    assert_int_equal(bobbin_preferred_return(BOBBIN_CAUSE_PREFETCH_ABORT, ARM_SVC, 0), 0xfffffffcu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exceptions_have_an_offset),
        cmocka_unit_test(all_else_has_none),
        cmocka_unit_test(addresses_wrap),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
