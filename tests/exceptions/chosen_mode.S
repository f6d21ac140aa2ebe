/* SPDX-License-Identifier: MIT */
/*
 * Entry code that visits a mode to read its registers. If a number chooses the mode, sp is that of
 * another stack, so no program is right until the code has come back. A copy of cpsr comes back.
 */
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
1:      .word   _start, undefined, call, other, irq, fiq
        .popsection

/* The mode is that of the interrupted code. */
function irq
        sub     lr, lr, #4
        push    {r0-r5, r12, lr}
        sub     sp, sp, #8
        mrs     r1, spsr
        mrs     r3, cpsr
        and     r2, r1, #0x1f
        orr     r4, r2, #0xc0
        expect  "IRQ: base = base+8; load r0-r5,r12,pc; sp_irq = base+32; end irq -0/-0"
        msr     cpsr_c, r4
        expect  "none: the code has chosen the processor mode by a number"
        mov     r5, sp
        expect  "none: the code has chosen the processor mode by a number"
        msr     cpsr_c, r3
        expect  "IRQ: base = base+8; load r0-r5,r12,pc; sp_irq = base+32; end irq -0/-0"
        str     r5, [sp]
        b       .
end_function irq

/* The mode is inserted into a copy of cpsr that has none. */
function fiq
        sub     lr, lr, #4
        push    {r0-r4, lr}
        ldr     r0, [sp, #8]
        mrs     r3, cpsr
        bic     r4, r3, #0x1f
        orr     r4, r4, r0
        expect  "FIQ: load r0-r4,pc; sp_fiq = base+24; end fiq -0/-0"
        msr     cpsr_c, r4
        expect  "none: the code has chosen the processor mode by a number"
        str     r1, [r2]
        msr     cpsr_c, r3
        expect  "FIQ: load r0-r4,pc; sp_fiq = base+24; end fiq -0/-0"
        b       .
end_function fiq

/* The same with BFI. */
function undefined
        push    {r0-r4, lr}
        mrs     r3, cpsr
        mov     r4, r3
        bfi     r4, r0, #0, #5
        msr     cpsr_c, r4
        expect  "none: the code has chosen the processor mode by a number"
        b       .
end_function undefined

/* An unknown word has the mode in which it is written: it is a saved cpsr. */
function call
        push    {r0-r3, r12, lr}
        ldr     r1, =0x20000
        ldr     r0, [r1]
        msr     cpsr_c, r0
        expect  "SVC: load r0-r3,r12,pc; sp_svc = base+24; end svc -0/-0 call"
        b       .
end_function call

/* One path comes from another mode, where it has changed sp. */
function other
        push    {r0-r4, lr}
        mrs     r1, spsr
        orr     r4, r1, #0xc0
        cmp     r0, #0
        beq     1f
        msr     cpsr_c, r4
        expect  "none: the code has chosen the processor mode by a number"
        push    {r2}
1:      expect  "none: the processor mode differs by path"
        mov     r0, #0
        expect  "none: the processor mode differs by path"
        b       .
end_function other
