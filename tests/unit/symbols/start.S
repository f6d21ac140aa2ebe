/* SPDX-License-Identifier: MIT */
    .syntax unified
    .section .text.start, "ax"
    .arm
    .global _start
    .type _start, %function
_start:
    ldr     sp, =0x60100000
    bl      first
    b       .
    .size _start, . - _start
    .section .note.GNU-stack, "", %progbits
