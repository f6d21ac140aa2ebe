/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores tasks as FreeRTOS's port for Cortex-R without a GIC does. It differs from
 * freertos.S: FPSCR comes first, and a switch does not align the stack. Interrupts save r0-r3, lr,
 * pad, r0-r3, r12 on the stack of Supervisor mode.
 */
#include "families.h"

        .fpu    neon

.macro save_task
        srsdb   sp!, #MODE_SYS
        cps     #MODE_SYS
        push    {r0-r12, lr}
        ldr     r2, =crx_critical
        ldr     r1, [r2]
        push    {r1}
        ldr     r2, =crx_has_fpu
        ldr     r3, [r2]
        cmp     r3, #0
        vpushne {d0-d15}
#if HAS_D16_D31
        vpushne {d16-d31}
#endif
        vmrsne  r1, fpscr
        pushne  {r1}
        push    {r3}
        ldr     r0, =kernel_current
        ldr     r1, [r0]
        str     sp, [r1, #TASK_SAVED]
.endm

.macro restore_task
        ldr     r0, =kernel_current
        ldr     r1, [r0]
        ldr     sp, [r1, #TASK_SAVED]
        ldr     r0, =crx_has_fpu
        pop     {r1}
        str     r1, [r0]
        cmp     r1, #0
        popne   {r0}
#if HAS_D16_D31
        vpopne  {d16-d31}
#endif
        vpopne  {d0-d15}
        vmsrne  fpscr, r0
        ldr     r0, =crx_critical
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
        push    {r0-r3, r12}
        ldr     r3, =crx_nesting
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
        ldr     r3, =crx_nesting
        str     r1, [r3]
        cmp     r1, #0
        bne     1f
        ldr     r1, =kernel_switch_wanted
        ldr     r0, [r1]
        cmp     r0, #0
        bne     2f
1:      pop     {r0-r3, r12}
        cps     #MODE_IRQ
        pop     {lr}
        msr     spsr_cxsf, lr
        pop     {lr}
        movs    pc, lr
2:      mov     r0, #0
        str     r0, [r1]
        pop     {r0-r3, r12}
        cps     #MODE_IRQ
        pop     {lr}
        msr     spsr_cxsf, lr
        pop     {lr}
        save_task
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
        ldr     r0, =crx_has_fpu
        mov     r1, #1
        str     r1, [r0]
        bx      lr
end_call_entry port_use_fpu

        .section .bss.crx, "aw", %nobits
        .balign 4
crx_critical: .space 4
crx_has_fpu: .space 4
crx_nesting: .space 4
