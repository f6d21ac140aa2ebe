/* SPDX-License-Identifier: MIT */
/* Instructions that the walk through code skips without decoding (core/insn/code_plain.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "core/insn/code.h"
#include "core/insn/code_plain.h"

/* True if OP does not change a frame. */
static bool does_nothing(const struct code_op *op)
{
    const uint32_t scratch = 0x100f;
    bool is_frame = op->target == 7 || op->target == 11;

    switch (op->kind) {
    case CODE_OTHER:
        return true;
    case CODE_LOAD:
    case CODE_STORE:
        if (op->registers & BOBBIN_VALID_R(BOBBIN_PC))
            return false;
        return op->base != BOBBIN_SP || (!op->writeback && !(op->registers & ~scratch));
    case CODE_ADD:
        if (op->target == BOBBIN_SP || (is_frame && op->base == BOBBIN_SP))
            return false;
        return !is_frame || op->base != op->target || op->offset == 0;
    default:
        return false;
    }
}

/*
 * All skipped 16-bit instructions must be without effect on a frame. Skipping must only save time.
 */
static void what_is_not_decoded_does_nothing(void **state)
{
    (void)state;
    uint32_t count = 0;

    for (uint32_t half = 0; half < 0xe800; half++) {
        struct code_op op;
        if (!code_is_plain_narrow(half) && !code_is_plain_high(half))
            continue;
        code_decode(half << 16, &op, BOBBIN_CPSR_T);
        if (op.size_bytes != 2 || !does_nothing(&op))
            fail_msg("%04x is of kind %u", half, op.kind);
        count++;
    }
    assert_true(count > 0x8000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_decoded_does_nothing),
    };
    return cmocka_run_group_tests_name("core_plain", tests, NULL, NULL);
}
