/* SPDX-License-Identifier: MIT */
/* Entry code as an RTOS has it, without CFI: return address and SPSR, then registers, by SRS. */
#define MODE_SVC 0x13

        .syntax unified
        .arm
        .cfi_sections .debug_frame

        .section .text.cost_call, "ax", %progbits
        .balign 4
        .global cost_call
        .type   cost_call, %function
cost_call:
        .cfi_startproc
        svc     #0
        bx      lr
        .cfi_endproc
        .size   cost_call, . - cost_call

        .section .text.cost_user_registers, "ax", %progbits
        .balign 4
        .global cost_user_registers
        .type   cost_user_registers, %function
cost_user_registers:
        .cfi_startproc
        stm     r0, {sp, lr}^
        bx      lr
        .cfi_endproc
        .size   cost_user_registers, . - cost_user_registers

        .section .text.board_svc_entry, "ax", %progbits
        .balign 4
        .global board_svc_entry
        .type   board_svc_entry, %function
board_svc_entry:
        srsdb   sp!, #MODE_SVC
        push    {r0-r3, r12, lr}
        bl      cost_of_call
        pop     {r0-r3, r12, lr}
        rfeia   sp!
        .size   board_svc_entry, . - board_svc_entry

        .section .text.board_irq_entry, "ax", %progbits
        .balign 4
        .global board_irq_entry
        .type   board_irq_entry, %function
board_irq_entry:
        sub     lr, lr, #4
        srsdb   sp!, #MODE_SVC
        cps     #MODE_SVC
        push    {r0-r3, r12, lr}
        and     r1, sp, #4
        sub     sp, sp, r1
        push    {r1, r2}
        bl      cost_of_interrupt
        pop     {r1, r2}
        add     sp, sp, r1
        pop     {r0-r3, r12, lr}
        rfeia   sp!
        .size   board_irq_entry, . - board_irq_entry
