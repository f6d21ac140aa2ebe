/* SPDX-License-Identifier: MIT */
/*
 * abort, failed assertions and the stack protector end in a crash report. These functions replace
 * those of the C library. They are weak: a function of the same name in the firmware replaces the
 * hook, and then does not write a report.
 *
 * The context holds the registers at the first instruction of the hook: pc is the hook, lr is its
 * return address. So the trace starts with an ordinary call. The hooks run in privileged modes. In
 * User mode their first instruction is undefined, and the report says so.
 */
#include "capture.h"

        .syntax unified
        .arm
        .cfi_sections .debug_frame

.macro hook name, cause, handler
        .section .text.\name, "ax", %progbits
        .balign 4
        .weak   \name
        .type   \name, %function
\name:
.L\name:
        .cfi_startproc
        mask_and_park_call
        mov     r0, #\cause
        load_address r1, \handler
        adr     r2, .L\name            @ \name may be another function
        b       bobbin_capture_call
        .cfi_endproc
        .size   \name, . - \name
.endm

        hook    abort, CAUSE_ABORT, bobbin_die
        hook    __assert_func, CAUSE_ASSERT, bobbin_hook_assert_func
        hook    __assert, CAUSE_ASSERT, bobbin_hook_assert
        hook    __stack_chk_fail, CAUSE_STACK_PROTECTOR, bobbin_die
