/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores tasks as FreeRTOS's port for Cortex-R without a GIC does. It differs from
 * freertos.S: FPSCR comes first, and a switch does not align the stack. Interrupts save r0-r3, lr,
 * pad, r0-r3, r12 on the stack of Supervisor mode.
 */
#include "freertos_parts.h"

.macro save_task
        save_on_stack 1
.endm

.macro restore_task
        restore_from_stack 1
.endm

        switching_entries MODE_SYS
        use_fpu

entry board_irq_entry
        enter_irq
        push    {r0-r3, r12}
        call_handler r0, 1, r0-r3, lr
        after_handler 2f, 1, r0-r3, lr
        undo_irq r0-r3, r12
        movs    pc, lr
2:      mov     r0, #0
        str     r0, [r1]
        undo_irq r0-r3, r12
        save_task
        ldr     r0, =kernel_switch
        blx     r0
restoring board_irq_entry, irq_restore
        restore_task
end_entry irq_restore

        variables
