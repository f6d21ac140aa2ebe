/* SPDX-License-Identifier: MIT */
#include "boards/common/function.h"
#include "crossings.h"

        .syntax unified

/* No CFI: the machine code shows everything. */
bare_function odd_arm arm
        str     r4, [sp, #-4]!
        stmdb   sp!, {r5, r6, lr}
        mov     r4, r0
        movs    r5, r1
        beq     1f
        sub     sp, sp, #4
        str     r0, [sp]
        sub     r1, r5, #1
        add     r0, r4, r5, lsl #3
        bl      odd_thumb
        ldr     r6, [sp], #4
        eor     r4, r6, r0, ror #5
1:      add     r0, r4, r4, lsr #7
        ldmia   sp!, {r5, r6, lr}
        ldr     r4, [sp], #4
        bx      lr
end_bare_function odd_arm

bare_function odd_thumb thumb
        push    {r4}
        push    {r5, r6, r7, r8, r9, lr}
        mov     r8, r0
        mov     r9, sp
        movs    r4, r1
        beq     1f
        sub     sp, #12
        str     r0, [sp, #4]
        subs    r1, r4, #1
        adds    r0, r0, r4
        bl      odd_arm
        ldr     r5, [sp, #4]
        add     sp, #12
        eor     r8, r5, r0
1:      add     r0, r8, r8, lsr #9
        mov     r6, sp
        cmp     r9, r6
        it      eq
        addeq   r0, r0, #1
        ldmia   sp!, {r5, r6, r7, r8, r9, lr}
        pop     {r4}
        bx      lr
end_bare_function odd_thumb
