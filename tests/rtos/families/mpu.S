/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores tasks as FreeRTOS's port for Cortex-R with an MPU does: nothing is on the
 * task's stack. The saved pointer leads to critical nesting, FPSCR, d0-d15, r0-r12, sp, lr, pc,
 * cpsr in the control block. Tasks run in System mode. Interrupts save pc and SPSR on the IRQ
 * stack, and r0-r3, lr, r0-r3, r12 on the stack of Supervisor mode.
 */
#include "families.h"

        .fpu    neon

#define REGISTERS_AT 136 /* r0 in the saved registers */

/* lr and SPSR are those of the exception. */
.macro save_task
        push    {lr}
        ldr     lr, =kernel_current
        ldr     lr, [lr]
        ldr     lr, [lr, #TASK_SAVED]
        add     lr, lr, #REGISTERS_AT
        stm     lr, {r0-r14}^
        nop
        pop     {r0}
        str     r0, [lr, #60]
        mrs     r0, spsr
        str     r0, [lr, #64]
        sub     lr, lr, #REGISTERS_AT
        ldr     r0, =mpu_critical
        ldr     r0, [r0]
        vmrs    r1, fpscr
        stm     lr!, {r0, r1}
        vstm    lr, {d0-d15}
.endm

.macro restore_task
        ldr     lr, =kernel_current
        ldr     lr, [lr]
        ldr     lr, [lr, #TASK_SAVED]
        mov     r0, #0
        mov     r1, #4
1:      mcr     p15, 0, r0, c13, c0, 3
        add     r0, r0, #1
        cmp     r0, r1
        bne     1b
        ldm     lr!, {r0, r1}
        vldm    lr!, {d0-d15}
        vmsr    fpscr, r1
        ldr     r1, =mpu_critical
        str     r0, [r1]
        ldm     lr, {r0-r14}^
        nop
        add     lr, lr, #60
        rfeia   lr
.endm

entry board_svc_entry
        save_task
        bl      kernel_switch
restoring board_svc_entry, svc_restore
        restore_task
end_entry svc_restore

entry board_irq_entry
        sub     lr, lr, #4
        srsdb   sp!, #MODE_IRQ
        cps     #MODE_SVC
        push    {r0-r3, r12}
        ldr     r3, =mpu_nesting
        ldr     r1, [r3]
        add     r0, r1, #1
        str     r0, [r3]
        mov     r2, sp
        and     r2, r2, #4
        sub     sp, sp, r2
        push    {r0-r3, lr}
        sub     sp, sp, #4
        bl      kernel_acknowledge
        cpsie   i
        bl      kernel_handle
        cpsid   i
        add     sp, sp, #4
        pop     {r0-r3, lr}
        add     sp, sp, r2
        ldr     r3, =mpu_nesting
        str     r1, [r3]
        cmp     r1, #0
        bne     2f
        ldr     r1, =kernel_switch_wanted
        ldr     r0, [r1]
        cmp     r0, #0
        bne     3f
2:      pop     {r0-r3, r12}
        cps     #MODE_IRQ
        rfeia   sp!
3:      mov     r0, #0
        str     r0, [r1]
        pop     {r0-r3, r12}
        cps     #MODE_IRQ
        ldr     lr, [sp, #4]
        msr     spsr_cxsf, lr
        ldr     lr, [sp], #8
        save_task
        bl      kernel_switch
restoring board_irq_entry, irq_restore
        restore_task
end_entry irq_restore

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

        .section .bss.mpu, "aw", %nobits
        .balign 4
mpu_critical: .space 4
mpu_nesting: .space 4
