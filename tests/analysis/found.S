/* SPDX-License-Identifier: MIT */
/*
 * Idioms that were found by disassembling firmware of others, written anew: U-Boot, Xen and Arm
 * Trusted Firmware. The exits in no_caller.S and the constants in by_hand.S were found so, too.
 */
        .arch_extension idiv
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"

/* Xen: the flags that a spin lock restores are an argument. */
function unlock_and_restore
        expect  "cfa=sp ra=lr"
        dmb
        mov     r3, #0
        str     r3, [r0]
        msr     cpsr_c, r1
        expect  "cfa=sp ra=lr"
        bx      lr
end_function unlock_and_restore

/* Xen: GCC saves pairs of registers for a Cortex-A15, one store after the other. */
function saves_in_pairs
        expect  "cfa=sp ra=lr"
        strd    r4, r5, [sp, #-16]!
        expect  "cfa=sp+16 ra=lr"
        mov     r5, r0
        expect  "cfa=sp+16 ra=lr r5=[cfa-12]"
        str     r6, [sp, #8]
        str     lr, [sp, #12]
        expect  "cfa=sp+16 ra=[cfa-4] r5-r6=[cfa-12]"
        bl      unlock_and_restore
        expect  "cfa=sp+16 ra=[cfa-4] r5-r6=[cfa-12]"
        mov     r6, #1
        mov     r4, #2
        expect  "cfa=sp+16 ra=[cfa-4] r4-r6=[cfa-16]"
        ldrd    r4, r5, [sp]
        expect  "cfa=sp+16 ra=[cfa-4] r4-r6=[cfa-16]"
        ldr     r6, [sp, #8]
        expect  "cfa=sp+16 ra=[cfa-4] r4-r6=[cfa-16]"
        add     sp, sp, #12
        expect  "cfa=sp+4 ra=[cfa-4]"
        ldr     pc, [sp], #4
end_function saves_in_pairs

/* U-Boot, Xen: lr holds data while a loop fills memory, and a path returns in the middle. */
function fills_memory
        expect  "cfa=sp ra=lr"
        cmp     r1, #8
        blt     2f
        str     lr, [sp, #-4]!
        expect  "cfa=sp+4 ra=lr"
        mov     lr, r2
        expect  "cfa=sp+4 ra=[cfa-4]"
1:      subs    r1, r1, #8
        it      ge
        stmge   r0!, {r2, lr}
        bgt     1b
        expect  "cfa=sp+4 ra=[cfa-4]"
        it      eq
        popeq   {pc}
        expect  "cfa=sp+4 ra=[cfa-4]"
        pop     {lr}
2:      expect  "cfa=sp ra=lr"
        tst     r1, #4
        it      ne
        strne   r2, [r0], #4
        mov     pc, lr
end_function fills_memory

#ifndef __thumb__
/* U-Boot, Xen: a computed jump into unrolled loads, and another one into as many stores. */
function copies_unrolled
        push    {r0, r4, lr}
        expect  "cfa=sp+12 ra=lr"
        push    {r5, r6}
        ands    r12, r2, #12
        rsb     r12, r12, #12
        expect  "cfa=sp+20 ra=lr"
        addne   pc, pc, r12
        b       1f
        nop
        expect  "cfa=sp+20 ra=lr"
        ldr     r4, [r1], #4
        expect  "cfa=sp+20 ra=lr r4=[cfa-8]"
        ldr     r5, [r1], #4
        ldr     r6, [r1], #4
        expect  "cfa=sp+20 ra=lr r4=[cfa-8] r5-r6=[cfa-20]"
        add     pc, pc, r12
        nop
        nop
        str     r4, [r0], #4
        str     r5, [r0], #4
        str     r6, [r0], #4
1:      expect  "cfa=sp+20 ra=lr r4=[cfa-8] r5-r6=[cfa-20]"
        pop     {r5, r6}
        expect  "cfa=sp+12 ra=lr r4=[cfa-8]"
        pop     {r0, r4, pc}
end_function copies_unrolled

/* Xen: GCC's switch in ARM code. The default case follows the load, and the table follows it. */
function switches_by_load
        push    {r4, lr}
        mov     r4, r0
        cmp     r1, #2
        ldrls   pc, [pc, r1, lsl #2]
        b       9f
        .word   1f, 2f, 9f
1:      expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        mov     r0, #1
        pop     {r4, pc}
2:      expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        mov     r0, #2
9:      expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function switches_by_load
#endif

/* Arm Trusted Firmware: a helper in assembly destroys r4 and r5 of its callers. */
function finds_operations
        expect  "cfa=sp ra=lr"
        ldr     r4, [r0]
        expect  "cfa=sp ra=lr r4=lost"
        ldr     r5, [r0, #4]
1:      cmp     r4, r5
        bhs     2f
        expect  "cfa=sp ra=lr r4=lost r5=lost"
        ldr     r1, [r4], #16
        cmp     r1, r2
        bne     1b
2:      expect  "cfa=sp ra=lr r4=lost r5=lost"
        bx      lr
end_function finds_operations

/* Xen: a division by zero prints a message and hangs. The code after the call is for returns. */
function divides
        expect  "cfa=sp ra=lr"
        cmp     r1, #0
        beq     divides_by_zero
        udiv    r0, r0, r1
        bx      lr
end_function divides

function divides_by_zero
        expect  "cfa=sp ra=lr"
        str     lr, [sp, #-8]!
        expect  "cfa=sp+8 ra=[cfa-8]"
        bl      hangs
        expect  "unreachable: cfa=sp+8 ra=[cfa-8]"
        mov     r0, #0
        expect  "unreachable: cfa=sp+8 ra=[cfa-8]"
        ldr     pc, [sp], #8
end_function divides_by_zero

function hangs
        expect  "cfa=sp ra=lr"
1:      b       1b
end_function hangs

function calls_what_was_found
        push    {r4, lr}
        mov     r4, r0
        bl      saves_in_pairs
        expect  FRAME
        bl      fills_memory
        expect  FRAME
#ifndef __thumb__
        bl      copies_unrolled
        expect  FRAME
        bl      switches_by_load
        expect  FRAME
#endif
        bl      divides
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r5=lost"
        bl      finds_operations
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r5=lost"
        pop     {r4, pc}
end_function calls_what_was_found
