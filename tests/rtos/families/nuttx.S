/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores tasks as NuttX does for ARMv7-A and ARMv7-R. Tasks run in System mode. Each
 * handler stores all registers to the task's stack: d0-d15, (d16-d31,) FPSCR, sp, lr, r0-r12, pc,
 * cpsr. It calls a C function with their address, on a stack for interrupts; the result is the
 * address of the registers with which to continue. Interrupts do not nest.
 */
#include "families.h"

        .fpu    neon

.macro handler name, adjust, called, restore
entry \name
        .if     \adjust
        sub     lr, lr, #\adjust
        .endif
        srsdb   sp!, #MODE_SYS
        cpsid   if, #MODE_SYS
        push    {r0-r12}
        add     r1, sp, #60
        push    {r1, lr}
        vmrs    r1, fpscr
        push    {r1}
#if HAS_D16_D31
        vpush   {d16-d31}
#endif
        vpush   {d0-d15}
        mov     r0, sp
        mov     r4, sp
        ldr     sp, =nuttx_interrupt_stack_top
        bl      \called
        mov     sp, r4
restoring \name, \restore
        vldmia  r0!, {d0-d15}
#if HAS_D16_D31
        vldmia  r0!, {d16-d31}
#endif
        ldr     r1, [r0], #4
        vmsr    fpscr, r1
        cps     #MODE_SVC
        ldm     r0, {sp, lr}^
        nop
        add     r0, r0, #8
        add     lr, r0, #52
        ldm     r0, {r0-r12}
        rfeia   lr
end_entry \restore
.endm

        handler board_svc_entry, 0, nuttx_call, svc_restore
        handler board_irq_entry, 4, nuttx_interrupt, irq_restore

/* r0: the registers of the first task */
entry nuttx_start
restoring nuttx_start, start_restore
        vldmia  r0!, {d0-d15}
#if HAS_D16_D31
        vldmia  r0!, {d16-d31}
#endif
        ldr     r1, [r0], #4
        vmsr    fpscr, r1
        cps     #MODE_SVC
        ldm     r0, {sp, lr}^
        nop
        add     r0, r0, #8
        add     lr, r0, #52
        ldm     r0, {r0-r12}
        rfeia   lr
end_entry start_restore

call_entry port_yield
        svc     #0
        bx      lr
end_call_entry port_yield

        .section .bss.nuttx, "aw", %nobits
        .balign 8
        .space  2048
nuttx_interrupt_stack_top:
