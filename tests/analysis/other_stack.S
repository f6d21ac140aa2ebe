/* SPDX-License-Identifier: MIT */
/*
 * Functions that call others on another stack, and come back. A rule exists where a register keeps
 * the address of the frame, and a return restores what is in its slots.
 */
#include "expect.inc"

#define FRAME  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define BY_R4  "cfa=r4+8 ra=[cfa-4] r4=[cfa-8]"
#define NO_CFA "unknown: the cfa is not at a known distance from any register"

function leaf
        bx      lr
end_function leaf

function on_a_stack
        push    {r4, lr}
        mov     r4, sp
        mov     sp, r1
        expect  BY_R4
        blx     r0
        expect  BY_R4
        mov     sp, r4
        expect  BY_R4
        pop     {r4, pc}
end_function on_a_stack

/* A constant is an address of another stack too. */
function on_a_constant_stack
        push    {r4, lr}
        mov     r4, sp
        ldr     sp, 0f
        expect  BY_R4
        bl      leaf
        expect  BY_R4
        mov     sp, r4
        pop     {r4, pc}
        .balign 4
0:      .word   0x20001000
end_function on_a_constant_stack

/* The words of r4 and lr are on the old stack, its sp is in r4 and on the new one. */
function keeps_sp_there
        push    {r4, lr}
        mov     r4, sp
        mov     sp, r1
        push    {r4}
        expect  BY_R4
        blx     r0
        expect  BY_R4
        pop     {r4}
        expect  BY_R4
        mov     sp, r4
        pop     {r4, pc}
end_function keeps_sp_there

/* After the call sp and lr are only on the new stack, where no rule finds sp. */
function keeps_all_there
        mov     r12, sp
        mov     sp, r1
        push    {r12, lr}
        expect  "unknown: the table has no rule"
        blx     r0
        expect  NO_CFA
        pop     {r12, lr}
        expect  "cfa=r12 ra=lr"
        mov     sp, r12
        expect  "cfa=r12 ra=lr"
        bx      lr
end_function keeps_all_there

#ifndef __thumb__
/* Prepares the new stack before it is one. */
function prepares_the_stack
        str     sp, [r2, #-4]!
        str     lr, [r2, #-4]!
        expect  "cfa=sp ra=lr"
        mov     sp, r2
        mov     r2, r0
        expect  NO_CFA
        blx     r2
        ldr     lr, [sp]
        expect  NO_CFA
        ldr     sp, [sp, #4]
        expect  "cfa=sp ra=lr"
        bx      lr
end_function prepares_the_stack

function loads_all
        str     sp, [r2, #-8]
        str     lr, [r2, #-4]
        sub     sp, r2, #8
        blx     r0
        expect  NO_CFA
        ldmia   sp, {sp, pc}
end_function loads_all
#endif

#ifndef __thumb__
/* r2 is another address when it becomes sp, so the words there are not known. */
function changes_the_address
        str     sp, [r2, #-8]
        str     lr, [r2, #-4]
        mov     r2, r3
        sub     sp, r2, #8
        expect  NOTHING_LEFT
        ldmia   sp, {sp, pc}
end_function changes_the_address

/* The callee may change r2. */
function loses_the_address
        push    {r4, lr}
        str     sp, [r2, #-8]
        str     lr, [r2, #-4]
        bl      leaf
        sub     sp, r2, #8
        expect  NOTHING_LEFT
        ldmia   sp, {sp, pc}
end_function loses_the_address

/* Only one path stores lr. */
function stores_lr_on_one_path
        str     sp, [r2, #-8]
        cmp     r0, #0
        beq     1f
        str     lr, [r2, #-4]
        b       2f
1:      str     r0, [r2, #-4]
2:      sub     sp, r2, #8
        mov     lr, #0
        expect  NOTHING_LEFT
        ldmia   sp, {sp, pc}
end_function stores_lr_on_one_path

/* A store that is not aligned changes a part of the word. */
function changes_a_part
        str     sp, [r2, #-8]
        str     lr, [r2, #-4]
        str     r0, [r2, #-6]
        sub     sp, r2, #8
        mov     lr, #0
        expect  NOTHING_LEFT
        ldmia   sp, {sp, pc}
end_function changes_a_part

/* r3 is not sp, so it has no words. */
function copies_the_address
        str     sp, [r2, #-8]
        str     lr, [r2, #-4]
        sub     r3, r2, #8
        mov     lr, #0
        ldr     sp, [r2, #-8]
        expect  "unknown: no location holds the return address on all paths"
        ldr     pc, [r2, #-4]
end_function copies_the_address
#endif

/* The stack is new, the function returns on it, and its caller has no sp any more. */
function moves_the_stack
        expect  "cfa=sp ra=lr"
        mov     sp, r0
        expect  NO_CFA
        push    {r3, lr}
        expect  NO_CFA
        bl      leaf
        pop     {r3, pc}
end_function moves_the_stack

/* The word at sp is overwritten, so nothing is known of what is popped. */
function forgets_the_word
        push    {r4, lr}
        mov     r4, sp
        mov     sp, r1
        push    {r4}
        strb    r0, [sp]
        movs    r4, #0
        expect  NOTHING_LEFT
        pop     {r4}
        mov     sp, r4
        pop     {r4, pc}
end_function forgets_the_word

/* The word is below sp when the call comes, which may overwrite it. */
function leaves_the_word
        push    {r4, lr}
        mov     r4, sp
        mov     sp, r1
        push    {r4}
        add     sp, sp, #4
        bl      leaf
        movs    r4, #0
        expect  NOTHING_LEFT
        ldr     r4, [sp, #-4]
        mov     sp, r4
        pop     {r4, pc}
end_function leaves_the_word

/* No return needs the slots, so the old stack may have been given away. */
function never_comes_back
        push    {r4, lr}
        mov     r4, sp
        mov     sp, r1
        expect  NOTHING_LEFT
        blx     r0
        expect  NOTHING_LEFT
1:      b       1b
end_function never_comes_back

/* The return does not restore r5, so its slot may be overwritten. */
function needs_no_r5
        push    {r4, r5, lr}
        mov     r4, sp
        bic     r5, r4, #31
        mov     sp, r5
        expect  "cfa=r4+12 ra=lr r4-r5=[cfa-12]"
        mov     sp, r1
        expect  "unknown: no location holds r5 on all paths"
        mov     r1, #0
        blx     r0
        mov     sp, r4
        ldr     r4, [sp]
        ldr     lr, [sp, #8]
        add     sp, sp, #12
        bx      lr
end_function needs_no_r5

/* sp is loaded from a place that is not known. The frame pointer is. */
function loads_sp
        push    {r4, r7, r8, lr}
        add     r7, sp, #8
        mov     r8, r0
        mov     r3, sp
        str     r3, [r8]
        sub     sp, sp, #64
        bl      leaf
        ldr     r3, [r8]
        mov     sp, r3
        expect  "cfa=r7+8 ra=[cfa-4] r7-r8=[cfa-12]"
        sub     r4, r7, #8
        expect  "cfa=r7+8 ra=[cfa-4] r4=[cfa-16] r7-r8=[cfa-12]"
        mov     sp, r4
        pop     {r4, r7, r8, pc}
end_function loads_sp

/* What the functions above restore for their caller. */
function calls_all
        push    {r4, lr}
        mov     r4, r0
        bl      on_a_stack
        expect  FRAME
        bl      on_a_constant_stack
        expect  FRAME
        bl      keeps_sp_there
        expect  FRAME
        bl      keeps_all_there
        expect  FRAME
#ifndef __thumb__
        bl      prepares_the_stack
        expect  FRAME
        bl      loads_all
        expect  FRAME
#endif
        bl      loads_sp
        expect  FRAME
        pop     {r4, pc}
end_function calls_all

function calls_a_mover
        push    {r4, lr}
        mov     r4, sp
        expect  "unknown: the table has no rule"
        bl      moves_the_stack
        expect  NO_CFA
        mov     sp, r4
        pop     {r4, pc}
end_function calls_a_mover

/* sp is not known where pc is popped. r7 is not popped, and has another value: it is lost. */
function pops_from_somewhere
        push    {r4, r7, lr}
        mov     r7, sp
        sub     r3, sp, r0
        mov     sp, r3
        expect  "cfa=r7+12 ra=[cfa-4] r7=[cfa-8]"
        bl      leaf
        pop     {r4, pc}
end_function pops_from_somewhere

function calls_a_popper
        push    {r4, lr}
        mov     r4, r0
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r7=lost"
        bl      pops_from_somewhere
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r7=lost"
        pop     {r4, pc}
end_function calls_a_popper

/* The same stack, but two pops. */
function pops_twice
        push    {r4-r7, lr}
        mov     r7, sp
        sub     r3, sp, r0
        mov     sp, r3
        bl      leaf
        pop     {r4-r7}
        pop     {pc}
end_function pops_twice

function calls_pops_twice
        push    {r4, lr}
        mov     r4, r0
        bl      pops_twice
        expect  FRAME
        pop     {r4, pc}
end_function calls_pops_twice

/* Loads a whole context: the caller's is lost. */
function loads_a_context
        mov     sp, r0
        expect  NOTHING_LEFT
        pop     {r4-r11, pc}
end_function loads_a_context

/* Its caller's frame is not known any more. It pops lr, and calls another function at its end. */
function calls_late
        str     lr, [sp, #-8]!
        add     r3, sp, r0
        mov     sp, r3
        bl      leaf
        ldr     lr, [sp], #8
        b       called_by_others
end_function calls_late

/* The jump above does not make this frame unknown. */
function called_by_others
        expect  "cfa=sp ra=lr"
        mov     r0, #1
        expect  "cfa=sp ra=lr"
        bx      lr
end_function called_by_others

/* A jump without a return address does. */
function jumps_without_lr
        str     lr, [sp, #-8]!
        add     r3, sp, r0
        mov     sp, r3
        mov     lr, #0
        b       entered_without_lr
end_function jumps_without_lr

function entered_without_lr
        expect  NO_CFA
        mov     r0, #1
        bx      lr
end_function entered_without_lr

/* lr is popped from an unknown sp, and so are r4 and r5. */
function pops_lr_from_somewhere
        push    {r4, r5, r6, lr}
        mov     r4, r0
        mov     r5, r0
        mov     r6, r0
        add     r3, sp, r0
        mov     sp, r3
        ldrd    r4, r5, [sp]
        add     sp, sp, #12
        ldr     lr, [sp], #4
        bx      lr
end_function pops_lr_from_somewhere

/* The popped word may be the return address in r3 too. */
function pops_into_r3
        push    {r4, lr}
        add     r3, sp, r0
        mov     sp, r3
        bl      leaf
        pop     {r4}
        pop     {r3}
        bx      r3
end_function pops_into_r3

/* Two frames of different sizes meet. Both are still there, so the jump is no tail call. */
function jumps_with_a_frame
        push    {r4, lr}
        cmp     r0, #0
        beq     1f
        push    {r5, r6}
1:      b       entered_with_a_frame
end_function jumps_with_a_frame

function entered_with_a_frame
        expect  NO_CFA
        mov     r0, #1
        bx      lr
end_function entered_with_a_frame

/* So are three frames, of which the largest comes first. */
function jumps_with_one_of_three_frames
        sub     sp, sp, #24
        cmp     r0, #0
        bne     1f
        add     sp, sp, #8
        cmp     r1, #0
        bne     1f
        add     sp, sp, #8
        b       1f
1:      mov     r0, #0
        b       entered_with_one_of_three_frames
end_function jumps_with_one_of_three_frames

function entered_with_one_of_three_frames
        expect  NO_CFA
        mov     r0, #1
        bx      lr
end_function entered_with_one_of_three_frames

function calls_others
        push    {r4, lr}
        mov     r4, r0
        bl      called_by_others
        bl      entered_without_lr
        bl      pops_lr_from_somewhere
        bl      pops_into_r3
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r6=lost"
        pop     {r4, pc}
end_function calls_others

function calls_what_frames_enter
        push    {r4, lr}
        bl      entered_with_a_frame
        bl      entered_with_one_of_three_frames
        pop     {r4, pc}
end_function calls_what_frames_enter
