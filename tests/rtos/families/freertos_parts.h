/* SPDX-License-Identifier: MIT */
/*
 * What the families in the style of FreeRTOS share; ARM state. save_task and restore_task save the
 * running task, with lr and SPSR of the exception, and continue kernel_current.
 *
 *     switching_entries MODE, PAD
 *                              board_svc_entry, port_start and port_yield. MODE: in which
 *                              restore_task starts. PAD: sp is aligned for the call
 *     call_handler SCRATCH, ODD, REGISTERS
 *                              after the first pushes of board_irq_entry: REGISTERS, ODD of them,
 *                              with the old nesting in r1 and a pad in r2, go to the stack of
 *                              Supervisor mode
 *     after_handler SWITCH, ODD, REGISTERS
 *                              takes them from there, and jumps to SWITCH to switch, with r1 the
 *                              address of kernel_switch_wanted
 */
/* clang-format off */
#ifndef RTOS_FREERTOS_PARTS_H
#define RTOS_FREERTOS_PARTS_H

#include "families.h"

        .fpu    neon

.macro switching_entries mode, pad=0
entry board_svc_entry
        save_task
        .if     \pad
        mov     r2, sp
        and     r2, r2, #4
        sub     sp, sp, r2
        .endif
        ldr     r0, =kernel_switch
        blx     r0
restoring board_svc_entry, svc_restore
        restore_task
end_entry svc_restore

call_entry port_start
        cps     #\mode
        .cfi_endproc
restoring port_start, start_restore
        restore_task
end_entry start_restore

call_entry port_yield
        svc     #0
        bx      lr
end_call_entry port_yield
.endm

.macro after_handler switch, odd, registers:vararg
        .if     \odd
        add     sp, sp, #4
        .endif
        pop     {\registers}
        add     sp, sp, r2
        ldr     r3, =freertos_nesting
        str     r1, [r3]
        cmp     r1, #0
        bne     9f
        ldr     r1, =kernel_switch_wanted
        ldr     r0, [r1]
        cmp     r0, #0
        bne     \switch
9:
.endm

.macro call_handler scratch, odd, registers:vararg
        ldr     r3, =freertos_nesting
        ldr     r1, [r3]
        add     \scratch, r1, #1
        str     \scratch, [r3]
        mov     r2, sp
        and     r2, r2, #4
        sub     sp, sp, r2
        push    {\registers}
        .if     \odd
        sub     sp, sp, #4
        .endif
        bl      kernel_acknowledge
        cpsie   i
        bl      kernel_handle
        cpsid   i
.endm

.macro variables
        .section .bss.freertos, "aw", %nobits
        .balign 4
freertos_critical: .space 4
freertos_has_fpu: .space 4
freertos_nesting: .space 4
.endm

/* For tasks whose registers are on their stacks. FPSCR_FIRST: at a lower address than d0-d31. */
.macro save_on_stack fpscr_first
        srsdb   sp!, #MODE_SYS
        cps     #MODE_SYS
        push    {r0-r12, lr}
        ldr     r2, =freertos_critical
        ldr     r1, [r2]
        push    {r1}
        ldr     r2, =freertos_has_fpu
        ldr     r3, [r2]
        cmp     r3, #0
        vmrsne  r1, fpscr
        .if     !\fpscr_first
        pushne  {r1}
        .endif
        vpushne {d0-d15}
#if HAS_D16_D31
        vpushne {d16-d31}
#endif
        .if     \fpscr_first
        pushne  {r1}
        .endif
        push    {r3}
        ldr     r0, =kernel_current
        ldr     r1, [r0]
        str     sp, [r1, #TASK_SAVED]
.endm

.macro restore_from_stack fpscr_first
        ldr     r0, =kernel_current
        ldr     r1, [r0]
        ldr     sp, [r1, #TASK_SAVED]
        ldr     r0, =freertos_has_fpu
        pop     {r1}
        str     r1, [r0]
        cmp     r1, #0
        .if     \fpscr_first
        popne   {r0}
        .endif
#if HAS_D16_D31
        vpopne  {d16-d31}
#endif
        vpopne  {d0-d15}
        .if     !\fpscr_first
        popne   {r0}
        .endif
        vmsrne  fpscr, r0
        ldr     r0, =freertos_critical
        pop     {r1}
        str     r1, [r0]
        pop     {r0-r12, lr}
        rfeia   sp!
.endm

/* SPSR and pc are on the IRQ stack. */
.macro enter_irq
        sub     lr, lr, #4
        push    {lr}
        mrs     lr, spsr
        push    {lr}
        cps     #MODE_SVC
.endm

/* Restores what the handler has pushed, and lr and SPSR of the exception. */
.macro undo_irq registers:vararg
        pop     {\registers}
        cps     #MODE_IRQ
        pop     {lr}
        msr     spsr_cxsf, lr
        pop     {lr}
.endm

.macro use_fpu
call_entry port_use_fpu
        ldr     r0, =freertos_has_fpu
        mov     r1, #1
        str     r1, [r0]
        bx      lr
end_call_entry port_use_fpu
.endm

#endif
