/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores tasks as FreeRTOS's port for Cortex-R with an MPU does: nothing is on the
 * task's stack. The saved pointer leads to critical nesting, FPSCR, d0-d15, r0-r12, sp, lr, pc,
 * cpsr in the control block. Tasks run in System mode. Interrupts save pc and SPSR on the IRQ
 * stack, and r0-r3, lr, r0-r3, r12 on the stack of Supervisor mode.
 */
#include "freertos_parts.h"

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
        ldr     r0, =freertos_critical
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
        ldr     r1, =freertos_critical
        str     r0, [r1]
        ldm     lr, {r0-r14}^
        nop
        add     lr, lr, #60
        rfeia   lr
.endm

        switching_entries MODE_SVC

entry board_irq_entry
        sub     lr, lr, #4
        srsdb   sp!, #MODE_IRQ
        cps     #MODE_SVC
        push    {r0-r3, r12}
        call_handler r0, 1, r0-r3, lr
        after_handler 3f, 1, r0-r3, lr
        pop     {r0-r3, r12}
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

        variables
