/* SPDX-License-Identifier: MIT */
/*
 * Entry code of secure systems. OP-TEE keeps registers in thread IDs, and aborts choose between two
 * stacks. Trusted Firmware saves all banks to memory at sp and takes a stack for C code from there.
 */
#include "expect.inc"

        vectors_of_branches
        unused undefined

#define ABORT "psr = [0]; base = base+4; pc = [0]; base = [-12]; sp_usr = base+0; end abt -0/-0"
#define ABORT_USER "lr_usr = [0]; base = base+4; " ABORT
#define ABORT_FRAME "load r0-r12; base = base+56; " ABORT_USER
#define ABORT_EXIT "innermost; psr = r0; base = r12; load r0-r3; base = base+48; r12 = [0]; "

/* sp of abort mode is the address of a structure with the tops of two stacks. */
function data
        cpsid   aif
        mcr     p15, 0, r0, c13, c0, 4
        mcr     p15, 0, r1, c13, c0, 2
        expect  "ABT: end abt -8/-8"
        sub     lr, lr, #8
        mrs     r0, spsr
        and     r1, r0, #0x1f
        cmp     r1, #0x10
        ldrne   r1, [sp, #16]
        ldreq   r1, [sp, #20]
        expect  "ABT: lose r0-r1; end abt -0/-0"
        stmdb   r1!, {r0, lr}
        cps     #0x1f
        stmdb   r1!, {sp, lr}
        mov     sp, r1
        expect  "SYS: lose r0-r1; base = base+4; " ABORT_USER
        mrc     p15, 0, r0, c13, c0, 4
        expect  "SYS: lose r1; base = base+4; " ABORT_USER
        mrc     p15, 0, r1, c13, c0, 2
        expect  "SYS: base = base+4; " ABORT_USER
        push    {r0-r12}
        mov     r0, #4
        mov     r1, sp
        expect  "SYS: " ABORT_FRAME
        bl      work
        expect_return "SYS: " ABORT_FRAME
        mov     r12, sp
        ldr     r0, [r12, #60]
        ldr     lr, [r12, #56]
        ldr     sp, [r12, #52]
        expect  "SYS: " ABORT_EXIT "base = base+16; pc = [0]; end abt -0/-0"
        cps     #0x17
        ldr     lr, [r12, #64]
        expect  "ABT: " ABORT_EXIT "end abt -0/-0"
        msr     spsr_cxsf, r0
        ldm     r12, {r0-r12}
        expect  "ABT: end abt -0/-0"
        movs    pc, lr
end_function data

/* The thread IDs are lost when a called function or a nested exception may use them. */
function prefetch
        mcr     p15, 0, r2, c13, c0, 3
        push    {r0, r1, r3, r12, lr}
        mrs     r0, spsr
        push    {r0}
        mov     r2, #0
        expect  "ABT: lose r2; psr = [0]; base = base+4; load r0-r1,r3,r12,pc; " \
                "sp_abt = base+20; end abt -4/-4"
        bl      work
        mrc     p15, 0, r2, c13, c0, 3
        expect  "ABT: lose r2; psr = [0]; base = base+4; load r0-r1,r3,r12,pc; " \
                "sp_abt = base+20; end abt -4/-4"
        b       .
end_function prefetch

/* A jump by a register to the address in a literal. */
function call
        mcr     p15, 0, r0, c13, c0, 3
        ldr     r0, =call_goes_on
        bx      r0
end_function call
        .ltorg

function call_goes_on
        expect  "SVC: lose r0; end svc -0/-0 call"
        mrc     p15, 0, r0, c13, c0, 3
        expect  "SVC: end svc -0/-0 call"
        push    {r0-r12, lr}
        mrs     r0, spsr
        push    {r0}
        sub     sp, sp, #8
        stm     sp, {sp, lr}^
        expect  "SVC: base = base+8; psr = [0]; base = base+4; load r0-r12,pc; " \
                "sp_svc = base+56; end svc -0/-0 call"
        bl      work
        ldm     sp, {sp, lr}^
        add     sp, sp, #8
        pop     {r0}
        expect  "SVC: psr = r0; load r0-r12,pc; sp_svc = base+56; end svc -0/-0 call"
        msr     spsr_cxsf, r0
        pop     {r0-r12, lr}
        movs    pc, lr
end_function call_goes_on

/* Trusted Firmware's first stage: r6 keeps the address of the saved registers. */
#define CONTEXT "load r0-r12; base = base+52; psr = [0]; base = base+4; pc = [0]; "

function irq
        sub     lr, lr, #4
        stm     sp, {r0-r12}
        mrs     r0, spsr
        str     r0, [sp, #52]
        str     lr, [sp, #56]
        expect  "IRQ: " CONTEXT "end irq -0/-0"
        mov     r6, sp
        ldr     sp, [r6, #60]
        expect  "IRQ: base = r6; " CONTEXT "sp_irq = base-56; end irq -0/-0"
        bl      work
        expect_return "IRQ: base = r6; " CONTEXT "sp_irq = base-56; end irq -0/-0"
        mov     sp, r6
        ldr     r0, [sp, #52]
        msr     spsr_cxsf, r0
        ldr     lr, [sp, #56]
        ldm     sp, {r0-r12}
        expect  "IRQ: " CONTEXT "end irq -0/-0"
        movs    pc, lr
end_function irq

#define FRAME "base = base+4; lr_usr = [0]; base = base+8; psr = [0]; base = base+4; pc = [0]; "

/*
 * The structure at sp has r0 and r1 until they are in the frame. The next exception stores its own
 * there, so they do not count after a call.
 */
function fiq
        strd    r0, r1, [sp]
        sub     lr, lr, #4
        ldr     r1, [sp, #16]
        stmdb   r1!, {r2-r7}
        ldrd    r2, r3, [sp]
        stmdb   r1!, {r2-r3}
        mrs     r3, spsr
        stmdb   r1!, {r2, r3, lr}
        cps     #0x1f
        stmdb   r1!, {sp, lr}
        mov     sp, r1
        expect  "SYS: " FRAME "base = base+12; load r2-r7; base = [-28]; sp_usr = base+0; " \
                "base = sp_fiq; load r0-r1; end fiq -0/-0"
        bl      work
        expect_return "SYS: lose r12; " FRAME "base = base+4; load r0-r7; base = [-20]; " \
                "sp_usr = base+0; end fiq -0/-0"
        b       .
end_function fiq
