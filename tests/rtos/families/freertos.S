/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores tasks as FreeRTOS's ports for Cortex-A9 and Cortex-R5 with a GIC do. Tasks run
 * in System mode. Their registers are on their stacks, from the saved pointer on: FPU flag; if it
 * is not 0, d16-d31 (if there are such), d0-d15 and FPSCR; critical nesting; r0-r12, lr, pc, cpsr.
 * Interrupts start on the IRQ stack, with SPSR and pc, and nest on the stack of Supervisor mode.
 */
#include "freertos_parts.h"

.macro save_task
        save_on_stack 0
.endm

.macro restore_task
        restore_from_stack 0
.endm

        switching_entries MODE_SYS, pad=1
        use_fpu

entry board_irq_entry
        enter_irq
        push    {r0-r4, r12}
        call_handler r4, 0, r0-r4, lr
        after_handler 2f, 0, r0-r4, lr
        undo_irq r0-r4, r12
        movs    pc, lr
2:      mov     r0, #0
        str     r0, [r1]
        undo_irq r0-r4, r12
        save_task
        mov     r2, sp
        and     r2, r2, #4
        sub     sp, sp, r2
        ldr     r0, =kernel_switch
        blx     r0
restoring board_irq_entry, irq_restore
        restore_task
end_entry irq_restore

        variables
