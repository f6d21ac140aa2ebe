/* SPDX-License-Identifier: MIT */
/*
 * A handler with two stacks, as FreeRTOS has for Cortex-A9: SPSR and pc on the IRQ stack, the
 * registers on the SVC stack, which it aligns to 8 for each call. Switches of tasks save to the
 * stack of system mode.
 */
#include "expect.inc"

        vectors
        unused undefined, prefetch, data, fiq

#define ON_IRQ "psr = [0]; base = base+4; pc = [0]; sp_irq = base+4; end irq -0/-0"
#define BY_SVC "load r0-r4,r12; sp_svc = base+24; base = sp_irq; " ON_IRQ

function irq
        sub     lr, lr, #4
        push    {lr}
        expect  "IRQ: pc = [0]; sp_irq = base+4; end irq -0/-0"
        mrs     lr, spsr
        push    {lr}
        expect  "IRQ: psr = [0]; base = base+4; pc = [0]; sp_irq = base+4; end irq -0/-0"
        cps     #0x13
        expect  "SVC: base = sp_irq; " ON_IRQ
        push    {r0-r4, r12}
        expect  "SVC: " BY_SVC
        ldr     r3, =nesting
        ldr     r1, [r3]
        add     r4, r1, #1
        str     r4, [r3]
        mov     r2, sp
        and     r2, r2, #4
        expect  "SVC: " BY_SVC
        sub     sp, sp, r2
        expect  "SVC: base += r2; " BY_SVC
        push    {r0-r4, lr}
        expect  "SVC: base = base+20; lr_svc = [0]; base += [-12]; base = base+4; " BY_SVC
        blx     r1
        expect_return "SVC: base = base+20; lr_svc = [0]; base += [-12]; base = base+4; " BY_SVC
        pop     {r0-r4, lr}
        expect  "SVC: base += r2; " BY_SVC
        add     sp, sp, r2
        expect  "SVC: " BY_SVC
        cpsid   i
        ldr     r0, =end_of_interrupt
        str     r4, [r0]
        str     r1, [r3]
        cmp     r1, #0
        bne     1f
        ldr     r1, =yield
        ldr     r0, [r1]
        cmp     r0, #0
        bne     2f
1:      expect  "SVC: " BY_SVC
        pop     {r0-r4, r12}
        cps     #0x12
        expect  "IRQ: " ON_IRQ
        pop     {lr}
        expect  "IRQ: psr = lr_irq; pc = [0]; sp_irq = base+4; end irq -0/-0"
        msr     spsr_cxsf, lr
        pop     {lr}
        expect  "IRQ: end irq -0/-0"
        movs    pc, lr
2:      mov     r0, #0
        str     r0, [r1]
        expect  "SVC: " BY_SVC
        pop     {r0-r4, r12}
        cps     #0x12
        pop     {lr}
        msr     spsr_cxsf, lr
        pop     {lr}
        expect  "IRQ: end irq -0/-0"
        b       switch_task
end_function irq

.macro save_task
        srsdb   sp!, #0x1f
        cps     #0x1f
        push    {r0-r12, r14}
        ldr     r2, =critical
        ldr     r1, [r2]
        push    {r1}
        ldr     r2, =has_fpu
        ldr     r3, [r2]
        cmp     r3, #0
        vmrsne  r1, fpscr
        vpushne {d0-d15}
        vpushne {d16-d31}
        pushne  {r1}
        push    {r3}
        ldr     r0, =current
        ldr     r1, [r0]
        str     sp, [r1]
.endm

#define ON_SYS "base = base+60; psr = [0]; sp_usr = base+4; end "
#define SAVED "load r0-r12,lr,pc; " ON_SYS "irq -0/-0"

function switch_task
        expect  "IRQ: end irq -0/-0"
        save_task
        expect  "SYS: skip 6 if [0] is 0; base = base+268; " SAVED " | base = base+8; " SAVED
        ldr     r1, =0xff
        bl      work
end_function switch_task

#define ON_USR "pc = [0]; base = base+4; psr = [0]; sp_usr = base+4; end svc -0/-0 call"

function call
        expect  "SVC: end svc -0/-0 call"
        srsdb   sp!, #0x1f
        expect  "SVC: base = sp_usr; " ON_USR
        cps     #0x1f
        expect  "SYS: " ON_USR
        push    {r0-r12, lr}
        expect  "SYS: load r0-r12,lr,pc; " ON_SYS "svc -0/-0 call"
        bl      work
        expect  "SYS: load r0-r12,lr,pc; " ON_SYS "svc -0/-0 call"
        pop     {r0-r12, lr}
        rfeia   sp!
end_function call

        .bss
nesting:        .word 0
end_of_interrupt: .word 0
yield:  .word 0
critical: .word 0
has_fpu: .word 0
current: .word 0
