/* SPDX-License-Identifier: MIT */
#include "startup.h"

        .syntax unified
        .section .text.threads, "ax", %progbits
        .balign 4
        .arm
function thread_start
        .cfi_undefined lr
        mov     sp, r1
        mov     lr, r2
        bx      r0
end_function thread_start

function thread_exit
        b       thread_exit
end_function thread_exit

function smash
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        add     r1, sp, #4
        bl      store_word
        bl      crash
        pop     {r4, pc}
end_function smash

function harmless
        add     r0, r0, #1
        eor     r0, r0, r0, lsr #7
        add     r0, r0, r0, lsl #2
        bx      lr
end_function harmless

.macro saves_r4_lr
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
.endm

function call_by_mov
        saves_r4_lr
        mov     lr, pc
        bx      r0
        pop     {r4, pc}
end_function call_by_mov

function call_by_adr
        saves_r4_lr
        adr     lr, 1f
        bx      r0
1:      pop     {r4, pc}
end_function call_by_adr

function call_by_literal
        saves_r4_lr
        ldr     lr, =1f
        bx      r0
1:      pop     {r4, pc}
        .ltorg
end_function call_by_literal

        .thumb
function thread_exit_thumb
        b       thread_exit_thumb
end_function thread_exit_thumb

        .balign 4
function call_by_adr_thumb
        saves_r4_lr
        adr.w   lr, 1f
        orr     lr, lr, #1
        bx      r0
        .balign 4
1:      pop     {r4, pc}
end_function call_by_adr_thumb
