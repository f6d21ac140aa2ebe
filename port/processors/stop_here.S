/* SPDX-License-Identifier: MIT */
/* Stores the registers of the caller for bobbin_processor_stopped. */
#include "../armv7/load_address.h"

        .syntax unified
        .arm
        .cfi_sections .debug_frame
        .section .text.bobbin_processor_stop_here, "ax", %progbits
        .balign 4

#define SAMPLED_SP    52
#define SAMPLED_PC    60
#define SAMPLED_CPSR  64
#define SAMPLED_VALID 68
#define SAMPLED_BYTES 72
#define VALID_ALL     0x1ffff

/*
 * void bobbin_processor_stop_here(void)
 *
 * pc of the struct bobbin_sampled is the start of this function, so that the trace begins with an
 * ordinary call.
 */
        .global bobbin_processor_stop_here
        .type   bobbin_processor_stop_here, %function
bobbin_processor_stop_here:
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        sub     sp, sp, #SAMPLED_BYTES
        .cfi_def_cfa_offset 8 + SAMPLED_BYTES
        stm     sp, {r0-r12}
        add     r0, sp, #SAMPLED_BYTES + 8
        str     r0, [sp, #SAMPLED_SP]
        str     lr, [sp, #SAMPLED_SP + 4]
        load_address r0, bobbin_processor_stop_here
        str     r0, [sp, #SAMPLED_PC]
        mrs     r0, cpsr
        str     r0, [sp, #SAMPLED_CPSR]
        load_address r0, VALID_ALL
        str     r0, [sp, #SAMPLED_VALID]
        mov     r0, sp
        bl      bobbin_processor_stopped
        add     sp, sp, #SAMPLED_BYTES
        .cfi_def_cfa_offset 8
        pop     {r4, pc}
        .cfi_endproc
        .size   bobbin_processor_stop_here, . - bobbin_processor_stop_here
