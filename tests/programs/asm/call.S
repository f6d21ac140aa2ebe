/* SPDX-License-Identifier: MIT */
#include "startup.h"

        .syntax unified
        .arm

/* While FUNCTION runs, each of r4-r11 holds sp plus the register's number. */
function asm_call arm
        push    {r3-r11, lr}
        .cfi_def_cfa_offset 40
        .cfi_offset r4, -36
        .cfi_offset r5, -32
        .cfi_offset r6, -28
        .cfi_offset r7, -24
        .cfi_offset r8, -20
        .cfi_offset r9, -16
        .cfi_offset r10, -12
        .cfi_offset r11, -8
        .cfi_offset lr, -4
        mov     r12, r0
        mov     r0, r1
        mov     r1, r2
        .irp    number, 4, 5, 6, 7, 8, 9, 10, 11
        add     r\number, sp, #\number
        .endr
        blx     r12
        ldr     r3, [sp]
        str     r0, [r3]
        mov     r0, #0
        .irp    number, 4, 5, 6, 7, 8, 9, 10, 11
        sub     r\number, r\number, sp
        cmp     r\number, #\number
        addne   r0, r0, #\number
        .endr
        pop     {r3-r11, pc}
end_function asm_call
