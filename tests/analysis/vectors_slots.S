/* SPDX-License-Identifier: MIT */
/*
 * Vector tables whose slots are not eight jumps. Code writes their addresses to VBAR, MVBAR or
 * HVBAR, so the processor executes the slots, whatever they contain (ARM ARM B1.8.1).
 */
        .arch_extension sec
        .arch_extension virt
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"

function leaf
        expect  "cfa=sp ra=lr"
        bx      lr
end_function leaf

/* Eight NOPs before the handler of all exceptions. */
        .balign 32
sled:   expect  "root"
        mov     r0, r0
        .rept   6
        expect  "handler"
        mov     r0, r0
        .endr
        expect  "handler"
        mov     r0, r0
        expect  "handler"
        push    {r0-r3, r12, lr}
        bl      leaf
        expect  "handler"
        pop     {r0-r3, r12, lr}
        subs    pc, lr, #4

/*
 * Slots that begin their handler, that run into the next slot, that jump to themselves, that load
 * pc, that are undefined, and that jump within the table. Functions follow directly.
 */
        .balign 32
mixed:  expect  "root"
        b       resets
        expect  "handler"
        udf     #0
        expect  "handler"
        push    {r0, lr}
        expect  "handler"
        b       saved
        expect  "handler"
1:      b       1b
        .word   0x12345678
        expect  "handler"
        sub     lr, lr, #4
        expect  "handler"
        ldr     pc, 2f
2:      .word   interrupt
saved:  expect  "handler"
        pop     {r0, lr}
        movs    pc, lr

function resets
        expect  "root"
        bl      sets_bases
1:      b       1b
end_function resets

function interrupt
        expect  "handler"
        push    {r0-r3, r12, lr}
        bl      leaf
        expect  "handler"
        ldm     sp!, {r0-r3, r12, pc}^
end_function interrupt

/* The slot of the supervisor call, and the slots after it, compute a jump. */
        .balign 32
        .type   computes, %function
computes:
        expect  "root"
        b       resets
        expect  "handler"
        b       computes
        expect  "handler"
        movw    r12, #:lower16:called
        movt    r12, #:upper16:called
        expect  "handler"
        bx      r12
        expect  "handler"
        mov     pc, lr
        expect  "handler"
        b       panic
        expect  "handler"
        b       fast
        .size   computes, . - computes

/* The code could be a function, but only the jump of the slot leads here. */
called: expect  "handler"
        push    {r4, lr}
        bl      leaf
        expect  "handler"
        pop     {r4, pc}

/* Code calls it too. */
function panic
        expect  "unknown: paths from different contexts meet here"
        bl      leaf
1:      b       1b
end_function panic

fast:   expect  "handler"
        mov     r8, #0
1:      b       1b

/* A called function jumps to the code of a slot. It does not come back. */
function gives_up
        push    {r4, lr}
        bl      leaf
        pop     {r4, lr}
        b       fast
end_function gives_up

function calls_gives_up
        push    {r4, lr}
        mov     r4, r0
        bl      gives_up
        pop     {r4, pc}
end_function calls_gives_up

/* Slots that count the exception in sp. */
.macro counting name
        .balign 32
\name:  expect  "root"
        add     sp, sp, #1
        .rept   6
        expect  "handler"
        add     sp, sp, #1
        .endr
        expect  "handler"
        nop
        expect  "handler"
        b       fast
.endm
        counting first
        counting second
        counting third
        counting fourth
        counting fifth

/*
 * Leaf functions, each at a multiple of 32. What goes to a base is not their address: the register
 * is overwritten, by an instruction, by a call, or on another path to the write; or the address is
 * no multiple of 32.
 */
.macro leaves name
        .balign 32
function \name
        expect  "cfa=sp ra=lr"
        add     r0, r0, #1
        expect  "cfa=sp ra=lr"
        add     r0, r0, #1
        bx      lr
end_function \name
.endm
        leaves  overwritten
        leaves  of_callee
        leaves  of_branch
        leaves  misplaced

function sets_bases
        push    {r4, lr}
        adr     r0, sled
        mcr     p15, 0, r0, c12, c0, 0
        expect  "cfa=sp+8 ra=lr"
        movw    r4, #:lower16:mixed
        movt    r4, #:upper16:mixed
        bl      leaf
        mov     r1, r4
        mcr     p15, 0, r1, c12, c0, 1
        ldr     r2, =computes - 64
        add     r2, r2, #64
        mcr     p15, 4, r2, c12, c0, 0
        expect  FRAME
        cmp     r0, #0
        ldreq   r0, =first
        ldrne   r0, =second
        mcr     p15, 0, r0, c12, c0, 0
        ldr     r3, 2f
        mov     r12, r1
1:      add     r3, pc, r3
        mcr     p15, 0, r3, c12, c0, 0
        movw    r0, #:lower16:fourth
        movt    r0, #:upper16:fourth
        ldrne   r0, =fifth
        mcr     p15, 0, r0, c12, c0, 0
        expect  FRAME
        bl      sets_no_base
        expect  FRAME
        cmp     r0, #0
        popne   {r4, pc}
        bl      panic
2:      .word   third - (1b + 8)
        .ltorg
end_function sets_bases

function sets_no_base
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        ldr     r2, =overwritten
        ldr     r2, [r4]
        mcr     p15, 0, r2, c12, c0, 0
        ldr     r0, =of_callee
        bl      leaf
        mcr     p15, 0, r0, c12, c0, 0
        ldr     r3, =of_branch
        b       2f
1:      mcr     p15, 0, r3, c12, c0, 0
        ldr     r0, =misplaced + 4
        mcr     p15, 0, r0, c12, c0, 0
        expect  "cfa=sp+8 ra=[cfa-4]"
        pop     {r4, pc}
2:      mov     r3, r1
        b       1b
        .ltorg
end_function sets_no_base
