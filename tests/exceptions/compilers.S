/* SPDX-License-Identifier: MIT */
/* What compilers make of functions with __attribute__((interrupt)). */
#include "expect.inc"

#define BY_R11 \
    "ABT: base = r11; base = base-20; load r0-r3,r10-r12,pc; sp_abt = base+32; end abt -8/-8"

        vectors

/* GCC, "IRQ", ARM state. SPSR stays in its bank. */
function irq
        expect  "IRQ: end irq -4/-4"
        sub     lr, lr, #4
        expect  "IRQ: end irq -0/-0"
        push    {r0-r3, ip, lr}
        expect  "IRQ: load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"
        mov     r0, #1
        expect  "IRQ: load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"
        bl      work
        expect_return "IRQ: load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"
        sub     sp, sp, #8
        expect  "IRQ: base = base+8; load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"
        mov     r4, #1
        expect  "IRQ: lose r4; base = base+8; load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"
        add     sp, sp, #8
        ldm     sp!, {r0-r3, ip, pc}^
end_function irq

/* GCC, "FIQ": FIQ mode has its own r8-r12. */
function fiq
        expect  "FIQ: end fiq -4/-4"
        sub     lr, lr, #4
        push    {r0-r3, r11, lr}
        mov     r8, #0
        expect  "FIQ: lose r8; load r0-r3,r11,pc; sp_fiq = base+24; end fiq -0/-0"
        bl      work
        ldm     sp!, {r0-r3, r11, pc}^
end_function fiq

/* GCC, "UNDEF": pc is the undefined instruction, whose size SPSR.T tells. */
function undefined
        expect  "UND: end und -4/-2"
        push    {r0-r3, ip, lr}
        expect  "UND: load r0-r3,r12,pc; sp_und = base+24; end und -4/-2"
        bl      work
        ldm     sp!, {r0-r3, ip, pc}^
end_function undefined

/* GCC, "SWI": pc is a return address. */
function call
        push    {r4, lr}
        expect  "SVC: load r4,pc; sp_svc = base+8; end svc -0/-0 call"
        ldm     sp!, {r4, pc}^
end_function call

/* clang, "ABORT": lr stays raw, and sp is aligned; r11 leads back. */
function data
        expect  "ABT: end abt -8/-8"
        push    {r0, r1, r2, r3, r10, r11, r12, lr}
        add     r11, sp, #20
        sub     sp, sp, #8
        expect  "ABT: base = base+8; load r0-r3,r10-r12,pc; sp_abt = base+32; end abt -8/-8"
        bfc     sp, #0, #3
        expect  BY_R11
        bl      work
        expect_return BY_R11
        sub     sp, r11, #20
        pop     {r0, r1, r2, r3, r10, r11, r12, lr}
        expect  "ABT: end abt -8/-8"
        subs    pc, lr, #4
end_function data

/* GCC, "ABORT" in Thumb state: lr stays raw until the return. */
        .thumb
function prefetch
        expect  "ABT: end abt -4/-4"
        push    {r0-r3, r12, lr}
        expect  "ABT: load r0-r3,r12,pc; sp_abt = base+24; end abt -4/-4"
        bl      work
        ldmia.w sp!, {r0-r3, r12, lr}
        expect  "ABT: end abt -4/-4"
        subs    pc, lr, #4
end_function prefetch

/*
 * Functions that only a table made at run time has. The exception is unknown; where they return
 * tells what pc is.
 */
function at_run_time_thumb
        expect  "ANY: end usr -4/-4"
        push    {r0-r3, r12, lr}
        expect  "ANY: load r0-r3,r12,pc; sp = base+24; end usr -4/-4"
        bl      work
        ldmia.w sp!, {r0-r3, r12, lr}
        subs    pc, lr, #4
end_function at_run_time_thumb

        .arm
function at_run_time
        expect  "ANY: end usr -4/-4"
        sub     lr, lr, #4
        expect  "ANY: end usr -0/-0"
        push    {r0-r3, ip, lr}
        expect  "ANY: load r0-r3,r12,pc; sp = base+24; end usr -0/-0"
        bl      work
        ldm     sp!, {r0-r3, ip, pc}^
end_function at_run_time

function call_at_run_time
        push    {r0-r3, ip, lr}
        expect  "none: a call and another exception share this code"
        bl      work
        ldm     sp!, {r0-r3, ip, pc}^
end_function call_at_run_time
