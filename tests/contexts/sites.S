/* SPDX-License-Identifier: MIT */
/*
 * Instructions that crash. sites.h gives the register values; sites.c the expected report of each.
 * A name that ends in _return is the address after a call.
 */
        .syntax unified
        .section .text.sites, "ax", %progbits
        .balign 4

.macro site name
        .global site_\name
        .type   site_\name, %function
site_\name:
.endm

.macro call_site name, function
        .balign 4
        site    \name
        bl      \function
        site    \name\()_return
        nop
.endm

        .arm
        site    arm_undefined
        udf     #0
        site    arm_data
        str     r1, [r2]
        site    arm_jump_to_arm
        bx      r3
        site    arm_jump_to_thumb
        bx      r4
        site    arm_breakpoint
        bkpt    #0
        site    arm_call
        blx     r4
        site    arm_call_return
        nop
        site    arm_null
        blx     r5
        site    arm_null_return
        nop
        call_site arm_abort, abort
        call_site arm_assert_func, __assert_func
        call_site arm_assert, __assert
        call_site arm_stack_protector, __stack_chk_fail

        .thumb
        site    thumb_undefined
        udf     #0
        site    thumb_undefined_wide
        udf.w   #0
        site    thumb_data
        str     r1, [r2]
        site    thumb_data_wide
        str.w   r1, [r2, #4]
        it      eq
        site    thumb_data_conditional
        streq   r1, [r2]
        site    thumb_jump_to_arm
        bx      r3
        site    thumb_jump_to_thumb
        bx      r4
        site    thumb_breakpoint
        bkpt    #0
        site    thumb_call
        blx     r3
        site    thumb_call_return
        nop
        site    thumb_null
        blx     r5
        site    thumb_null_return
        nop
        call_site thumb_abort, abort
        call_site thumb_assert_func, __assert_func
        call_site thumb_assert, __assert
        call_site thumb_stack_protector, __stack_chk_fail
