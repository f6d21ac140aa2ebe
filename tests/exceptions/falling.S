/* SPDX-License-Identifier: MIT */
/*
 * Slots of vectors that run into the next slot. Each slot is entered by its own exception and by
 * those of the slots before it (ARM ARM Table B1-3); the state is that of Table B1-7. Code writes
 * the addresses of the tables to VBAR, MVBAR and HVBAR.
 */
#include "expect.inc"

        .balign 32
falling:
        b       _start
        expect  "UND: end und -4/-2"
        nop
        /* An undefined instruction in UND mode, or a supervisor call in SVC mode. */
        expect  "none: the processor mode differs by path"
        b       undefined_or_call
        expect  "ABT: end abt -4/-4"
        b       prefetch
        expect  "ABT: end abt -8/-8"
        b       data
        nop
        expect  "IRQ: end irq -4/-4"
        sub     lr, lr, #4
        /* An IRQ, whose lr is already pc, or an FIQ. */
        expect  "none: the processor mode differs by path"
        b       irq_or_fiq

undefined_or_call:
        expect  "none: the processor mode differs by path"
        nop
        b       undefined_or_call

function prefetch
        expect  "ABT: end abt -4/-4"
        b       prefetch
end_function prefetch

function data
        expect  "ABT: end abt -8/-8"
        b       data
end_function data

irq_or_fiq:
        expect  "none: the processor mode differs by path"
        b       irq_or_fiq

/* In HYP mode all exceptions have pc itself in ELR_hyp, and the first one is not used. */
        .balign 32
sled:   nop
        expect  "HYP: end hyp -0/-0"
        nop
        .rept   6
        expect  "none: a call and another exception share this code"
        nop
        .endr
        expect  "none: a call and another exception share this code"
        b       .

/* Only the handler of all exceptions follows the slots. Monitor mode has no undefined exception. */
        .balign 32
monitor:
        b       _start
        b       .
        expect  "MON: end mon -0/-0 call"
        b       secure_call
        b       .
        b       .
        nop
        expect  "MON: end mon -4/-4"
        nop
        expect  "MON: end mon -4/-4"
        nop
        expect  "MON: end mon -4/-4"
        sub     lr, lr, #4
        expect  "MON: end mon -0/-0"
        b       .

secure_call:
        expect  "MON: end mon -0/-0 call"
        b       secure_call

function sets_bases
        ldr     r0, =falling
        mcr     p15, 0, r0, c12, c0, 0
        ldr     r0, =monitor
        mcr     p15, 0, r0, c12, c0, 1
        ldr     r0, =sled
        mcr     p15, 4, r0, c12, c0, 0
        bx      lr
end_function sets_bases
        .ltorg
