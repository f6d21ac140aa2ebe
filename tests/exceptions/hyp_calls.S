/* SPDX-License-Identifier: MIT */
/* HVC in HYP mode enters HYP mode again, and overwrites ELR_hyp and SPSR_hyp (ARM ARM B1.8.9). */
#include "expect.inc"

        .balign 32
table:  b       _start
        b       .
        b       .
        b       .
        b       .
        b       trap
        b       irq
        b       fiq

#define FRAME "load r0-r3,r12,lr; sp_hyp = base+24; end hyp -0/-0"

function irq
        push    {r0-r3, r12, lr}
        expect  "HYP: " FRAME
        hvc     #0
        expect_return "none: no location holds pc of the interrupted code"
        expect  "none: no location holds pc of the interrupted code"
        pop     {r0-r3, r12, lr}
        eret
end_function irq

        .thumb
function fiq
        push    {r0-r3, lr}
        hvc     #0
        expect_return "none: no location holds pc of the interrupted code"
        b       .
end_function fiq
        .arm

#define SAVED "pc = [0]; base = base+4; psr = [0]; base = base+4; " FRAME

function trap
        push    {r0-r3, r12, lr}
        mrs     r0, elr_hyp
        mrs     r1, spsr_hyp
        push    {r0, r1}
        expect  "HYP: " SAVED
        hvc     #0
        expect_return "HYP: " SAVED
        expect  "HYP: " SAVED
        pop     {r0, r1}
        msr     elr_hyp, r0
        msr     spsr_hyp, r1
        expect  "HYP: " FRAME
        pop     {r0-r3, r12, lr}
        eret
end_function trap

function sets_base
        ldr     r0, =table
        mcr     p15, 4, r0, c12, c0, 0
        bx      lr
        .ltorg
end_function sets_base
