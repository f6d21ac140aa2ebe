/* SPDX-License-Identifier: MIT */
/* Removed; what is left of it at 0 ends in the middle of the function that lives there. */
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
