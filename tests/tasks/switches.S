/* SPDX-License-Identifier: MIT */
/*
 * Context switches that are calls, in a kernel without another way back. Calls of back_... come
 * back. Nothing shows that calls of gone_... do, so the code after them is not reached.
 */
#include "kernel.inc"

/* The words are r4-r11 and lr. */
function back_stack
        push    {r4-r11, lr}
        str     sp, [r0]
        mov     sp, r1
        pop     {r4-r11, pc}
end_function back_stack

/* r11 is not saved. It belongs to another task when the call comes back. */
function back_without_r11
        push    {r4-r10, lr}
        str     sp, [r0]
        mov     sp, r1
        pop     {r4-r10, pc}
end_function back_without_r11

/* The registers are in a structure. */
function back_struct
        mov     r12, sp
        stm     r0, {r4-r12, lr}
        ldm     r1, {r4-r12, lr}
        mov     sp, r12
        bx      lr
end_function back_struct

/* Waits in pick_next for a task. A flag in the control block says whether it uses the FPU. */
function back_flag
        push    {r4-r11, lr}
        ldr     r0, =current
        ldr     r0, [r0]
        ldr     r1, [r0, #4]
        cmp     r1, #0
        beq     1f
        vpush   {d8-d15}
1:      str     sp, [r0, #8]
        b       pick_next
end_function back_flag

function pick_next
        ldr     r2, =ready
1:      ldr     r0, [r2]
        cmp     r0, #0
        beq     1b
        ldr     r2, =current
        str     r0, [r2]
        ldr     sp, [r0, #8]
        ldr     r1, [r0, #4]
        cmp     r1, #0
        beq     2f
        vpop    {d8-d15}
2:      pop     {r4-r11, lr}
        bx      lr
end_function pick_next

/* The next task is found by a call, after the registers are saved. */
function back_after_call
        push    {r4-r11, lr}
        ldr     r3, =current
        ldr     r3, [r3]
        str     sp, [r3, #12]
        bl      choose
        ldr     r3, =current
        ldr     r3, [r3]
        ldr     sp, [r3, #12]
        pop     {r4-r11, pc}
end_function back_after_call

        choose_task choose

/* A way back without another task, too. */
function back_at_once
        cmp     r0, #0
        it      eq
        bxeq    lr
        push    {r4-r11, lr}
        str     sp, [r0]
        mov     sp, r1
        pop     {r4-r11, pc}
end_function back_at_once

/* Interrupts are enabled, and the cfa is unknown before the pointer is stored. */
function back_unmasked
        cpsie   i
        push    {r4-r11, lr}
        ldr     r0, =current
        ldr     r0, [r0]
        ldr     r1, [r0, #4]
        cmp     r1, #0
        beq     1f
        vpush   {d8-d15}
1:      nop
        str     sp, [r0, #32]
        b       pick_unmasked
end_function back_unmasked

function pick_unmasked
        ldr     r2, =ready
        ldr     r0, [r2]
        ldr     sp, [r0, #32]
        ldr     r1, [r0, #4]
        cmp     r1, #0
        beq     2f
        vpop    {d8-d15}
2:      pop     {r4-r11, lr}
        bx      lr
end_function pick_unmasked

/* The saved sp is stored nowhere. */
function gone_not_stored
        push    {r4-r11, lr}
        mov     sp, r1
        pop     {r4-r11, pc}
end_function gone_not_stored

/* Only one of two paths stores it. */
function gone_one_path
        push    {r4-r11, lr}
        cmp     r0, #0
        beq     1f
        str     sp, [r0]
1:      mov     sp, r1
        pop     {r4-r11, pc}
end_function gone_one_path

/* r7 is not saved, and r8 is in its place. */
function gone_without_r7
        push    {r4-r6, r8-r11, lr}
        str     sp, [r0]
        mov     sp, r1
        pop     {r4-r10, pc}
end_function gone_without_r7

/* lr is restored from the other end. */
function gone_other_layout
        push    {r4-r11, lr}
        str     sp, [r0]
        mov     sp, r1
        pop     {lr}
        pop     {r4-r11}
        bx      lr
end_function gone_other_layout

/* A saved word is overwritten after the pointer is stored. */
function gone_overwritten
        push    {r4-r11, lr}
        str     sp, [r0]
        str     r2, [sp, #12]
        mov     sp, r1
        pop     {r4-r11, pc}
end_function gone_overwritten

/* The pointer is overwritten after it is stored. */
function gone_pointer
        push    {r4-r11, lr}
        ldr     r3, =current
        ldr     r3, [r3]
        str     sp, [r3, #16]
        str     r2, [r3, #16]
        ldr     r2, =ready
        ldr     r2, [r2]
        ldr     sp, [r2, #16]
        pop     {r4-r11, pc}
end_function gone_pointer

/* The restored sp is 8 bytes above that of the caller. */
function gone_wrong_sp
        push    {r4-r11, lr}
        str     sp, [r0]
        mov     sp, r1
        pop     {r4-r11, lr}
        add     sp, sp, #8
        bx      lr
end_function gone_wrong_sp

/* Another path returns at once, with 8 bytes of the caller's stack freed. */
function frees_words
        cmp     r0, #0
        bne     1f
        add     sp, sp, #8
        bx      lr
1:      push    {r4-r11, lr}
        str     sp, [r0]
        mov     sp, r1
        pop     {r4-r11, pc}
end_function frees_words

/* Another path goes to an unknown stack and does not restore registers there. */
function gone_other_exit
        push    {r4-r11, lr}
        str     sp, [r0]
        cmp     r2, #0
        bne     1f
        mov     sp, r1
        pop     {r4-r11, pc}
1:      mov     sp, r2
        bx      r3
end_function gone_other_exit

/* No context switch: sp comes from the frame pointer. */
function uses_frame_pointer
        push    {r11, lr}
        mov     r11, sp
        sub     sp, sp, r0
        bl      choose
        mov     sp, r11
        pop     {r11, pc}
end_function uses_frame_pointer

/* The stored sp is that of IRQ mode. */
function gone_wrong_bank
        push    {r4-r11, lr}
        cps     #0x12
        str     sp, [r0]
        cps     #0x13
        mov     sp, r1
        pop     {r4-r11, pc}
end_function gone_wrong_bank

/* The first word selects a layout, and the code that saves writes one of which it knows nothing. */
function gone_type
        push    {r4-r11, lr}
        push    {r2}
        ldr     r3, =current
        ldr     r3, [r3]
        str     sp, [r3, #20]
        ldr     r2, =ready
        ldr     r2, [r2]
        ldr     sp, [r2, #20]
        pop     {r2}
        cmp     r2, #0
        beq     1f
        pop     {r4-r11, pc}
1:      pop     {r4}
        pop     {r5-r11, lr}
        mov     r4, r5
        bx      lr
end_function gone_type

/* Another function saves to the same control block, in another layout. */
function gone_disputed
        push    {r4-r11, lr}
        ldr     r3, =current
        ldr     r3, [r3]
        str     sp, [r3, #28]
        b       pick_disputed
end_function gone_disputed

function gone_dispute
        push    {r4-r7, lr}
        push    {r8-r11}
        ldr     r3, =current
        ldr     r3, [r3]
        str     sp, [r3, #28]
        b       pick_disputed
end_function gone_dispute

function pick_disputed
        ldr     r2, =ready
        ldr     r2, [r2]
        ldr     sp, [r2, #28]
        pop     {r4-r11, pc}
end_function pick_disputed

/* An interrupted task is resumed with the words of a call. */
function gone_by_exception
        push    {r4-r11, lr}
        ldr     r3, =current
        ldr     r3, [r3]
        str     sp, [r3, #24]
        ldr     r2, =ready
        ldr     r2, [r2]
        ldr     sp, [r2, #24]
        pop     {r4-r11}
        rfeia   sp!
end_function gone_by_exception

.macro caller name
        function call_\name
        push    {r4, lr}
        bl      \name
        pop     {r4, pc}
        end_function call_\name
.endm

        .irp name, back_stack, back_without_r11, back_struct, back_flag, back_after_call, \
            back_at_once, back_unmasked, gone_disputed, gone_dispute, gone_not_stored, \
            gone_one_path, gone_without_r7, gone_other_layout, gone_overwritten, gone_pointer, \
            frees_words, gone_other_exit, gone_wrong_sp, gone_wrong_bank, gone_type, \
            gone_by_exception
        caller \name
        .endr

function _start
        b       .
end_function _start

        .section .cells, "aw", %nobits
        .balign 4
current: .space 4
ready:  .space 4
