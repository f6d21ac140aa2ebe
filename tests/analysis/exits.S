/* SPDX-License-Identifier: MIT */
/* Functions with more than one way out, and calls whose return address needs another rule. */
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"

function leaf
        bx      lr
end_function leaf

#ifndef __thumb__
/* A context that an exception saved is resumed with its mode; another one is returned to. */
function resume
        expect  "handler"
        ldr     sp, [r0]
        pop     {r4, r5}
        cmp     r4, #0
        beq     1f
        msr     spsr_cxsf, r5
        ldm     sp!, {r0-r12, lr, pc}^
1:      msr     cpsr_cxsf, r5
        pop     {r4-r11, lr}
        bx      lr
end_function resume

function switch_to
        push    {r4-r11, lr}
        expect  "cfa=sp+36 ra=lr"
        push    {r0, r1}
        str     sp, [r0]
        b       resume
end_function switch_to

/* The caller loops for ever after its calls. The callee may switch, or come back at once. */
function may_switch
        cmp     r0, #0
        it      eq
        bxeq    lr
        expect  "cfa=sp ra=lr"
        b       switch_to
end_function may_switch

function loops
        expect  "cfa=sp ra=lr"
        mov     r4, r0
        expect  "cfa=sp ra=lr r4=lost"
        bl      leaf
        expect  NOTHING_LEFT
        bl      may_switch
        expect  NOTHING_LEFT
1:      b       1b
end_function loops
#endif

/* Two exits with inverse conditions. Code does not fall into the next function. */
function two_conditions
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        mov     r4, #2
1:      subs    r4, #1
        it      eq
        popeq   {r4, pc}
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        bne     1b
end_function two_conditions

function after_two_conditions
        expect  "cfa=sp ra=lr"
        nop
        bx      lr
end_function after_two_conditions

/* As above, but a computed jump goes to the second exit, with any flags. */
function two_conditions_and_a_label
        push    {r4, lr}
        cmp     r0, #0
        bne     3f
        cmp     r0, #1
        beq     2f
1:      bne     2f
        expect  FRAME
        mov     r0, #1
        pop     {r4, pc}
2:      expect  FRAME
        pop     {r4, pc}
3:      movw    r4, #:lower16:exit_label
        movt    r4, #:upper16:exit_label
        bl      leaf
        ldr     r3, [r4]
        bx      r3
end_function two_conditions_and_a_label

        .section .rodata
        .balign 4
exit_label:
#ifdef __thumb__
        .word   1b + 1
#else
        .word   1b
#endif
        .text

function calls_two_conditions
        push    {r4, lr}
        mov     r4, r0
        bl      two_conditions
        expect  FRAME
        bl      after_two_conditions
        expect  FRAME
        bl      two_conditions_and_a_label
        expect  FRAME
        pop     {r4, pc}
end_function calls_two_conditions

/* One exit pops into pc, one into lr, one is a tail call. */
function three_exits
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #1
        beq     1f
        bhi     2f
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
1:      expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        bx      lr
2:      pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        b       leaf
end_function three_exits

/* One exit returns r5 as found, the other exit does not: callers lose it. */
function exits_that_differ
        cmp     r0, #0
        it      eq
        bxeq    lr
        expect  "cfa=sp ra=lr"
        mov     r5, r0
        expect  "cfa=sp ra=lr r5=lost"
        bx      lr
end_function exits_that_differ

function calls_exits
        push    {r4, lr}
        mov     r4, r0
        bl      three_exits
        bl      exits_that_differ
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r5=lost"
        pop     {r4, pc}
end_function calls_exits

/*
 * The frame is made before a call and in r4. The callee gives back neither sp nor r4, so the
 * instruction of the call has a rule and its return address has none.
 */
function pops_for_its_caller
        expect  "cfa=sp ra=lr"
        pop     {r4, r5}
        bx      lr
end_function pops_for_its_caller

function needs_two_rules
        push    {r4, lr}
        push    {r4, r5}
        expect  "unknown: the table has no rule"
        bl      pops_for_its_caller
        expect  "unknown: the cfa is not at a known distance from any register"
        mov     r0, #0
        pop     {r4, pc}
end_function needs_two_rules

function calls_needs_two_rules
        push    {r4, lr}
        mov     r4, r0
        bl      needs_two_rules
        expect  FRAME
        pop     {r4, pc}
end_function calls_needs_two_rules

/* The function never returns, and a tail call of its callee loses the frame. */
function loses_the_frame
        expect  "cfa=sp ra=lr"
        mov     sp, r0
        bx      lr
end_function loses_the_frame

function tail_of_a_loss
        push    {r4, lr}
        mov     r4, r0
        bl      leaf
        pop     {r4, lr}
        b       loses_the_frame
end_function tail_of_a_loss

function hangs_after_a_loss
        str     lr, [sp, #-4]!
        sub     sp, sp, #12
        expect  "cfa=sp+16 ra=[cfa-4]"
        bl      leaf
        movs    r4, #0
        bl      tail_of_a_loss
        expect  NOTHING_LEFT
        bl      leaf
1:      b       1b
end_function hangs_after_a_loss

/*
 * A system call that never comes back ends the code. What follows is a function that others call,
 * and that returns with lr, which holds no return address here. So nothing falls into it
 * (__clone and connect of glibc).
 */
function starts_a_thread
        expect  "cfa=sp ra=lr"
        push    {r4, r7}
        expect  "cfa=sp+8 ra=lr"
        svc     #0
        cmp     r0, #0
        beq     1f
        pop     {r4, r7}
        bx      lr
1:      pop     {r4, r7}
        expect  "cfa=sp ra=lr"
        blx     r4
        mov     r7, #1
        svc     #0
        nop
end_function starts_a_thread

function is_not_fallen_into
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        mov     r4, r0
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        bl      leaf
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function is_not_fallen_into

function calls_what_is_not_fallen_into
        push    {r5, lr}
        mov     r5, r0
        bl      starts_a_thread
        expect  "cfa=sp+8 ra=[cfa-4] r5=[cfa-8]"
        bl      is_not_fallen_into
        expect  "cfa=sp+8 ra=[cfa-4] r5=[cfa-8]"
        pop     {r5, pc}
end_function calls_what_is_not_fallen_into
