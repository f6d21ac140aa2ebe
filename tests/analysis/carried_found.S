/* SPDX-License-Identifier: MIT */
/*
 * Start-up code of two processors, as Xen has it for ARM32 (arch/arm/arm32/head.S), written anew.
 * The second processor calls functions, so its lr is overwritten, before both jump to the address
 * in r2. Nothing that comes to the jump has a caller.
 */
#define OWN_START
#include "expect.inc"

        .fpu    vfpv3
        .global _start
function _start
        expect  "root"
        bl      checks
        ldr     r2, =first_main
        b       launch
end_function _start

/* Only a word of memory leads here. No return leaves this code. */
function second_start
        expect  "cfa=sp ra=lr"
        ldr     r0, =0x12345678
        bl      checks
        expect  NOTHING_LEFT
        ldr     r2, =second_main
        expect  NOTHING_LEFT
        b       launch
end_function second_start

function launch
        expect  "handler"
        ldr     r3, =stack_pointer
        ldr     sp, [r3]
        expect  "handler"
        bx      r2
end_function launch

/* The same, but another register keeps lr, and the shared code returns with it. */
function third_start
        expect  "cfa=sp ra=lr"
        vmov    s0, lr
        mov     r0, #1
        bl      checks
        expect  "unknown: no location holds the return address on all paths"
        b       share
end_function third_start

function share
        expect  "unknown: paths from different contexts meet here"
        vmov    lr, s0
        expect  "unknown: paths from different contexts meet here"
        bx      lr
end_function share

/* The shared code goes to an address of the stack: it may be the one that lr had. */
function fourth_start
        expect  "cfa=sp ra=lr"
        mov     r0, #1
        bl      checks
        b       share_by_pop
end_function fourth_start

function share_by_pop
        expect  "unknown: paths from different contexts meet here"
        pop     {pc}
end_function share_by_pop

function checks
        expect  "cfa=sp ra=lr"
        cmp     r0, #0
        beq     1f
        bx      lr
1:      b       fail
end_function checks

function fail
        wfe
        b       fail
end_function fail

function first_main
        expect  "root"
        push    {r4, lr}
        cmp     r0, #1
        beq     1f
        b       share
1:      b       share_by_pop
end_function first_main

function second_main
        expect  "root"
        bl      checks
        expect  "root"
1:      b       1b
end_function second_main

        .data
        .balign 4
        .word   second_start, third_start, fourth_start
stack_pointer:
        .word   0x20000000
