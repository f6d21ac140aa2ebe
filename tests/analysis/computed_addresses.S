/* SPDX-License-Identifier: MIT */
/*
 * Code whose address only code computes: relative to pc, as a difference of labels, or with an
 * unknown number added. Nothing else refers to it. The row of do_dcsw_op is that of Trusted
 * Firmware-A for AArch32 (lib/aarch32/cache_helpers.S), written anew.
 */
#include "expect.inc"

#define UNKNOWN "unknown: no path is known that leads here"

#ifdef __thumb__
#define LABEL(x) x + 1
#define PC 4
#else
#define LABEL(x) x
#define PC 8
#endif

/* A call goes to one of the pieces of a row: each is a leaf, or unknown. */
function do_dcsw_op
        push    {r4-r7, lr}
        adr     r7, row
        add     r6, r7, r0, lsl #3
        expect  "cfa=sp+20 ra=[cfa-4] r6-r7=[cfa-12]"
        blx     r6
        pop     {r4-r7, pc}
        .balign 4
row:    expect  "cfa=sp ra=lr"
        mcr     p15, 0, r0, c7, c6, 2
        expect  "cfa=sp ra=lr"
        bx      lr
        .balign 4
        nop
        expect  "cfa=sp ra=lr"
        mcr     p15, 0, r0, c7, c14, 2
        expect  "cfa=sp ra=lr"
        bx      lr
        .balign 4
        expect  UNKNOWN
        mov     r4, r0
        bx      lr
end_function do_dcsw_op

/* The base is added to an index that is not shifted. */
function by_sum
        push    {r4, r7, lr}
        lsl     r0, r0, #3
        adr     r7, 1f
        add     r4, r0, r7
        blx     r4
        pop     {r4, r7, pc}
        .balign 4
1:      expect  "cfa=sp ra=lr"
        mov     r0, #1
        bx      lr
        .balign 4
        expect  "cfa=sp ra=lr"
        mov     r0, #2
        bx      lr
end_function by_sum

/* The row ends with its function. */
        .balign 4
after_row:
        expect  "unreachable"
        mov     r0, #1
        bx      lr

/* A jump to a label at an unknown distance. It is not in a function. */
function jumps_far
        push    {r4, lr}
        bl      far
        expect  "cfa=sp+8 ra=[cfa-4]"
        pop     {r4, pc}
end_function jumps_far

far:    expect  "cfa=sp ra=lr"
        adr     r1, 1f
        ldr     r2, [r0]
        add     r1, r2, r1
        bx      r1
        .balign 4
1:      expect  UNKNOWN
        mov     r0, #1
        bx      lr

/* The address goes into memory. */
function stores_address
        adr     r1, stored
        str     r1, [r0]
        bx      lr
        .balign 4
dead:   expect  "unreachable"
        mov     r4, #3
        bx      lr
        .balign 4
stored: expect  UNKNOWN
        mov     r4, #1
        bx      lr
        .balign 4
        expect  "unreachable"
        mov     r4, #2
        bx      lr
end_function stores_address

/* Differences of labels: from pc, from a label, and with an offset. */
function stores_differences
        ldr     r1, 1f
0:      add     r1, r1, pc
        str     r1, [r0]
        movw    r2, #:lower16:(by_halves - 2f - PC)
        movt    r2, #:upper16:(by_halves - 2f - PC)
2:      add     r2, r2, pc
        str     r2, [r0, #4]
        adr     r3, base
        ldr     r1, 3f
        add     r1, r3, r1
        str     r1, [r0, #8]
        mov     r2, r3
        add     r2, r2, #by_offset - base
        str     r2, [r0, #12]
        ldr     r2, 3f + 4
        sub     r2, r3, r2
        str     r2, [r0, #16]
4:      mov     r1, pc
        add     r1, r1, #by_move - 4b - PC
        str     r1, [r0, #20]
base:   expect  "cfa=sp ra=lr"
        bx      lr
        .balign 4
1:      .word   by_pc - 0b - PC
3:      .word   by_label - base, base - by_sub
        .size   stores_differences, . - stores_differences
by_pc:  expect  UNKNOWN
        mov     r4, #1
        bx      lr
by_halves:
        expect  UNKNOWN
        mov     r4, #2
        bx      lr
by_label:
        expect  UNKNOWN
        mov     r4, #3
        bx      lr
by_offset:
        expect  UNKNOWN
        mov     r4, #4
        bx      lr
by_sub: expect  UNKNOWN
        mov     r4, #5
        bx      lr
by_move:
        expect  UNKNOWN
        mov     r4, #6
        bx      lr
by_nobody:
        expect  "unreachable"
        mov     r4, #6
        bx      lr

/* A call or a load destroys r3, and a jump ends the straight code: these sums are not addresses. */
function adds_numbers
        push    {r4, lr}
        adr     r3, base2
        bl      adds_none
        ldr     r1, 1f
        add     r3, r3, r1
        cmp     r3, #0
        beq     base2
        adr     r3, base2
        ldr     r3, [r0]
        add     r3, r3, #not_by_load - base2
        adr     r4, base2
        b       base2
        add     r4, r4, #not_by_jump - base2
base2:  expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
        .balign 4
1:      .word   not_by_call - base2
        .size   adds_numbers, . - adds_numbers
not_by_call:
        expect  "unreachable"
        mov     r4, #1
        bx      lr
not_by_load:
        expect  "unreachable"
        mov     r4, #3
        bx      lr
not_by_jump:
        expect  "unreachable"
        mov     r4, #2
        bx      lr

function adds_none
        expect  "cfa=sp ra=lr"
        bx      lr
end_function adds_none

/* The address after a call by hand is that of a return: the call never returns, so code is dead. */
function calls_by_hand
        push    {r4, lr}
        adr     lr, LABEL(1f)
        b       never_returns
1:      expect  "unreachable: cfa=sp+8 ra=[cfa-4]"
        pop     {r4, pc}
end_function calls_by_hand

/* The same address in lr, but the jump is no call. */
function keeps_address
        push    {r4, lr}
        adr     lr, LABEL(1f)
        str     lr, [r0]
        pop     {r4, pc}
        .balign 4
1:      expect  UNKNOWN
        mov     r4, #1
        bx      lr
end_function keeps_address

function never_returns
        expect  "cfa=sp ra=lr"
        nop
1:      b       1b
end_function never_returns
