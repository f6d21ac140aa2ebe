/* SPDX-License-Identifier: MIT */
/* Entry code where no program can be right: the reason is named. And code that is nearly that. */
#include "expect.inc"

        .pushsection .vectors, "ax", %progbits
        .arm
        ldr     pc, 1f
        ldr     pc, 1f + 4
        ldr     pc, 1f + 8
        ldr     pc, 1f + 12
        ldr     pc, 1f + 12
        nop
        ldr     pc, 1f + 16
        ldr     pc, 1f + 20
1:      .word   _start, undefined, call, aborts, irq, fiq
        .popsection

/* Both aborts lead here: lr is 4 or 8 bytes after the instruction. */
function aborts
        expect  "none: offsets of shared vectors differ"
        push    {r0-r3, r12, lr}
        expect  "none: offsets of shared vectors differ"
        bl      work
        b       .
end_function aborts

/* The pad is in r2 only, which the call destroys. */
function irq
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        and     r2, sp, #4
        sub     sp, sp, r2
        expect  "IRQ: base += r2; load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"
        bl      work
        expect_return "none: pad kept nowhere"
        expect  "none: pad kept nowhere"
        mov     r0, #0
        b       .
end_function irq

/* lr is not saved before the call. */
function fiq
        sub     lr, lr, #4
        push    {r0-r3, r12}
        expect  "FIQ: load r0-r3,r12; sp_fiq = base+20; end fiq -0/-0"
        bl      work
        expect_return "none: no location holds pc of the interrupted code"
        b       .
end_function fiq

/*
 * SPSR is saved, so a nested exception may overwrite it while the function runs: the copy counts,
 * also after r0 has taken it from the stack.
 */
function undefined
        push    {r0, r1, lr}
        mrs     r0, spsr
        push    {r0}
        bl      work
        expect  "UND: lose r2-r3,r12; psr = [0]; base = base+4; load r0-r1,pc; sp_und = base+12; " \
                "end und -4/-2"
        pop     {r0}
        expect  "UND: psr = r0; lose r2-r3,r12; load r0-r1,pc; sp_und = base+12; end und -4/-2"
        mov     r0, #0
        expect  "none: no location holds psr of the interrupted code"
        b       .
end_function undefined

/* r0 and r1 change places. Then the stack is replaced, and nothing keeps the old sp. */
function call
        mov     r12, r0
        mov     r0, r1
        mov     r1, r12
        expect  "none: a step reads what another has overwritten"
        ldr     r0, =0x20000
        ldr     sp, [r0]
        expect  "SVC: sp_svc = pc; r0 = r12; lose r1,r12; end svc -0/-0 call"
        b       .
end_function call
