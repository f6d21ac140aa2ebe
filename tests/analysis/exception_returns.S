/* SPDX-License-Identifier: MIT */
/*
 * Exception handlers that only pointers refer to. Their last instruction alone shows what they are:
 * each kind of exception return. One that goes to a constant only changes the mode.
 */
        .arch_extension sec
        .arch_extension virt
#include "expect.inc"

.macro handler name, return:vararg
function \name
        expect  "handler"
        push    {r0, lr}
        pop     {r0, lr}
        expect  "handler"
        \return
end_function \name
.endm

        handler by_eret, eret
        handler by_subs, subs pc, lr, #4
        handler by_movs, movs pc, lr
        handler by_rfe, rfeia sp!
#ifndef __thumb__
        handler by_rfe_up, rfeib sp!
        handler by_adds, adds pc, lr, #4
        handler by_load, ldm sp!, {r1, pc}^
#endif

/* The exception return is conditional: the other path returns to a caller. */
function by_eret_or_return
        expect  "handler"
        cmp     r0, #0
        it      eq
        ereteq
        expect  "handler"
        bx      lr
end_function by_eret_or_return

/* Linux and barebox, safe_svcmode_maskall: ERET leaves HYP mode. The function has a caller. */
function leaves_hyp
        expect  "cfa=sp ra=lr"
        mov     r2, lr
        expect  "cfa=sp ra=lr"
        mrs     r0, cpsr
        tst     r0, #4
        bne     1f
        adr     lr, 2f
        msr     spsr_cxsf, r0
        msr     elr_hyp, lr
        expect  "cfa=sp ra=r2"
        eret
1:      msr     cpsr_c, r0
2:      nop
        bx      r2
end_function leaves_hyp

/* The constant comes to lr through another register. */
#ifndef __thumb__
function goes_on_by_a_copy
        expect  "cfa=sp ra=lr"
        mov     r3, lr
        mrs     r0, cpsr
        msr     spsr_cxsf, r0
        adr     r2, 2f
        mov     lr, r2
        expect  "cfa=sp ra=r3"
        movs    pc, lr
2:      nop
        bx      r3
end_function goes_on_by_a_copy

function goes_on_by_a_register
        expect  "cfa=sp ra=lr"
        mrs     r0, cpsr
        msr     spsr_cxsf, r0
        ldr     r2, =2f
        expect  "cfa=sp ra=lr"
        movs    pc, r2
2:      nop
        bx      lr
        .ltorg
end_function goes_on_by_a_register

/* The register has got another value before it is copied. */
function returns_by_a_copy
        expect  "handler"
        adr     r2, 2f
        ldr     r2, [r0]
        mov     lr, r2
        expect  "handler"
        movs    pc, lr
2:      bx      lr
end_function returns_by_a_copy

/* lr gets the word of another register. */
function returns_by_another_copy
        expect  "handler"
        adr     r2, 2f
        mov     lr, r1
        expect  "handler"
        movs    pc, lr
2:      bx      lr
end_function returns_by_another_copy
#endif

/* A path to ERET without the constant: the function returns from an exception. */
function may_leave_hyp
        expect  "handler"
        push    {r4, lr}
        cmp     r0, #0
        beq     1f
        ldr     lr, =2f
        msr     elr_hyp, lr
1:      eret
        expect  "handler"
2:      pop     {r4, pc}
        .ltorg
end_function may_leave_hyp

/* ELR_hyp, the return address of ERET, is not the constant in lr. */
function has_other_constant
        expect  "handler"
        ldr     lr, =1f
        msr     elr_hyp, r0
        eret
1:      b       1b
        .ltorg
end_function has_other_constant

#ifndef __thumb__
/* SUBS pc, lr, #4 to a constant plus 4: the path goes on four bytes before it. */
function leaves_before
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        mov     r4, r0
        ldr     lr, =2f + 4
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        subs    pc, lr, #4
1:      .word   0xe7f000f0
2:      b       1b
        .ltorg
end_function leaves_before
#endif

        .section .rodata
        .word   by_eret, by_subs, by_movs, by_rfe
        .word   by_eret_or_return, leaves_hyp, may_leave_hyp, has_other_constant
#ifndef __thumb__
        .word   by_rfe_up, by_adds, by_load, leaves_before
#endif
