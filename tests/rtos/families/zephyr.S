/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores tasks as Zephyr does for Cortex-A and Cortex-R (without USE_SWITCH). Tasks
 * run in System mode. An exception stores r0-r3, r12, lr, pc, cpsr to the task's stack; its
 * handler runs in Supervisor mode, where interrupts nest. A switch stores r4-r11 and sp to the
 * control block, and d8-d15 after them if the task uses the FPU.
 */
#include "families.h"

        .fpu    neon

.macro enter
        srsdb   sp!, #MODE_SYS
        cps     #MODE_SYS
        push    {r0-r3, r12, lr}
        cps     #MODE_SVC
.endm

.macro leave
        cps     #MODE_SYS
        pop     {r0-r3, r12, lr}
        rfeia   sp!
.endm

/* kernel_current: the task whose registers are saved, kernel_next: the one that is restored. */
.macro switch_task
        ldr     r1, =kernel_current
        ldr     r2, [r1]
        add     r0, r2, #TASK_REGISTERS
        ldr     r3, [r2, #TASK_HAS_FPU]
        cps     #MODE_SYS
        stm     r0!, {r4-r11}
        str     sp, [r2, #TASK_SAVED]
        cmp     r3, #0
        beq     8f
        vstm    r0!, {d8-d15}
8:      cps     #MODE_SVC
        bl      kernel_switch
.endm

.macro restore_task
        ldr     r1, =kernel_current
        ldr     r2, [r1]
        add     r0, r2, #TASK_REGISTERS
        ldr     r3, [r2, #TASK_HAS_FPU]
        cps     #MODE_SYS
        ldm     r0!, {r4-r11}
        ldr     sp, [r2, #TASK_SAVED]
        cmp     r3, #0
        beq     9f
        vldm    r0!, {d8-d15}
9:      cps     #MODE_SVC
        leave
.endm

entry board_svc_entry
        enter
        switch_task
restoring board_svc_entry, svc_restore
        restore_task
end_entry svc_restore

entry board_irq_entry
        sub     lr, lr, #4
        srsdb   sp!, #MODE_IRQ
        push    {r0}
        mrs     r0, spsr
        and     r0, r0, #0x1f
        cmp     r0, #MODE_SVC
        pop     {r0}
        beq     nested
        add     sp, sp, #8
        enter
        push    {r0, lr}
        bl      kernel_acknowledge
        cpsie   i
        bl      kernel_handle
        cpsid   i
        pop     {r0, lr}
        ldr     r1, =kernel_switch_wanted
        ldr     r0, [r1]
        cmp     r0, #0
        bne     1f
        leave
1:      switch_task
restoring board_irq_entry, irq_restore
        restore_task
end_entry irq_restore

/* An interrupt in a handler: pc and SPSR are on the IRQ stack. */
entry nested
        cps     #MODE_SVC
        push    {r0-r3, r12, lr}
        and     r2, sp, #4
        sub     sp, sp, r2
        push    {r2, r3}
        bl      kernel_acknowledge
        bl      kernel_handle
        pop     {r2, r3}
        add     sp, sp, r2
        pop     {r0-r3, r12, lr}
        cps     #MODE_IRQ
        rfeia   sp!
end_entry nested

call_entry port_start
        cps     #MODE_SVC
        .cfi_endproc
restoring port_start, start_restore
        restore_task
end_entry start_restore

call_entry port_yield
        svc     #0
        bx      lr
end_call_entry port_yield
