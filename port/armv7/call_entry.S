/* SPDX-License-Identifier: MIT */
/*
 * bobbin_panic and bobbin_dump_tasks: reports of their caller. call.h completes the context. In
 * User mode both are undefined: they mask interrupts.
 */
#include "capture.h"

        .syntax unified
        .arm
        .cfi_sections .debug_frame

/* A report goes on while an interrupt handler calls bobbin_dump_tasks: the handler must not write
   into that report. */
.macro return_if_busy
#if BOBBIN_PROCESSORS == 1
        load_address r3, bobbin_report_state
        ldm     r3, {r1, r2}
        mvn     r2, r2
        cmp     r1, r2
        bne     1f
        tst     r1, #REPORT_STATE_BITS
        bxne    lr
1:
#endif
.endm

.macro call name, handler
        .section .text.\name, "ax", %progbits
        .balign 4
        .global \name
        .type   \name, %function
\name:
        .cfi_startproc
.ifc \name, bobbin_dump_tasks
        return_if_busy
.endif
        mrc     p15, 0, r2, c13, c0, 2
        mrc     p15, 0, r3, c13, c0, 4
        mask_and_park_call
        mov     r0, #CAUSE_USER
        load_address r1, \handler
        b       bobbin_capture_call
        .cfi_endproc
        .size   \name, . - \name
.endm

        call    bobbin_panic, bobbin_call_panic
        call    bobbin_dump_tasks, bobbin_dump_and_return

/* Returns from bobbin_dump_tasks. Restores TPIDRURW and TPIDRPRW, which the firmware may use, from
   r2 and r3. */
        .type   bobbin_dump_and_return, %function
bobbin_dump_and_return:
        .cfi_startproc
        .cfi_undefined lr
        ldr     r4, [sp, #CONTEXT_SP]
        .cfi_def_cfa r4, 0
        bl      bobbin_call_dump
        add     r1, sp, #(2 * 4)
        ldm     r1, {r2-r12}
        mcr     p15, 0, r2, c13, c0, 2
        mcr     p15, 0, r3, c13, c0, 4
        ldr     r1, [sp, #(4 * 1)]
        ldr     lr, [sp, #CONTEXT_LR]
        ldr     sp, [sp, #CONTEXT_SP]
        .cfi_def_cfa sp, 0
        .cfi_restore lr
        msr     cpsr_cx, r1
        bx      lr
        .cfi_endproc
        .size   bobbin_dump_and_return, . - bobbin_dump_and_return
