/* SPDX-License-Identifier: MIT */
/*
 * Tables of exception vectors whose addresses code writes to VBAR, MVBAR or HVBAR. Their slots may
 * have symbols, and code may call them.
 */
        .arch_extension sec
        .arch_extension virt
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"

function leaf
        expect  "cfa=sp ra=lr"
        bx      lr
end_function leaf

.macro vectors name, handler
        .balign 32
        .type   \name, %function
\name:
        expect  "root"
        b       \handler
        .type   \name\()_undefined, %function
\name\()_undefined:
        expect  "handler"
        b       \handler
        .rept   5
        b       \handler
        .endr
        expect  "handler"
        b       \handler
.endm

.macro handler name
function \name
        expect  "handler"
        push    {r0-r3, r12, lr}
        bl      leaf
        expect  "handler"
        pop     {r0-r3, r12, lr}
        b       hangs
end_function \name
.endm

        vectors vbar_table, own_handler
        vectors mvbar_table, monitor_handler
        vectors hvbar_table, hypervisor_handler
        handler own_handler
        handler monitor_handler
        handler hypervisor_handler

function hangs
        expect  "handler"
1:      b       1b
end_function hangs

/* By a literal, by MOVW and MOVT, and by an address relative to pc. */
function sets_bases
        push    {r4, lr}
        mov     r4, r0
        ldr     r0, =vbar_table
        mcr     p15, 0, r0, c12, c0, 0
        movw    r1, #:lower16:mvbar_table
        movt    r1, #:upper16:mvbar_table
        bl      leaf
        movw    r1, #:lower16:mvbar_table
        mov     r2, #0
        movt    r1, #:upper16:mvbar_table
        mcr     p15, 0, r1, c12, c0, 1
        expect  FRAME
        adr     r3, hvbar_table
        mcr     p15, 4, r3, c12, c0, 0
        pop     {r4, pc}
        .ltorg
end_function sets_bases

/*
 * Other system registers are no base of vectors. This row of branches has symbols, and its address
 * goes to a thread register.
 */
        .balign 32
.irp number, 0, 1, 2, 3, 4, 5, 6, 7
function goes\number
        expect  "cfa=sp ra=lr"
        b       leaf
end_function goes\number
.endr

function sets_no_base
        ldr     r0, =goes0
        mcr     p15, 0, r0, c13, c0, 4
        expect  "cfa=sp ra=lr"
        bx      lr
        .ltorg
end_function sets_no_base
