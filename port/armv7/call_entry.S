/* SPDX-License-Identifier: MIT */
/*
 * bobbin_panic and bobbin_dump_tasks: reports of their caller. Each stores the registers on the
 * crash stack, in a struct bobbin_context, and calls C, which completes that struct (call.h). r1 is
 * the caller's cpsr then. In User mode both are undefined: they mask interrupts.
 *
 * Unlike the other entries they leave TPIDRPRW unchanged: bobbin_dump_tasks returns, and the
 * firmware may use that register.
 */
#include "capture.h"

        .syntax unified
        .arm
        .cfi_sections .debug_frame

/* Takes r1 = cpsr, r2 = sp, lr for the context. */
.macro store_context
#if BOBBIN_PROCESSORS > 1
        load_own_crash_stack
        sub     sp, sp, #CONTEXT_BYTES
#else
        load_address r3, (__bobbin_crash_stack_top - CONTEXT_BYTES)
        mov     sp, r3
#endif
        stm     sp, {r0-r12}
        str     r2, [sp, #CONTEXT_SP]
        str     lr, [sp, #CONTEXT_LR]
        mov     r0, sp
.endm

        .section .text.bobbin_panic, "ax", %progbits
        .balign 4
        .global bobbin_panic
        .type   bobbin_panic, %function
bobbin_panic:
        .cfi_startproc
        mrs     r1, cpsr
        cpsid   aif
        mov     r2, sp
        .cfi_def_cfa_register r2
        .cfi_undefined lr
        store_context
        bl      bobbin_call_panic
        .cfi_endproc
        .size   bobbin_panic, . - bobbin_panic

/* r4 keeps sp, because C preserves it. */
        .section .text.bobbin_dump_tasks, "ax", %progbits
        .balign 4
        .global bobbin_dump_tasks
        .type   bobbin_dump_tasks, %function
bobbin_dump_tasks:
        .cfi_startproc
        mrs     r1, cpsr
        cpsid   aif
        mov     r2, sp
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        mov     r4, sp
        .cfi_def_cfa_register r4
        .cfi_remember_state
        .cfi_undefined lr
        store_context
        ldr     r3, [r4]
        str     r3, [sp, #(4 * 4)]
        bl      bobbin_call_dump
        ldr     r1, [sp, #(4 * 1)]
        mov     sp, r4
        .cfi_restore_state
        .cfi_def_cfa_register sp
        msr     cpsr_cx, r1
        pop     {r4, pc}
        .cfi_endproc
        .size   bobbin_dump_tasks, . - bobbin_dump_tasks
