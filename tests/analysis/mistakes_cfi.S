/* SPDX-License-Identifier: MIT */
/*
 * Call frame information where the machine code shows no rule. If it contradicts the machine code,
 * there is no rule. Otherwise its rule is used, and `bobbin check` counts it as cfi_only. For
 * `make mistakes`.
 */
#include "expect.inc"

#define NO_R4  "unknown: no location holds r4 on all paths"
#define NO_CFA "unknown: the cfa is not at a known distance from any register"

        .cfi_sections .debug_frame

function leaf
        bx      lr
end_function leaf

/* The distance from sp to the cfa depends on the path. r7 is no frame pointer. */
function says_r7
        .cfi_startproc
        push    {r7, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r7, -8
        .cfi_offset lr, -4
        cmp     r0, #0
        beq     1f
        push    {r0, r1}
1:      movs    r7, #0
        .cfi_def_cfa r7, 8
        expect  NO_CFA
        mov     r0, r7
        pop     {r7, pc}
        .cfi_endproc
end_function says_r7

/* The code has overwritten r5, and nothing holds the caller's value. */
function says_same
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        cmp     r0, #0
        mov     r5, r0
        beq     1f
        push    {r0, r1}
1:      expect  NO_CFA
        mov     r0, r4
        pop     {r4, pc}
        .cfi_endproc
end_function says_same

/*
 * The slot of r4 depends on the path, so no rule is derived. The call frame information is wrong
 * about the cfa.
 */
        .macro  store_r4_by_path
        sub     sp, sp, #8
        .cfi_def_cfa_offset 16
        cmp     r0, #0
        beq     1f
        str     r4, [sp]
        movs    r4, #0
        b       2f
1:      str     r4, [sp, #4]
        movs    r4, #0
2:
        .endm

function says_another_cfa
        .cfi_startproc
        push    {r6, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r6, -8
        .cfi_offset lr, -4
        store_r4_by_path
        .cfi_offset r4, -16
        .cfi_def_cfa_offset 20
        expect  NO_R4
        movs    r0, #0
        ldr     r4, [sp]
        add     sp, sp, #8
        pop     {r6, pc}
        .cfi_endproc
end_function says_another_cfa

/* The slot of r4 is said to be below sp. */
function says_below_sp
        .cfi_startproc
        push    {r6, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r6, -8
        .cfi_offset lr, -4
        store_r4_by_path
        .cfi_offset r4, -20
        expect  NO_R4
        movs    r0, #0
        ldr     r4, [sp]
        add     sp, sp, #8
        pop     {r6, pc}
        .cfi_endproc
end_function says_below_sp

/* The callee changes r5, which is said to stay. */
function changes_r5
        mov     r5, r0
        bx      lr
end_function changes_r5

function says_same_after_a_call
        .cfi_startproc
        push    {r6, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r6, -8
        .cfi_offset lr, -4
        store_r4_by_path
        .cfi_offset r4, -16
        expect  NO_R4
        bl      changes_r5
        ldr     r4, [sp]
        add     sp, sp, #8
        pop     {r6, pc}
        .cfi_endproc
end_function says_same_after_a_call

/* Nothing contradicts this one. */
function may_be_right
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        cmp     r0, #0
        beq     1f
        push    {r0, r1}
1:      movs    r0, #0
        pop     {r4, pc}
        .cfi_endproc
end_function may_be_right

/* The return address is said to be in a register that the call destroys. */
function says_r3
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_register lr, r3
        mov     r3, lr
        cmp     r0, #0
        beq     1f
        push    {r0, r1}
1:      blx     r1
        movs    r0, #0
        pop     {r4, pc}
        .cfi_endproc
end_function says_r3
