/* SPDX-License-Identifier: MIT */
/*
 * Calls of the middle of the own function, by code that has no caller. Such code keeps no return
 * address of its own, so the analysis does not follow lr: what is after the call runs.
 */
#include "expect.inc"

/* Start-up code (`root=` below), as boot.S of FreeRTOS's demo for Zynq has it. */
function boots
        expect  "root"
        mov     r4, #0
        bl      1f
        expect  "root"
        mov     sp, r0
        bl      2f
        expect  "root"
        b       .
1:      expect  "root"
        ldr     r0, [r4]
        bx      lr
2:      expect  "root"
        add     r4, r4, #4
        bx      lr
end_function boots

function trap
        expect  "handler"
        push    {r0-r3, r12, lr}
        bl      1f
        expect  "handler"
        pop     {r0-r3, r12, lr}
        subs    pc, lr, #4
1:      expect  "handler"
        mrs     r0, spsr
        bx      lr
end_function trap

/* The call is conditional, and its part calls another one. */
function boots_again
        expect  "root"
        cmp     r0, #0
        it      ne
        blne    1f
        expect  "root"
        bl      3f
        expect  "root"
        b       .
1:      expect  "root"
        mov     r5, lr
        bl      2f
        expect  "root"
        bx      r5
2:      expect  "root"
        mov     r1, #1
        bx      lr
3:      expect  "root"
        b       .
end_function boots_again

/* Contexts meet before the call. The code after it runs, so it is unknown. */
function trap_to_shared
        cmp     r0, #0
        beq     shared
        subs    pc, lr, #4
end_function trap_to_shared

function goes_to_shared
        expect  "cfa=sp ra=lr"
        b       shared
end_function goes_to_shared

function shared
        expect  "unknown: paths from different contexts meet here"
        mov     r6, lr
        bl      1f
        expect  "unknown: paths from different contexts meet here"
        bx      r6
1:      expect  "unknown: paths from different contexts meet here"
        mov     r1, #1
        bx      lr
end_function shared

/* With a caller, a part that never returns ends the path. */
function ends_in_a_part
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      1f
        expect  "unreachable"
        pop     {r4, pc}
1:      expect  "cfa=sp+8 ra=[cfa-4]"
        b       .
end_function ends_in_a_part

        .section .rodata
        .balign 4
        .word   goes_to_shared, trap, trap_to_shared, ends_in_a_part

        .pushsection .bobbin.options, "", %progbits
        .ascii  "root=boots*\n"
        .popsection
