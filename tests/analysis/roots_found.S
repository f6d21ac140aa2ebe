/* SPDX-License-Identifier: MIT */
/*
 * The entry of an image, as the start-up code of newlib for ARM has it (crt0.o, _mainCRTStartup),
 * written anew: three names for one address, hooks that a literal names, and no path out. The idle
 * thread of an RTOS (RTX5, osRtxIdleThread) is a root that only data names.
 */
#define OWN_START
#include "expect.inc"

function sets_stack
        expect  "cfa=sp ra=lr"
        sub     r10, r3, #65536
        expect  "cfa=sp ra=lr r10=lost"
        bx      lr
end_function sets_stack

        .balign 4
        .global _start, _mainCRTStartup, start
_mainCRTStartup:
_start:
start:  expect  "root"
        ldr     r3, 8f
        cmp     r3, #0
        it      eq
        ldreq   r3, 7f
        mov     sp, r3
        expect  "root"
        bl      sets_stack
        expect  "root"
        movs    r1, #0
        mov     r11, r1
        ldr     r3, 6f
        cmp     r3, #0
        beq     1f
        expect  "root"
        blx     r3
        expect  "root"
1:      movs    r0, #0
        bl      runs
        expect  "root"
        bl      ends
        .balign 4
6:      .word   hook
7:      .word   0x80000
8:      .word   0

function hook
        expect  "cfa=sp ra=lr"
        bx      lr
end_function hook

function runs
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      hook
        expect  "cfa=sp+8 ra=[cfa-4]"
        pop     {r4, pc}
end_function runs

function ends
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      hook
1:      b       1b
end_function ends

function idle_thread
        expect  "root"
1:      b       1b
end_function idle_thread

        .section .rodata
        .balign 4
        .word   idle_thread, 0, 0

        .pushsection .bobbin.options, "", %progbits
        .ascii  "root=idle_thread\n"
        .popsection
