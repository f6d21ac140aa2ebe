/* SPDX-License-Identifier: MIT */
/*
 * abort, assertions and the stack protector end in a report too. These replace the C library's
 * functions of the same name. The context is that at the hook's first instruction: pc is the hook,
 * lr its caller, so that a trace starts with one ordinary call. Privileged modes only: in User mode
 * the first instruction is undefined, and reported as such.
 */
#include "capture.h"

        .syntax unified
        .arm
        .cfi_sections .debug_frame

.macro hook name, cause, handler
        .section .text.\name, "ax", %progbits
        .balign 4
        .global \name
        .type   \name, %function
\name:
        .cfi_startproc
        park_sp
        load_address r7, \name
        capture \cause, cpsr, \handler
        .cfi_endproc
        .size   \name, . - \name
.endm

        hook    abort, CAUSE_ABORT, bobbin_die
        hook    __assert_func, CAUSE_ASSERT, bobbin_hook_assert_func
        hook    __assert, CAUSE_ASSERT, bobbin_hook_assert
        hook    __stack_chk_fail, CAUSE_STACK_PROTECTOR, bobbin_die
