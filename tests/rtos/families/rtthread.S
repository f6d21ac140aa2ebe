/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores tasks as RT-Thread does for Cortex-A and Cortex-R4. Tasks run in Supervisor
 * mode. From the saved pointer on are: FPEXC; if its bit EN is set, FPSCR, (d16-d31,) d0-d15; cpsr,
 * r0-r12, lr, pc. Interrupts save r0-r12 and the unadjusted lr on the IRQ stack; SPSR stays in its
 * bank, so they do not nest.
 */
#include "families.h"

        .fpu    neon

#define FPEXC_EN_BIT 0x40000000

.macro save_fpu
        vmrs    r6, fpexc
        tst     r6, #FPEXC_EN_BIT
        beq     8f
#if HAS_D16_D31
        vpush   {d0-d15}
        vpush   {d16-d31}
#else
        vpush   {d0-d15}
#endif
        vmrs    r5, fpscr
        push    {r5}
8:      push    {r6}
.endm

/* sp: the saved pointer */
.macro restore_task
        pop     {r6}
        vmsr    fpexc, r6
        tst     r6, #FPEXC_EN_BIT
        beq     9f
        pop     {r5}
        vmsr    fpscr, r5
#if HAS_D16_D31
        vpop    {d16-d31}
#endif
        vpop    {d0-d15}
9:      pop     {r1}
        msr     spsr_cxsf, r1
        ldm     sp!, {r0-r12, lr, pc}^
.endm

/* r0: the address of the saved pointer of the running task; r1: that of the next one */
call_entry rtthread_switch
        push    {lr}
        push    {r0-r12, lr}
        mrs     r4, cpsr
        tst     lr, #1
        orrne   r4, r4, #PSR_THUMB
        push    {r4}
        save_fpu
        str     sp, [r0]
restoring rtthread_switch, switch_restore
        ldr     sp, [r1]
        restore_task
        .cfi_endproc
end_entry switch_restore

entry board_irq_entry
        push    {r0-r12, lr}
        bl      kernel_acknowledge
        bl      kernel_handle
        ldr     r0, =kernel_switch_wanted
        ldr     r1, [r0]
        cmp     r1, #0
        bne     1f
        pop     {r0-r12, lr}
        subs    pc, lr, #4
1:      bl      rtthread_next
        mov     r1, sp
        add     sp, sp, #16
        pop     {r4-r12, lr}
        mrs     r0, spsr
        sub     r2, lr, #4
        cps     #MODE_SVC
        push    {r2}
        push    {r4-r12, lr}
        ldm     r1, {r1-r4}
        push    {r1-r4}
        push    {r0}
        save_fpu
        ldr     r3, =rtthread_from
        ldr     r3, [r3]
        str     sp, [r3]
restoring board_irq_entry, irq_restore
        ldr     r3, =rtthread_to
        ldr     r3, [r3]
        ldr     sp, [r3]
        restore_task
end_entry irq_restore

/* r0: the address of the saved pointer of the first task */
entry rtthread_start
        cps     #MODE_SVC
restoring rtthread_start, start_restore
        ldr     sp, [r0]
        restore_task
end_entry start_restore
