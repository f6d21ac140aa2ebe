/* SPDX-License-Identifier: MIT */
/* The linker removes it. Its debug information at 0 ends in the middle of the function at 0. */
    .syntax unified
    .section .text.dead, "ax"
    .thumb
    .global dead
    .type dead, %function
dead:
    movs    r1, #1
    movs    r2, #2
    movs    r3, #3
    bx      lr
    .size dead, . - dead
    .section .note.GNU-stack, "", %progbits
