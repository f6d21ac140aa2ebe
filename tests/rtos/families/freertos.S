/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores tasks as FreeRTOS's ports for Cortex-A9 and Cortex-R5 with a GIC do. Tasks run
 * in System mode. Their registers are on their stacks, from the saved pointer on: FPU flag; if it
 * is not 0, d16-d31 (if there are such), d0-d15 and FPSCR; critical nesting; r0-r12, lr, pc, cpsr.
 * Interrupts start on the IRQ stack, with SPSR and pc, and nest on the stack of Supervisor mode.
 */
#include "families.h"

        .fpu    neon

.macro save_task
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
        pushne  {r1}
        vpushne {d0-d15}
#if HAS_D16_D31
        vpushne {d16-d31}
#endif
        push    {r3}
        ldr     r0, =kernel_current
        ldr     r1, [r0]
        str     sp, [r1, #TASK_SAVED]
.endm

.macro restore_task
        ldr     r0, =kernel_current
        ldr     r1, [r0]
        ldr     sp, [r1, #TASK_SAVED]
        ldr     r0, =freertos_has_fpu
        pop     {r1}
        str     r1, [r0]
        cmp     r1, #0
#if HAS_D16_D31
        vpopne  {d16-d31}
#endif
        vpopne  {d0-d15}
        popne   {r0}
        vmsrne  fpscr, r0
        ldr     r0, =freertos_critical
        pop     {r1}
        str     r1, [r0]
        pop     {r0-r12, lr}
        rfeia   sp!
.endm

entry board_svc_entry
        save_task
        ldr     r0, =kernel_switch
        blx     r0
restoring board_svc_entry, svc_restore
        restore_task
end_entry svc_restore

entry board_irq_entry
        sub     lr, lr, #4
        push    {lr}
        mrs     lr, spsr
        push    {lr}
        cps     #MODE_SVC
        push    {r0-r4, r12}
        ldr     r3, =freertos_nesting
        ldr     r1, [r3]
        add     r4, r1, #1
        str     r4, [r3]
        mov     r2, sp
        and     r2, r2, #4
        sub     sp, sp, r2
        push    {r0-r4, lr}
        bl      kernel_acknowledge
        cpsie   i
        bl      kernel_handle
        cpsid   i
        pop     {r0-r4, lr}
        add     sp, sp, r2
        ldr     r3, =freertos_nesting
        str     r1, [r3]
        cmp     r1, #0
        bne     1f
        ldr     r1, =kernel_switch_wanted
        ldr     r0, [r1]
        cmp     r0, #0
        bne     2f
1:      pop     {r0-r4, r12}
        cps     #MODE_IRQ
        pop     {lr}
        msr     spsr_cxsf, lr
        pop     {lr}
        movs    pc, lr
2:      mov     r0, #0
        str     r0, [r1]
        pop     {r0-r4, r12}
        cps     #MODE_IRQ
        pop     {lr}
        msr     spsr_cxsf, lr
        pop     {lr}
        save_task
        mov     r2, sp
        and     r2, r2, #4
        sub     sp, sp, r2
        ldr     r0, =kernel_switch
        blx     r0
restoring board_irq_entry, irq_restore
        restore_task
end_entry irq_restore

call_entry port_start
        cps     #MODE_SYS
        .cfi_endproc
restoring port_start, start_restore
        restore_task
end_entry start_restore

call_entry port_yield
        svc     #0
        bx      lr
end_call_entry port_yield

call_entry port_use_fpu
        ldr     r0, =freertos_has_fpu
        mov     r1, #1
        str     r1, [r0]
        bx      lr
end_call_entry port_use_fpu

        .section .bss.freertos, "aw", %nobits
        .balign 4
freertos_critical: .space 4
freertos_has_fpu: .space 4
freertos_nesting: .space 4
