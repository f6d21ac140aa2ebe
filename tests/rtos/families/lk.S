/* SPDX-License-Identifier: MIT */
/*
 * Saves and restores tasks as lk does. Tasks run in Supervisor mode. Each switch is a call: r4-r11
 * and lr are on the task's stack, from the saved pointer on. An interrupt stores r0-r3, r12, lr,
 * pc, cpsr and the aligned sp to the task's stack and may then call the function that switches.
 */
#include "families.h"

        .fpu    neon

/* The first function of each task: the switch that starts it has masked interrupts. */
call_entry lk_first
        push    {r3, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset lr, -4
        cpsie   i
        mov     r0, r4
        mov     r1, r5
        bl      kernel_shell
        pop     {r3, pc}
end_call_entry lk_first

/* r0: the address of the saved pointer of the running task; r1: the saved pointer of the next */
call_entry lk_switch
        push    {r4-r11, lr}
        .cfi_def_cfa_offset 36
        .cfi_offset lr, -4
        vpush   {d8-d15}
        .cfi_def_cfa_offset 100
        str     sp, [r0]
        .cfi_endproc
restoring lk_switch, lk_restore
        mov     sp, r1
        vpop    {d8-d15}
        pop     {r4-r11, lr}
        bx      lr
end_entry lk_restore

entry board_irq_entry
        sub     lr, lr, #4
        srsdb   sp!, #MODE_SVC
        cps     #MODE_SVC
        push    {r0-r3, r12, lr}
        vpush   {d0-d7}
        mov     r0, sp
        tst     sp, #4
        subeq   sp, sp, #4
        push    {r0}
        bl      lk_interrupt
        pop     {r0}
        mov     sp, r0
        vpop    {d0-d7}
        pop     {r0-r3, r12, lr}
        rfeia   sp!
end_entry board_irq_entry

/* r0: the saved pointer of the first task */
entry lk_start
        cps     #MODE_SVC
        mov     sp, r0
        vpop    {d8-d15}
        pop     {r4-r11, lr}
        bx      lr
end_entry lk_start
