/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores tasks as ThreadX's ports for Cortex-A9 and Cortex-R5 do. Tasks run in
 * Supervisor mode. From the saved pointer on are: 0 or 1, cpsr, the FPU registers if the control
 * block says so, and then
 *   0 (the task gave up the processor): r4-r11, lr; of the FPU registers d8-d31 and FPSCR
 *   1 (an interrupt stopped the task): r0-r12, lr, pc; of the FPU registers all
 * Without a ready task, the scheduler waits in a loop. Interrupts start on the IRQ stack: SPSR,
 * r10, r12, pc, r0-r3. They nest in System mode. In the loop of the scheduler they save nothing.
 */
#include "families.h"

        .fpu    neon

entry board_irq_entry
        push    {r0-r3}
        ldr     r3, =threadx_system_state
        ldr     r2, [r3]
        cmp     r2, #0
        beq     1f
        add     r2, r2, #1
        str     r2, [r3]
        mrs     r0, spsr
        sub     lr, lr, #4
        push    {r0, r10, r12, lr}
        b       irq_body
1:      add     r2, r2, #1
        str     r2, [r3]
        ldr     r1, =kernel_current
        ldr     r0, [r1]
        cmp     r0, #0
        beq     irq_idle
        mrs     r2, spsr
        sub     lr, lr, #4
        push    {r2, r10, r12, lr}
irq_body:
        bl      kernel_acknowledge
        bl      nesting_start
        bl      kernel_handle
        bl      nesting_end
        b       context_restore
irq_idle:
        add     sp, sp, #16
        b       irq_body
end_entry board_irq_entry

/* Continues in System mode, in which IRQs do not overwrite lr. */
call_entry nesting_start
        mov     r3, lr
        mrs     r1, cpsr
        bic     r1, r1, #0x1f
        orr     r1, r1, #MODE_SYS
        msr     cpsr_c, r1
        push    {r1, lr}
        bic     r1, r1, #0x80
        msr     cpsr_c, r1
        bx      r3
end_call_entry nesting_start

call_entry nesting_end
        mov     r3, lr
        mrs     r0, cpsr
        orr     r0, r0, #0x80
        msr     cpsr_c, r0
        pop     {r1, lr}
        bic     r0, r0, #0x1f
        orr     r0, r0, #MODE_IRQ
        msr     cpsr_c, r0
        bx      r3
end_call_entry nesting_end

entry context_restore
        ldr     r3, =threadx_system_state
        ldr     r2, [r3]
        sub     r2, r2, #1
        str     r2, [r3]
        cmp     r2, #0
        beq     1f
        pop     {r0, r10, r12, lr}
        msr     spsr_cxsf, r0
        pop     {r0-r3}
        movs    pc, lr
1:      ldr     r1, =kernel_current
        ldr     r0, [r1]
        cmp     r0, #0
        beq     3f
        ldr     r3, =kernel_next
        ldr     r2, [r3]
        cmp     r0, r2
        bne     2f
        pop     {r0, r10, r12, lr}
        msr     spsr_cxsf, r0
        pop     {r0-r3}
        movs    pc, lr
2:      pop     {r3, r10, r12, lr}
        mov     r1, lr
        cps     #MODE_SVC
        push    {r1}
        push    {r4-r12, lr}
        mov     r4, r3
        cps     #MODE_IRQ
        pop     {r0-r3}
        cps     #MODE_SVC
        push    {r0-r3}
        ldr     r1, =kernel_current
        ldr     r0, [r1]
        ldr     r2, [r0, #TASK_HAS_FPU]
        cmp     r2, #0
        beq     4f
        vmrs    r2, fpscr
        push    {r2}
#if HAS_D16_D31
        vpush   {d16-d31}
#endif
        vpush   {d0-d15}
4:      mov     r3, #1
        push    {r3, r4}
        str     sp, [r0, #TASK_SAVED]
        mov     r0, #0
        str     r0, [r1]
3:      cps     #MODE_SVC
        b       schedule
end_entry context_restore

entry schedule
        cpsie   i
        ldr     r1, =kernel_next
1:      ldr     r0, [r1]
        cmp     r0, #0
        beq     1b
        cpsid   i
        ldr     r1, =kernel_current
        str     r0, [r1]
restoring schedule, schedule_restore
        ldr     sp, [r0, #TASK_SAVED]
        pop     {r4, r5}
        cmp     r4, #0
        beq     2f
        msr     spsr_cxsf, r5
        ldr     r1, [r0, #TASK_HAS_FPU]
        cmp     r1, #0
        beq     3f
        vpop    {d0-d15}
#if HAS_D16_D31
        vpop    {d16-d31}
#endif
        pop     {r4}
        vmsr    fpscr, r4
3:      ldm     sp!, {r0-r12, lr, pc}^
2:      msr     cpsr_cxsf, r5
        ldr     r1, [r0, #TASK_HAS_FPU]
        cmp     r1, #0
        beq     4f
        vpop    {d8-d15}
#if HAS_D16_D31
        vpop    {d16-d31}
#endif
        pop     {r4}
        vmsr    fpscr, r4
4:      pop     {r4-r11, lr}
        bx      lr
end_entry schedule_restore

call_entry port_yield
        push    {r4-r11, lr}
        ldr     r4, =kernel_current
        ldr     r5, [r4]
        ldr     r0, [r5, #TASK_HAS_FPU]
        cmp     r0, #0
        beq     1f
        vmrs    r0, fpscr
        push    {r0}
#if HAS_D16_D31
        vpush   {d16-d31}
#endif
        vpush   {d8-d15}
1:      mov     r0, #0
        mrs     r1, cpsr
        push    {r0, r1}
        str     sp, [r5, #TASK_SAVED]
        str     r0, [r4]
        b       schedule
end_call_entry port_yield

call_entry port_start
        cps     #MODE_SVC
        ldr     r0, =kernel_current
        mov     r1, #0
        str     r1, [r0]
        bl      schedule
end_call_entry port_start

call_entry port_use_fpu
        ldr     r0, =kernel_current
        ldr     r0, [r0]
        mov     r1, #1
        str     r1, [r0, #TASK_HAS_FPU]
        bx      lr
end_call_entry port_use_fpu

        .section .bss.threadx, "aw", %nobits
        .balign 4
threadx_system_state: .space 4
