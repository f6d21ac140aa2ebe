/* SPDX-License-Identifier: MIT */
/*
 * Exception vectors that code copies to the address where the processor reads them, as microkernels
 * do. Words of memory, not instructions, have the addresses of their handlers.
 */
        .arch armv7-a
#include "expect.inc"

/* Start-up code has the address of the table: it is no function. */
        .balign 32
copied_table:
        expect  "root"
        ldr     pc, 1f
        expect  "handler"
        ldr     pc, 2f
        expect  "handler"
        ldr     pc, 3f
        ldr     pc, 2f
        ldr     pc, 2f
        ldr     pc, 2f
        expect  "handler"
        ldr     pc, 4f
        expect  "handler"
        ldr     pc, 4f
1:      .word   on_reset
2:      .word   on_abort
3:      .word   on_call
4:      .word   on_interrupt

/*
 * Two constants in the same register: the low half of the first and the high half of the second
 * would be the address of a vector, but no code builds that address.
 */
function copies_vectors
        expect  "cfa=sp ra=lr"
        movw    r3, #:lower16:(copied_table + 8)
        str     r3, [r0]
        movw    r3, #:lower16:copied_table
        movt    r3, #:upper16:copied_table
        mov     r1, #32
        expect  "cfa=sp ra=lr"
        b       copies
end_function copies_vectors

function copies
        expect  "cfa=sp ra=lr"
        bx      lr
end_function copies

function on_reset
        expect  "root"
1:      b       1b
end_function on_reset

function on_abort
        expect  "handler"
        srsia   sp, #0x13
        cps     #0x13
        expect  "handler"
        stmdb   sp, {r0-lr}^
        b       handles_fault
end_function on_abort

function on_call
        expect  "handler"
        push    {r0-r3, r12, lr}
        bl      copies
        expect  "handler"
        ldm     sp!, {r0-r3, r12, pc}^
end_function on_call

function on_interrupt
        expect  "handler"
        sub     lr, lr, #4
        srsdb   sp!, #0x12
        rfeia   sp!
end_function on_interrupt

function handles_fault
        expect  "handler"
        push    {r4, lr}
        bl      copies
        expect  "handler"
1:      b       1b
end_function handles_fault

/* The handlers of a table that is built at run time. Only their code shows what they are. */
        .balign 4
handlers:
        .word   stores_spsr, stores_user_registers, reads_spsr
        .word   asks_for_spsr, jumped_to, begins_late

function stores_spsr
        expect  "handler"
        srsia   sp, #0x13
        expect  "handler"
        cps     #0x13
        mrc     p15, 0, sp, c13, c0, 4
        b       handles_fault
end_function stores_spsr

function stores_user_registers
        expect  "handler"
        sub     sp, sp, #64
        stmia   sp, {r0-lr}^
        mov     r0, sp
        bl      copies
        expect  "handler"
1:      b       1b
end_function stores_user_registers

/* It returns with lr: a function that a pointer calls. */
function reads_spsr
        expect  "cfa=sp ra=lr"
        mrs     r0, spsr
        expect  "cfa=sp ra=lr"
        bx      lr
end_function reads_spsr

/* An instruction calls it. */
function asks_for_spsr
        expect  "cfa=sp ra=lr"
        mrs     r0, spsr
        expect  "cfa=sp ra=lr"
1:      b       1b
end_function asks_for_spsr

function uses_spsr
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      asks_for_spsr
        expect  "unreachable: cfa=sp+8 ra=[cfa-4]"
        pop     {r4, pc}
end_function uses_spsr

/* Another function ends with a jump to it. */
function jumped_to
        expect  "cfa=sp ra=lr"
        mrs     r0, spsr
        expect  "cfa=sp ra=lr"
1:      b       1b
end_function jumped_to

function jumps
        expect  "cfa=sp ra=lr"
        mov     r0, #1
        b       jumped_to
end_function jumps

/* A function first: entry code shows what it is at its start. */
function begins_late
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        .rept   16
        mov     r4, r0
        .endr
        mrs     r0, spsr
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
1:      b       1b
end_function begins_late
