/* SPDX-License-Identifier: MIT */
/*
 * Handlers that leave by an exception return to a constant: they go on there, in the mode and with
 * the sp that the return leaves. If the mode is unknown, no program is right.
 */
#include "expect.inc"

        vectors

#define ON_IRQ "psr = [0]; base = base+8; load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"

/* RFE goes to SVC mode and moves sp of IRQ mode. */
function irq
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        mrs     r2, spsr
        push    {r2, r3}
        ldr     r0, =1f
        mov     r1, #0xd3
        push    {r0, r1}
        expect  "IRQ: base = base+8; " ON_IRQ
        rfeia   sp!
1:      expect  "SVC: base = sp_irq; " ON_IRQ
        push    {r4, lr}
        bl      work
        pop     {r4, lr}
        expect  "SVC: base = sp_irq; " ON_IRQ
        cps     #0x12
        expect  "IRQ: " ON_IRQ
        pop     {r2, r3}
        msr     spsr_cxsf, r2
        expect  "IRQ: load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"
        ldm     sp!, {r0-r3, r12, pc}^
        .ltorg
end_function irq

#define ON_FIQ "psr = [0]; base = base+4; load r0-r3; base = base+16; other_r12 = [0]; " \
        "base = base+4; pc = [0]; sp_fiq = base+4; end fiq -0/-0"

/* LDM ^ to IRQ mode, with a register. The psr enables FIQs: they come again. */
function fiq
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        mrs     r2, spsr
        push    {r2}
        mov     r1, #0x12
        msr     spsr_cxsf, r1
        ldr     r2, =1f
        push    {r1, r2}
        ldm     sp!, {r0, pc}^
1:      expect  "IRQ: base = sp_fiq; " ON_FIQ
        push    {r4, lr}
        expect  "IRQ: load r4,lr; sp_irq = base+8; base = sp_fiq; " ON_FIQ
        b       .
        .ltorg
end_function fiq

/* A word of memory gives the psr. */
function prefetch
        push    {r0-r3, r12, lr}
        ldr     r2, =0x20000
        ldr     r1, [r2]
        ldr     r0, =1f
        push    {r0, r1}
        rfeia   sp!
1:      expect  "none: the code has chosen the processor mode by a number"
        push    {r4, lr}
        b       .
        .ltorg
end_function prefetch

/* A data abort in a handler goes on in it: the handler's own path does not prove that rule. */
function data
        sub     lr, lr, #8
        srsdb   sp!, #0x17
        push    {r0-r3, r12, lr}
        ldr     r0, =fix_up
        str     r0, [sp, #24]
        pop     {r0-r3, r12, lr}
        expect  "ABT: base = base+4; psr = [0]; sp_abt = base+4; end abt -0/-0"
        rfeia   sp!
        .ltorg
end_function data

function call
        push    {r0-r3, r12, lr}
        expect  "SVC: load r0-r3,r12,pc; sp_svc = base+24; end svc -0/-0 call"
        ldr     r0, [r0]
fix_up: expect  "none: the processor mode differs by path"
        ldm     sp!, {r0-r3, r12, pc}^
end_function call

/*
 * The code that a return with interrupts enabled enters is no handler: the exception may come
 * again, and overwrites lr and SPSR.
 */
function undefined
        srsdb   sp!, #0x1b
        push    {r0-r3}
        ldr     r0, =task
        mov     r1, #0x1f
        str     r0, [sp, #16]
        str     r1, [sp, #20]
        expect  "UND: load r0-r3; sp_und = base+24; end und -4/-2"
        pop     {r0-r3}
        rfeia   sp!
        .ltorg
end_function undefined

task:
        expect  "none: no location holds pc of the interrupted code"
        push    {r4, lr}
        b       .

/* So is code in user mode. */
function drops
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        cmp     r0, #0
        beq     1f
        cps     #0x10
        expect  "none: exceptions of several modes share this code"
        b       .
1:      ldm     sp!, {r0-r3, r12, pc}^
end_function drops

/* The constant is also the target of a jump, in the mode that the exception entered. */
function pointed_to
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        cmp     r0, #0
        beq     1f
        ldr     r0, =1f
        mov     r1, #0xd3
        push    {r0, r1}
        expect  "none: no location holds pc of the interrupted code"
        rfeia   sp!
1:      expect  "none: the processor mode differs by path"
        ldm     sp!, {r0-r3, r12, pc}^
        .ltorg
end_function pointed_to

        .section .rodata
        .word   pointed_to, drops
