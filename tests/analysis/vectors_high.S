/* SPDX-License-Identifier: MIT */
/*
 * Exception vectors at 0xffff0000, where SCTLR.V selects them (ARM ARM B1.8.1), with symbols; and
 * others there, whose address code writes to VBAR.
 */
#include "expect.inc"

        .section .high, "ax", %progbits
        .balign 32
        .global on_undefined
        expect  "root"
        b       stops
        .type   on_undefined, %function
on_undefined:
        expect  "handler"
        ldr     pc, 1f
        ldr     pc, 1f
        ldr     pc, 1f
        ldr     pc, 1f
        nop
        .type   on_irq, %function
on_irq: expect  "handler"
        ldr     pc, 2f
        expect  "handler"
        b       .
1:      .word   stops_late
2:      .word   irq

stops:  expect  "root"
        b       stops

        .balign 32
based:  expect  "root"
        b       stops
        .rept   7
        expect  "handler"
        udf     #0
        .endr
        .text

function stops_late
        expect  "handler"
        b       stops_late
end_function stops_late

function irq
        expect  "handler"
        b       irq
end_function irq

function sets_base
        movw    r0, #:lower16:based
        movt    r0, #:upper16:based
        mcr     p15, 0, r0, c12, c0, 0
        expect  "cfa=sp ra=lr"
        bx      lr
end_function sets_base
