/* SPDX-License-Identifier: MIT */
/*
 * Code that no path reaches, but that is all there: exception handlers whose vectors are set up at
 * run time, functions whose symbol the linker gave to another function, and functions without a
 * type.
 */
#include "expect.inc"

#define DISPUTED "unknown: paths from different contexts meet here"

        .cfi_sections .debug_frame

function leaf
        expect  "cfa=sp ra=lr"
        bx      lr
end_function leaf

/* No type, no size, and its address is computed: it saves what only handlers save. */
        .balign 4
        .global abort_stub
abort_stub:
        expect  "handler"
        sub     sp, sp, #4
        push    {r0, lr}
#ifdef __thumb__
        mrs     r0, spsr
#else
        stmdb   sp, {r0-lr}^
#endif
        expect  "handler"
        b       abort_rest
/* lr is that of the exception: the function would return to the interrupted code. */
function abort_rest
        expect  DISPUTED
        push    {r4, lr}
        expect  DISPUTED
        bl      leaf
        pop     {r4, pc}
end_function abort_rest

function aborts
        push    {r4, lr}
        bl      abort_rest
        pop     {r4, pc}
end_function aborts

/* The same with a return from the exception. */
        .global irq_stub
irq_stub:
        expect  "handler"
        push    {r0-r3, r12, lr}
        bl      leaf
        expect  "handler"
        pop     {r0-r3, r12, lr}
        subs    pc, lr, #4

/* A function that stores SPSR and does not return. */
function stores_spsr
        expect  "handler"
        srsdb   sp!, #0x1f
        cps     #0x1f
1:      b       1b
end_function stores_spsr

/* A function that reads SPSR for its caller. */
function get_spsr
        expect  "cfa=sp ra=lr"
        mrs     r0, spsr
        expect  "cfa=sp ra=lr"
        bx      lr
end_function get_spsr

/* Assembly for other files has global symbols without a type. No code of this image uses them. */
        .balign 4
        .global is_enabled
is_enabled:
        expect  "cfa=sp ra=lr"
        mrc     p15, 0, r0, c1, c0, 0
        ands    r0, r0, #1
        expect  "cfa=sp ra=lr"
        bx      lr
        nop
        .global twice
twice:
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        mov     r4, r0
        bl      leaf
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}

/* This file calls it if anyone does. */
local:
        expect  "unreachable"
        mov     r0, #1
        .global inside_local
inside_local:
        expect  "unreachable"
        bx      lr

/* Functions do not save r0-r3 for their caller: this is the start of other code. */
        .global saves_all
saves_all:
        expect  "unreachable"
        push    {r0-r3, lr}
        bl      leaf
        pop     {r0-r3, pc}

/* It never returns. */
        .global never_returns
never_returns:
        expect  "unreachable"
        mov     r0, #0
1:      b       1b

/* A function without a symbol. It is described by call frame information, and has a switch. */
        .balign 4
        .cfi_startproc
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        cmp     r0, #1
        bhi     4f
#ifdef __thumb__
        tbb     [pc, r0]
1:      .byte   (2f - 1b) / 2, (3f - 1b) / 2
#else
        ldr     pc, [pc, r0, lsl #2]
        b       4f
        .word   2f, 3f
#endif
2:      expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r0, #4
        b       4f
3:      expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r0, #5
4:      pop     {r4, pc}
        .cfi_endproc

function after_nameless
        expect  "cfa=sp ra=lr"
        bx      lr
end_function after_nameless


/* Call frame information that the code refutes: it belongs to a function that was removed. */
        .balign 4
        .cfi_startproc
        expect  "unreachable"
        push    {r4, lr}
        .cfi_def_cfa_offset 16
        expect  "unreachable"
        mov     r4, r0
        expect  "unreachable"
        pop     {r4, pc}
        .cfi_endproc

function last
        expect  "cfa=sp ra=lr"
        bx      lr
end_function last
