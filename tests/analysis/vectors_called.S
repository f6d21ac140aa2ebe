/* SPDX-License-Identifier: MIT */
/*
 * Functions that exceptions enter, and that code calls too: by the slot, by a literal in the slot,
 * or by a jump of a handler. lr is the address of the interrupted code or of the caller, so no rule
 * is right for both. A handler that has lr from a call may end with a jump to a function.
 */
#define OWN_START
#include "expect.inc"

#define DISPUTED "unknown: paths from different contexts meet here"
#define FRAME    "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"

        .section .vectors, "ax", %progbits
        b       _start
        b       by_slot
        b       adjusts
        ldr     pc, 1f
        b       keeps
        b       leaves
        b       taken
        b       replaces
1:      .word   by_literal
        .text

        .global _start
function _start
        b       .
end_function _start

.macro called name
function \name
        expect  DISPUTED
        push    {r4, lr}
        mov     r4, r0
        bl      leaf
        expect  DISPUTED
        pop     {r4, pc}
end_function \name

function calls_\name
        push    {r4, lr}
        mov     r4, r0
        bl      \name
        expect  FRAME
        mov     r0, r4
        pop     {r4, pc}
end_function calls_\name
.endm

        called  by_slot
        called  by_literal
        called  by_jump
        called  by_adjusted_jump
        called  by_one_path
        called  by_other_mode

function leaf
        expect  "cfa=sp ra=lr"
        bx      lr
end_function leaf

function keeps
        expect  "handler"
        push    {r0-r3, r12, lr}
        expect  "handler"
        b       by_jump
end_function keeps

function adjusts
        expect  "handler"
        sub     lr, lr, #4
        b       by_adjusted_jump
end_function adjusts

/* One path has called a function. */
function leaves
        expect  "handler"
        cmp     r0, #0
        beq     1f
        bl      leaf
1:      expect  "handler"
        b       by_one_path
end_function leaves

/* lr of the other mode is that of the interrupted code. */
function switches
        expect  "handler"
        cmp     r0, #0
        beq     loads
        bl      leaf
        cps     #0x13
        expect  "handler"
        b       by_other_mode
end_function switches

/* Only a word of memory refers to the function, as a list of handlers has it. */
function taken
        expect  "handler"
        b       switches
end_function taken

/* lr is an address after a call. */
function replaces
        expect  "handler"
        bl      leaf
        expect  "handler"
        b       end
end_function replaces

/* lr is in memory. */
function loads
        ldr     lr, [r0]
        expect  "handler"
        b       end
end_function loads

function end
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      leaf
        pop     {r4, pc}
end_function end

function calls_end
        push    {r4, lr}
        bl      end
        pop     {r4, pc}
end_function calls_end

        .section .rodata
        .word   taken
