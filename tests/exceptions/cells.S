/* SPDX-License-Identifier: MIT */
/* Handlers that save to memory outside the stacks, or below sp, or through banked MRS. */
#include "expect.inc"

        vectors
        unused fiq

#define LOST_SP "sp_abt = pc; "
#define CELL "base = 0x801c; base = [0]; "
#define REGISTERS "load r0-r12; sp_svc = base+72; "
#define SAVED "base = base+4; psr = [0]; end abt -8/-8"

/* The loader of the system writes the address of memory to this word. */

cell:   .word   0x0badc0de

/*
 * U-Boot: lr and SPSR to memory whose address is in a word, then an exception return to SVC mode,
 * where all registers are pushed. A second exception overwrites the memory.
 */
function data
        ldr     sp, cell
        expect  "ABT: " LOST_SP "end abt -8/-8"
        str     lr, [sp]
        mrs     lr, spsr
        expect  "ABT: " LOST_SP "pc = [0]; end abt -8/-8"
        str     lr, [sp, #4]
        expect  "ABT: " LOST_SP "pc = [0]; " SAVED
        mov     sp, #0x13
        expect  "ABT: innermost; " LOST_SP CELL "pc = [0]; end abt -8/-8"
        msr     spsr, sp
        mov     lr, pc
        movs    pc, lr
        expect  "SVC: innermost; " LOST_SP CELL "pc = [0]; " SAVED
        sub     sp, sp, #72
        stmia   sp, {r0-r12}
        expect  "SVC: innermost; " LOST_SP REGISTERS CELL "pc = [0]; " SAVED
        ldr     r2, cell
        ldmia   r2, {r2-r3}
        add     r0, sp, #72
        add     r5, sp, #52
        mov     r1, lr
        expect  "SVC: " LOST_SP "pc = r2; psr = r3; " REGISTERS "end abt -8/-8"
        stmia   r5, {r0-r3}
        mov     r0, sp
        expect  "SVC: " LOST_SP "load r0-r12; base = base+56; load lr,pc; base = base+8; " \
                "psr = [0]; sp_svc = base+8; end abt -8/-8"
        bl      work
        b       .
end_function data

/* RT-Thread: what is stored below sp counts only when sp has moved. */
function undefined
        str     r0, [sp, #-8]
        str     lr, [sp, #-4]
        mov     r0, #0
        expect  "UND: lose r0; end und -4/-2"
        sub     sp, sp, #8
        expect  "UND: load r0,pc; sp_und = base+8; end und -4/-2"
        b       .
end_function undefined

/* lr is kept in r4, which the call leaves alone; r4 itself is on the stack. */
function prefetch
        push    {r0-r4}
        mov     r4, lr
        expect  "ABT: pc = r4; load r0-r4; sp_abt = base+20; end abt -4/-4"
        bl      work
        expect_return "ABT: pc = r4; load r0-r4; sp_abt = base+20; end abt -4/-4"
        mov     lr, r4
        pop     {r0-r4}
        subs    pc, lr, #4
end_function prefetch

/* TF-A: registers of other modes go to the stack and come back. */
function call
        push    {r0-r3}
        mrs     r0, sp_irq
        mrs     r1, lr_irq
        mrs     r2, spsr_irq
        mrs     r3, sp_und
        push    {r0-r3}
        mov     r0, #0
        msr     sp_irq, r0
        msr     lr_irq, r0
        msr     spsr_irq, r0
        msr     sp_und, r0
        expect  "SVC: sp_irq = [0]; base = base+4; lr_irq = [0]; base = base+4; spsr_irq = [0]; " \
                "base = base+4; sp_und = [0]; base = base+4; load r0-r3; " \
                "sp_svc = base+16; end svc -0/-0 call"
        pop     {r0-r3}
        msr     sp_irq, r0
        msr     lr_irq, r1
        msr     spsr_irq, r2
        msr     sp_und, r3
        expect  "SVC: load r0-r3; sp_svc = base+16; end svc -0/-0 call"
        pop     {r0-r3}
        movs    pc, lr
end_function call

/* The stack of interrupts is at a constant address. */
function irq
        push    {r0-r3, r12, lr}
        mov     r0, sp
        ldr     r1, =0x20400
        mov     sp, r1
        push    {r0, r4}
        mov     r4, #0
        expect  "IRQ: base = base+4; r4 = [0]; base = [-4]; load r0-r3,r12,pc; sp_irq = base+24; " \
                "end irq -4/-4"
        bl      work
        expect_return "IRQ: base = base+4; r4 = [0]; base = [-4]; load r0-r3,r12,pc; " \
                "sp_irq = base+24; end irq -4/-4"
        pop     {r0, r4}
        mov     sp, r0
        pop     {r0-r3, r12, lr}
        expect  "IRQ: end irq -4/-4"
        subs    pc, lr, #4
end_function irq
