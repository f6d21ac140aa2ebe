/* SPDX-License-Identifier: MIT */
/*
 * VFP registers in handlers. A program cannot set d8-d15, so there is none where the handler has
 * overwritten them. Saving them, and all that happens to the other doubles, is harmless.
 */
#include "expect.inc"

        vectors
        unused undefined, prefetch, data

#define FRAME "load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"

/* NuttX: all doubles are saved, and the words at r0 are those of the task that goes on. */
function irq
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        vmrs    r1, fpscr
        vstmdb  sp!, {d16-d31}
        vstmdb  sp!, {d0-d15}
        str     r1, [sp, #-4]!
        expect  "IRQ: base = base+260; " FRAME
        bl      work
        expect_return "IRQ: base = base+260; " FRAME
        add     r0, r0, #4
        vldm    r0!, {d0-d7}
        expect  "IRQ: base = base+260; " FRAME
        vldm    r0!, {d8-d15}
        expect  "none: d8-d15 of the interrupted code are overwritten"
        b       .
end_function irq

/* A compiled handler that computes with d8. */
function fiq
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        vpush   {d8, d9}
        vpush   {d0-d7}
        expect  "FIQ: base = base+80; load r0-r3,r12,pc; sp_fiq = base+24; end fiq -0/-0"
        vmov.f64 d0, #1.0
        vadd.f64 d1, d0, d0
        expect  "FIQ: base = base+80; load r0-r3,r12,pc; sp_fiq = base+24; end fiq -0/-0"
        vmov    s17, r0
        expect  "none: d8-d15 of the interrupted code are overwritten"
        bl      work
        expect_return "none: d8-d15 of the interrupted code are overwritten"
        vpop    {d0-d7}
        vpop    {d8, d9}
        expect  "FIQ: load r0-r3,r12,pc; sp_fiq = base+24; end fiq -0/-0"
        ldm     sp!, {r0-r3, r12, pc}^
end_function fiq

/* A function that does not restore d10. */
function breaks
        vmov    d10, r0, r1
        bx      lr
end_function breaks

function call
        push    {r0-r3, r12, lr}
        expect  "SVC: load r0-r3,r12,pc; sp_svc = base+24; end svc -0/-0 call"
        bl      breaks
        expect_return "none: d8-d15 of the interrupted code are overwritten"
        expect  "none: d8-d15 of the interrupted code are overwritten"
        ldm     sp!, {r0-r3, r12, pc}^
end_function call
