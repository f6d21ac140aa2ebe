/* SPDX-License-Identifier: MIT */
/*
 * One function loads d8-d15 and returns, but another one saves d8 for its caller. So the image does
 * not give d8-d15 up: the registers that are loaded are lost.
 */
        .fpu    neon
#include "expect.inc"

#define AT_ENTRY "cfa=sp ra=lr \
d8=lost d9=lost d10=lost d11=lost d12=lost d13=lost d14=lost d15=lost"
#define LOSES_DOUBLES "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] \
d8=lost d9=lost d10=lost d11=lost d12=lost d13=lost d14=lost d15=lost"

function leaf
        bx      lr
end_function leaf

function load_fpu
        expect  "cfa=sp ra=lr"
        vldm    r0, {d8-d15}
        expect  AT_ENTRY
        bx      lr
end_function load_fpu

function keeps_d8
        push    {r4, lr}
        vpush   {d8}
        mov     r4, r0
        vmov    d8, r0, r1
        expect  "cfa=sp+16 ra=[cfa-4] r4=[cfa-8] d8=[cfa-16]"
        bl      leaf
        vpop    {d8}
        pop     {r4, pc}
end_function keeps_d8

function lazy_switch
        push    {r4, lr}
        mov     r4, r0
        bl      load_fpu
        expect  LOSES_DOUBLES
        bl      keeps_d8
        pop     {r4, pc}
end_function lazy_switch

/* A jump through a pointer, with registers lost: the caller is reached all the same. */
function notifies
        push    {r4, lr}
        mov     r4, r0
        bl      load_fpu
        ldr     r3, [r4]
        pop     {r4, lr}
        bx      r3
end_function notifies

function notifies_by_a_slot
        push    {r4, lr}
        mov     r4, r0
        bl      load_fpu
        mov     r3, r4
        pop     {r4, lr}
        ldr     pc, [r3]
end_function notifies_by_a_slot

/* A computed goto, in a function that never returns: its label is known, so it is no tail call. */
function goes_to_its_label
        expect  "cfa=sp ra=lr"
        mov     r4, r0
        movw    r5, #:lower16:label
        movt    r5, #:upper16:label
        ldr     r3, [r5]
        expect  "cfa=sp ra=lr r4=lost r5=lost"
        bx      r3
1:      expect  NOTHING_LEFT
        bl      leaf
        expect  NOTHING_LEFT
        b       1b
end_function goes_to_its_label

        .section .rodata
        .balign 4
#ifdef __thumb__
label:  .word   1b + 1
#else
label:  .word   1b
#endif
        .text

function calls_a_loop
        push    {r4, lr}
        bl      goes_to_its_label
        expect  "unreachable: cfa=sp+8 ra=[cfa-4]"
        pop     {r4, pc}
end_function calls_a_loop

function hears
        push    {r4, lr}
        mov     r4, r0
        bl      notifies_by_a_slot
        expect  LOSES_DOUBLES
        bl      notifies
        expect  LOSES_DOUBLES
        pop     {r4, pc}
end_function hears

/* r9 is lost too, where a function that returns in several ways breaks more than r9. */
function breaks_r9_and_r10
        mov     r9, r0
        mov     r10, r0
        expect  "cfa=sp ra=lr r9=lost r10=lost"
        bx      lr
end_function breaks_r9_and_r10
