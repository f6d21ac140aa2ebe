/* SPDX-License-Identifier: MIT */
/* Which instructions return from exceptions. The encodings are as the assembler writes them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "insn/exception_return.c"

static enum exception_return arm(uint32_t code)
{
    const struct image_instruction at = {.size_bytes = 4};

    return exception_return_of(&at, code);
}

static enum exception_return thumb(uint32_t first, uint32_t second)
{
    const struct image_instruction at = {.size_bytes = 4, .thumb = true};

    return exception_return_of(&at, second << 16 | first);
}

static void arm_code(void **state)
{
    (void)state;
    assert_int_equal(arm(0xe25ef004), EXCEPTION_RETURN_DATA); /* subs pc, lr, #4 */
    assert_int_equal(arm(0x025ef004), EXCEPTION_RETURN_DATA); /* subseq pc, lr, #4 */
    assert_int_equal(arm(0xe1b0f00e), EXCEPTION_RETURN_DATA); /* movs pc, lr */
    assert_int_equal(arm(0xe29ef004), EXCEPTION_RETURN_DATA); /* adds pc, lr, #4 */
    assert_int_equal(arm(0xe21ef003), EXCEPTION_RETURN_DATA); /* ands pc, lr, #3 */
    assert_int_equal(arm(0xe3f0f000), EXCEPTION_RETURN_DATA); /* mvns pc, #0 */
    assert_int_equal(arm(0xe160006e), EXCEPTION_RETURN_ERET); /* eret */
    assert_int_equal(arm(0x0160006e), EXCEPTION_RETURN_ERET); /* ereteq */
    assert_int_equal(arm(0xe8fd8001), EXCEPTION_RETURN_LDM);  /* ldm sp!, {r0, pc}^ */
    assert_int_equal(arm(0xe95d8000), EXCEPTION_RETURN_LDM);  /* ldmdb sp, {pc}^ */
    assert_int_equal(arm(0xf8bd0a00), EXCEPTION_RETURN_RFE);  /* rfeia sp! */
    assert_int_equal(arm(0xf9900a00), EXCEPTION_RETURN_RFE);  /* rfeib r0 */
    assert_int_equal(arm(0xf8300a00), EXCEPTION_RETURN_RFE);  /* rfeda r0! */
    assert_int_equal(arm(0xf91d0a00), EXCEPTION_RETURN_RFE);  /* rfedb sp */
    assert_int_equal(arm(0xf8bdd02f), EXCEPTION_RETURN_RFE);  /* rfeia sp!, other low bits */
}

static void other_arm_code(void **state)
{
    static const uint32_t other[] = {
        0xe8bd8010, /* pop {r4, pc} */
        0xe12fff1e, /* bx lr */
        0xe1a0f00e, /* mov pc, lr */
        0xe3500000, /* cmp r0, #0 */
        0xe31ef001, /* tst lr, #1, as older assemblers write it */
        0xe0100291, /* muls r0, r1, r2 */
        0xe01f0291, /* muls r15, r1, r2 */
        0xe8dd6000, /* ldm sp, {sp, lr}^ */
        0xe8cd8000, /* stm sp, {pc}^ */
        0xe1600070, /* smc #0 */
        0xe140007e, /* hvc #14 */
        0xf96d0513, /* srsdb sp!, #19 */
        0xe16ff001, /* msr spsr_fsxc, r1 */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++)
        assert_int_equal(arm(other[i]), EXCEPTION_RETURN_NONE);
}

static void thumb_code(void **state)
{
    (void)state;
    assert_int_equal(thumb(0xf3de, 0x8f04), EXCEPTION_RETURN_DATA); /* subs pc, lr, #4 */
    assert_int_equal(thumb(0xf3de, 0x8f00), EXCEPTION_RETURN_ERET); /* eret, movs pc, lr */
    assert_int_equal(thumb(0xe9bd, 0xc000), EXCEPTION_RETURN_RFE);  /* rfeia sp! */
    assert_int_equal(thumb(0xe810, 0xc000), EXCEPTION_RETURN_RFE);  /* rfedb r0 */
    assert_int_equal(thumb(0xe8bd, 0x8010), EXCEPTION_RETURN_NONE); /* pop.w {r4, pc} */
    assert_int_equal(thumb(0xe8bd, 0xc000), EXCEPTION_RETURN_NONE); /* ldm sp!, {lr, pc} */
    assert_int_equal(thumb(0xf3ef, 0x8000), EXCEPTION_RETURN_NONE); /* mrs r0, cpsr */
    assert_int_equal(thumb(0xe82d, 0xc013), EXCEPTION_RETURN_NONE); /* srsdb sp!, #19 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arm_code),
        cmocka_unit_test(other_arm_code),
        cmocka_unit_test(thumb_code),
    };

    return cmocka_run_group_tests_name("exception returns", tests, NULL, NULL);
}
