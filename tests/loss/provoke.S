/* SPDX-License-Identifier: MIT */
#include "boards/common/function.h"
#include "port/armv7/load_address.h"

        .syntax unified
        .arm

        .section .bss.loss_kept_sp, "aw", %nobits
        .balign 4
loss_kept_sp:
        .space  4

function loss_run arm
        .cfi_undefined lr
        push    {r4-r11, lr}
        mov     r2, r0
        load_address r1, loss_kept_sp
        str     sp, [r1]
        load_address sp, __stack_svc_high
        mov     r4, #0xdf               @ System mode, IRQ and FIQ masked
        msr     cpsr_fsxc, r4
        mov     r4, #0x44
        mov     r5, #0x55
        mov     r6, #0x66
        mov     r7, #0x77
        mov     r8, #0x88
        mov     r9, #0x99
        mov     r10, #0xaa
        mov     r11, #0xbb
        mov     r12, r2
        mov     r0, #0
        mov     r1, #1
        mov     r2, #2
        mov     r3, #3
        blx     r12
        b       loss_return
end_function loss_run

function loss_return arm
        .cfi_undefined lr
        cpsid   if
        cps     #0x1f
        load_address r1, loss_kept_sp
        ldr     sp, [r1]
        pop     {r4-r11, pc}
end_function loss_return

/* Pushes lr, so that the caller is found in the stack, and clears what a report shows below sp. */
.macro known_registers
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        mov     r0, #0
        mov     r1, #16
1:      sub     r2, sp, r1, lsl #2
        str     r0, [r2]
        subs    r1, r1, #1
        bne     1b
        mov     r0, #0x10
        load_address r1, 0xdead0000
        mov     r2, #0x12
        mov     r3, #0x13
        mov     r12, #0x1c
.endm

function loss_undefined arm
        known_registers
        udf     #7
        pop     {r4, pc}
end_function loss_undefined

function loss_data arm
        known_registers
        str     r2, [r1]
        pop     {r4, pc}
end_function loss_data

function loss_abort arm
        known_registers
        bl      abort
        pop     {r4, pc}
end_function loss_abort

function loss_wild_sp arm
        .cfi_undefined lr
        mov     sp, r0
        udf     #8
end_function loss_wild_sp

/* ARM ARM B1.9.6: an abort sets lr to the preferred return address + 8. */
function loss_imprecise arm
        .cfi_undefined lr
        mrs     r1, cpsr
        cps     #0x17
        msr     spsr_cxsf, r1
        mcr     p15, 0, r0, c5, c0, 0
        adr     lr, 1f + 8
        b       bobbin_data_abort_entry
1:      b       1b
end_function loss_imprecise

        .section .text.loss_inject, "ax", %progbits
        .balign 4
        .global loss_undefined_arm, loss_undefined_thumb
loss_undefined_arm:
        udf     #9
        .thumb
loss_undefined_thumb:
        udf     #9
        nop
        .arm

.macro interrupt name
        .section .text.\name, "ax", %progbits
        .balign 4
        .global \name
        .type   \name, %function
\name:
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        mrs     r0, spsr
        push    {r0, r4}
        mov     r1, sp
        add     r0, sp, #(7 * 4)
        bl      loss_interrupt
        pop     {r0, r4}
        msr     spsr_cxsf, r0
        ldm     sp!, {r0-r3, r12, pc}^
        .size   \name, . - \name
.endm

        interrupt board_fiq_entry
        interrupt board_irq_entry
