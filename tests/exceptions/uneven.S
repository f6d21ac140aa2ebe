/* SPDX-License-Identifier: MIT */
/*
 * Vectors at address 0 of which not all are jumps. A slot that calls its handler: the handler's
 * caller is the slot, and pc of the interrupted code is lost.
 */
#include "expect.inc"

        .pushsection .vectors, "ax", %progbits
        .arm
        b       _start
        expect  "UND: end und -4/-2"
        bl      common
        expect_return "none: no location holds pc of the interrupted code"
        expect  "SVC: end svc -0/-0 call"
        bl      common
        expect  "ABT: end abt -4/-4"
        str     lr, [sp, #-4]
        expect  "none: offsets of shared vectors differ"
        b       data
        nop
        expect  "IRQ: end irq -4/-4"
        ldr     pc, [pc, #-0xff0]
        expect  "FIQ: end fiq -4/-4"
        cps     #0x10
        expect  "none: no location holds pc of the interrupted code"
        b       fiq
        .popsection

function common
        expect  "no entry code"
        push    {r0-r3, r12, lr}
        bl      work
        b       .
end_function common

function data
        expect  "none: offsets of shared vectors differ"
        push    {r0-r3, r12, lr}
        bl      work
        b       .
end_function data

function fiq
        expect  "none: no location holds pc of the interrupted code"
        b       .
end_function fiq
