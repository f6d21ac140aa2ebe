/* SPDX-License-Identifier: MIT */
/*
 * Code that no known path reaches. It is unreachable if nothing speaks for it, and unknown if its
 * address is used. Call frame information gives the only rule there, unless the code contradicts.
 */
#include "expect.inc"

#define FRAME    "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define NO_PATH  "unknown: no path is known that leads here"

#ifdef __thumb__
#define LABEL(x) x + 1
#else
#define LABEL(x) x
#endif

        .cfi_sections .debug_frame

function leaf
        bx      lr
end_function leaf

function stops
        expect  "cfa=sp ra=lr"
1:      b       1b
end_function stops

/* Code after a call that does not return. */
function dead_after_a_call
        push    {r4, lr}
        mov     r4, r0
        bl      stops
        expect  "unreachable: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r0, r4
        expect  "unreachable: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function dead_after_a_call

/* The same, with call frame information: it agrees with what holds if the call returns. */
function dead_with_cfi
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        mov     r4, r0
        bl      stops
        expect  "unreachable: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r0, r4
        pop     {r4, pc}
        .cfi_endproc
end_function dead_with_cfi

/* Code after a trap, whose handler may go on after it. */
function dead_after_a_trap
        push    {r4, lr}
        mov     r4, r0
        bl      leaf
        udf     #0
        expect  "unreachable: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r0, r4
        expect  "unreachable: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function dead_after_a_trap

/* The same, with call frame information: it agrees with what holds if the handler comes back. */
function trap_with_cfi
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        mov     r4, r0
        udf     #0
        expect  "unreachable: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r0, r4
        pop     {r4, pc}
        .cfi_endproc
end_function trap_with_cfi

/* Call frame information that the code refutes before the trap. */
function trap_with_wrong_cfi
        .cfi_startproc
        push    {r4, lr}
        mov     r4, r0
        udf     #0
        expect  "unreachable"
        mov     r0, r4
        pop     {r4, pc}
        .cfi_endproc
end_function trap_with_wrong_cfi

/* Call frame information that is wrong: it says that nothing was pushed. */
function dead_with_wrong_cfi
        .cfi_startproc
        push    {r4, lr}
        mov     r4, r0
        bl      stops
        expect  "unreachable"
        mov     r0, r4
        pop     {r4, pc}
        .cfi_endproc
end_function dead_with_wrong_cfi

/* A block in the middle of a function that nothing leads to. */
function dead_block
        push    {r4, lr}
        mov     r4, r0
        b       2f
        expect  "unreachable"
        add     r0, r0, #1
        expect  "unreachable"
        bl      leaf
2:      expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function dead_block

function dead_block_with_cfi
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        mov     r4, r0
        b       2f
        expect  "unreachable, cfi: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        bl      leaf
2:      pop     {r4, pc}
        .cfi_endproc
end_function dead_block_with_cfi

#ifndef __thumb__
/* A word that would be the address of Thumb code: it does not point to the block. */
function odd_word
        push    {r4, lr}
        mov     r4, r0
        b       2f
odd_block:
        expect  "unreachable"
        bl      leaf
2:      pop     {r4, pc}
end_function odd_word

        .pushsection .rodata
        .balign 4
        .word   odd_block + 1
        .popsection
#endif

/* The block computes registers and continues at known code, whose rule CFI states for it too. */
function dead_block_that_leads
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        mov     r4, r0
        b       2f
        expect  "unreachable: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        orr     lr, r0, r1
        expect  "unreachable: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r4, r1
2:      pop     {r4, pc}
        .cfi_endproc
end_function dead_block_that_leads

/* The same, but CFI states another rule, or none. */
function dead_block_with_other_cfi
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset lr, -4
        mov     r4, r0
        b       2f
        expect  "unreachable"
        add     r0, r0, #1
        .cfi_offset r4, -8
2:      pop     {r4, pc}
        .cfi_endproc
end_function dead_block_with_other_cfi

function dead_block_without_cfi
        push    {r4, lr}
        mov     r4, r0
        b       2f
        expect  "unreachable"
        add     r0, r0, #1
2:      pop     {r4, pc}
end_function dead_block_without_cfi

/* The block changes a register that the code after it does not restore: r5 is not the caller's. */
function dead_block_that_loses
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        mov     r4, r0
        b       2f
        expect  "unreachable, cfi: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r5, r1
2:      pop     {r4, pc}
        .cfi_endproc
end_function dead_block_that_loses

/* The block moves sp, so the code after it does not show its frame. */
function dead_block_with_frame
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        mov     r4, r0
        b       2f
        expect  "unreachable, cfi: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        sub     sp, sp, #8
2:      pop     {r4, pc}
        .cfi_endproc
end_function dead_block_with_frame

/* A function symbol that nothing calls is code all the same. */
function unused
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        mov     r4, r0
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        bl      leaf
        pop     {r4, pc}
end_function unused

/* Only a word of memory names the label: who goes there, and in which state, is not known. */
function named_by_a_word
        push    {r4, lr}
        mov     r4, r0
        pop     {r4, pc}
resumed:
        expect  NO_PATH
        mov     r0, #0
        expect  NO_PATH
        pop     {r4, pc}
end_function named_by_a_word

/* The same code as in named_by_a_word, and the function has call frame information. */
function named_with_cfi
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        mov     r4, r0
        pop     {r4, pc}
resumed_with_cfi:
        expect  "unknown, cfi: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r0, #0
        pop     {r4, pc}
        .cfi_endproc
end_function named_with_cfi

        .data
        .balign 4
        .word   LABEL(resumed), LABEL(resumed_with_cfi)
        .text

/* Code builds the address of a label, and hands it to a function that keeps it. */
function hands_over_a_label
        push    {r4, lr}
        mov     r4, sp
        movw    r1, #:lower16:LABEL(1f)
        movt    r1, #:upper16:LABEL(1f)
        bl      parks
        expect  "unreachable: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        udf     #2
1:      expect  NO_PATH
        mov     r0, #1
        expect  NO_PATH
        pop     {r4, pc}
end_function hands_over_a_label

/* The address of the label comes from a literal pool. */
function hands_over_a_literal
        push    {r4, lr}
        mov     r4, r0
        ldr     r1, =LABEL(1f)
        bl      parks
2:      b       2b
1:      expect  NO_PATH
        pop     {r4, pc}
        .ltorg
end_function hands_over_a_literal

function parks
        expect  "cfa=sp ra=lr"
        str     r1, [r0]
1:      wfi
        b       1b
end_function parks

/* Their callers are reached: a label in the frame may return. */
function calls_what_hands_over
        push    {r4, lr}
        mov     r4, r0
        bl      hands_over_a_label
        expect  FRAME
        bl      hands_over_a_literal
        expect  FRAME
        bl      dead_block
        expect  FRAME
        pop     {r4, pc}
end_function calls_what_hands_over

/* Code without a symbol that only dead code calls. */
function ends_here
        bx      lr
end_function ends_here
        .balign 4
nameless:
        expect  "unreachable"
        push    {r4, lr}
        expect  "unreachable"
        bl      leaf
        expect  "unreachable"
        pop     {r4, pc}
