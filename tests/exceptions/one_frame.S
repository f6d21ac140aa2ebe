/* SPDX-License-Identifier: MIT */
/*
 * Handlers that save all registers in one frame: in SVC mode with the old sp kept on the aligned
 * stack (lk), and in system mode with another stack for interrupts (NuttX).
 */
#include "expect.inc"

        vectors
        unused undefined, fiq

#define LK_ENTRY "pc = [0]; base = base+4; psr = [0]; sp_svc = base+4; end irq -0/-0"
#define LK_FRAME "load r0-r12,lr,pc; base = base+60; psr = [0]; sp_svc = base+4; end irq -0/-0"

/* lk: SRS to SVC mode, user's sp and lr, sp aligned with the old one pushed. */
function irq
        sub     lr, lr, #4
        srsdb   sp!, #0x13
        expect  "IRQ: base = sp_svc; " LK_ENTRY
        cpsid   i, #0x13
        expect  "SVC: " LK_ENTRY
        push    {r0-r12, lr}
        expect  "SVC: " LK_FRAME
        sub     sp, sp, #8
        stmia   sp, {r13, r14}^
        expect  "SVC: base = base+8; " LK_FRAME
        mov     r0, sp
        tst     sp, #4
        subeq   sp, sp, #4
        expect  "SVC: base = r0; base = base+8; " LK_FRAME
        push    {r0}
        expect  "SVC: base = [0]; base = base+8; " LK_FRAME
        bl      work
        expect_return "SVC: base = [0]; base = base+8; " LK_FRAME
        cmp     r0, #0
        bne     1f
        mov     r0, #1
1:      pop     {r0}
        mov     sp, r0
        expect  "SVC: base = base+8; " LK_FRAME
        ldmia   sp, {r13, r14}^
        add     sp, sp, #8
        pop     {r0-r12, lr}
        expect  "SVC: " LK_ENTRY
        rfeia   sp!
end_function irq

#define NUTTX "load r0-r12,pc; base = base+56; psr = [0]; sp_usr = base+4; end svc -0/-0 call"
#define NUTTX_FRAME "base = base+4; lr_usr = [0]; base = base+4; " NUTTX

/* NuttX: all exceptions in system mode; r4 keeps the frame while sp is on the interrupt stack. */
function call
        srsdb   sp!, #0x1f
        cpsid   if, #0x1f
        push    {r0-r12}
        expect  "SYS: " NUTTX
        add     r1, sp, #60
        push    {r1, lr}
        expect  "SYS: " NUTTX_FRAME
        mov     r0, sp
        mov     r4, sp
        expect  "SYS: " NUTTX_FRAME
        ldr     sp, =interrupt_stack
        expect  "SYS: base = r4; " NUTTX_FRAME
        bl      work
        expect_return "SYS: base = r4; " NUTTX_FRAME
        mov     sp, r4
        expect  "SYS: " NUTTX_FRAME
        ldm     sp, {r1, lr}
        add     sp, sp, #8
        pop     {r0-r12}
        expect  "SYS: pc = [0]; base = base+4; psr = [0]; sp_usr = base+4; end svc -0/-0 call"
        rfeia   sp!
end_function call

/*
 * OP-TEE: aborts on a stack of their own, or on that of the thread; lr of the exception is adjusted
 * by the state that it interrupted. barebox returns to the next instruction.
 */
function data
        push    {r0, r1}
        mrs     r0, spsr
        tst     r0, #0x20
        expect  "ABT: load r0-r1; sp_abt = base+8; end abt -8/-8"
        subne   lr, lr, #6
        expect  "ABT: load r0-r1; sp_abt = base+8; end abt -8/-2"
        subeq   lr, lr, #4
        expect  "ABT: load r0-r1; sp_abt = base+8; end abt -4/-2"
        pop     {r0, r1}
        expect  "ABT: end abt -4/-2"
        movs    pc, lr
end_function data

/* The same in Thumb style, with jumps. */
function prefetch
        push    {r0, r1}
        mrs     r0, spsr
        tst     r0, #0x20
        bne     1f
        sub     lr, lr, #4
        b       2f
1:      sub     lr, lr, #2
2:      expect  "ABT: load r0-r1; sp_abt = base+8; end abt -0/-2"
        pop     {r0, r1}
        movs    pc, lr
end_function prefetch

        .bss
        .balign 8
        .space  256
interrupt_stack:
