/* SPDX-License-Identifier: MIT */
/*
 * OP-TEE: aborts and undefined instructions share code that still runs in the mode of each of them.
 * r0 and r1 are in the structure at sp, and sp does not move.
 */
#include "expect.inc"

        vectors_of_branches
        unused call, fiq, data, irq

function prefetch
        strd    r0, r1, [sp]
        sub     lr, lr, #4
        expect  "ABT: load r0-r1; end abt -0/-0"
        b       common
end_function prefetch

function undefined
        strd    r0, r1, [sp]
        mrs     r1, spsr
        tst     r1, #0x20
        subne   lr, lr, #2
        subeq   lr, lr, #4
        expect  "UND: load r0-r1; end und -0/-0"
        b       common
end_function undefined

#define FRAME "SYS: lr_und = pc; spsr_und = pc; base = base+4; lr_usr = [0]; base = base+8; " \
        "psr = [0]; base = base+4; pc = [0]; base = base+4; load r0-r12; base = [-20]; " \
        "sp_usr = base+0; end abt -0/-0"

/* The mode tells whose lr and SPSR count. In system mode, after the call, it does not matter. */
function common
        expect  "ANY: load r0-r1; end usr -0/-0"
        ldr     r1, [sp, #20]
        stmdb   r1!, {r2-r12}
        expect  "ANY: load r0-r1; end usr -0/-0"
        ldrd    r2, r3, [sp]
        stmdb   r1!, {r2, r3}
        mrs     r3, spsr
        stmdb   r1!, {r2, r3, lr}
        cps     #0x1f
        str     lr, [r1, #-4]!
        str     sp, [r1, #-4]!
        mov     sp, r1
        bl      work
        expect_return FRAME
        expect  FRAME
        b       .
end_function common
