/* SPDX-License-Identifier: MIT */
/*
 * Entry code of SVC and IRQ, as firmware has it: without CFI. The entry code of FIQ is the
 * compiler's (overload.c) or the sampler's. A system call runs in SVC mode with IRQ and FIQ
 * unmasked, on the stack of SVC mode; the IRQ handler runs in IRQ mode.
 */
#include "boards/common/function.h"
#include "port/armv7/load_address.h"

#define MODE_SVC 0x13

        .syntax unified
        .arm

bare_function board_svc_entry arm
        srsdb   sp!, #MODE_SVC
        push    {r1-r3, r12}
        cpsie   if
        bl      service_call
        cpsid   if
        pop     {r1-r3, r12}
        rfeia   sp!
end_bare_function board_svc_entry

bare_function board_irq_entry arm
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        mrs     r0, spsr
        push    {r0, r4}
        bl      regulator_interrupt
        pop     {r0, r4}
        msr     spsr_cxsf, r0
        ldm     sp!, {r0-r3, r12, pc}^
end_bare_function board_irq_entry

/* Register r8 is FIQ's own. */
bare_function board_fiq_entry arm
        load_address r8, pump_sampling
        ldrb    r8, [r8]
        cmp     r8, #0
        ldreq   pc, overload
        b       bobbin_sample_fiq_entry
overload:
        .word   overload_interrupt
end_bare_function board_fiq_entry
