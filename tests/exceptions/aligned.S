/* SPDX-License-Identifier: MIT */
/*
 * Variables on an aligned stack, as clang has them: sp is 0 or 4 bytes below the address that it is
 * made of, so a store may change one of two words of the frame above it.
 */
#include "expect.inc"

        vectors
        unused undefined, call, prefetch, data

#define SAVED "r10-r12,pc; sp_irq = base+32; end irq -4/-4"
#define BY_R11 "IRQ: base = r11; base = base-20; load r0-r3," SAVED

function irq
        push    {r0-r3, r10, r11, r12, lr}
        add     r11, sp, #20
        sub     sp, sp, #72
        bfc     sp, #0, #3
        expect  BY_R11
        bl      work
        expect_return BY_R11
        str     r0, [sp, #4]
        strd    r0, r1, [sp, #60]
        str     r0, [sp, #68]
        expect  BY_R11
        str     r0, [sp, #72]
        expect  "IRQ: lose r0; base = r11; base = base-16; load r1-r3,r10-r12,pc; " \
                "sp_irq = base+28; end irq -4/-4"
        str     r0, [sp, #76]
        expect  "IRQ: lose r0-r1; base = r11; base = base-12; load r2-r3,r10-r12,pc; " \
                "sp_irq = base+24; end irq -4/-4"
        bl      work
        b       .
end_function irq

#define BY_R11_FIQ "base = r11; base = base-16; load r0-r3,r11,pc; " \
        "sp_fiq = base+24; end fiq -4/-4"

/* A store to the frame may change a word that has been pushed on the aligned stack. */
function fiq
        push    {r0-r3, r11, lr}
        add     r11, sp, #16
        sub     sp, sp, #16
        bfc     sp, #0, #3
        str     r4, [sp, #8]
        mov     r4, #0
        str     r4, [r11, #-20]
        expect  "FIQ: base = base+8; r4 = [0]; " BY_R11_FIQ
        str     r4, [r11, #-24]
        expect  "FIQ: lose r4; " BY_R11_FIQ
        b       .
end_function fiq
