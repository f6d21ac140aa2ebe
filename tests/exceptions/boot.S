/* SPDX-License-Identifier: MIT */
/*
 * Boot loaders: lr and SPSR go to memory whose address is in a literal. The loader may change the
 * literal before it enables exceptions. cells.S has more of this kind.
 */
#include "expect.inc"

        vectors_of_branches
        unused undefined

#define CELL "base = 0x806c; base = [0]; pc = [0]; "

/* U-Boot: r0 has the address; the stack of SVC mode has r0 meanwhile. */
function call
        sub     sp, sp, #4
        str     r0, [sp]
        ldr     r0, memory
        str     lr, [r0]
        mrs     lr, spsr
        expect  "SVC: innermost; r0 = [0]; sp_svc = base+4; " CELL "end svc -0/-0 call"
        str     lr, [r0, #4]
        expect  "SVC: innermost; r0 = [0]; sp_svc = base+4; " CELL "end svc -0/-0 call"
        ldr     lr, [r0]
        ldr     r0, [sp]
        add     sp, sp, #4
        expect  "SVC: end svc -0/-0 call"
        sub     sp, sp, #72
        stmia   sp, {r0-r12}
        add     r8, sp, #60
        stmdb   r8, {sp, lr}^
        str     lr, [r8, #0]
        mrs     r6, spsr
        str     r6, [r8, #4]
        mov     r0, sp
        expect  "SVC: load r0-r12; base = base+60; pc = [0]; base = base+4; psr = [0]; " \
                "sp_svc = base+8; end svc -0/-0 call"
        bl      work
        expect_return "SVC: load r0-r12; base = base+60; pc = [0]; base = base+4; psr = [0]; " \
                "sp_svc = base+8; end svc -0/-0 call"
        b       .
end_function call

/* The loader writes here. */
        .balign 4
        .word   0
memory: .word   0x0badc0de

/* barebox: the address of the memory is in two literals. */
function prefetch
        ldr     sp, 1f
        str     lr, [sp]
        mrs     lr, spsr
        str     lr, [sp, #4]
        mov     sp, #0xd3
        msr     spsr_c, sp
        mov     lr, pc
        movs    pc, lr
        sub     sp, sp, #72
        stmia   sp, {r0-r12}
        ldr     r2, 2f
        ldmia   r2, {r2-r4}
        add     r0, sp, #72
        add     r5, sp, #52
        mov     r1, lr
        expect  "SVC: sp_abt = pc; pc = r2; psr = r3; load r0-r12; sp_svc = base+72; end abt -4/-4"
        stmia   r5, {r0-r4}
        mov     r0, sp
        bl      work
        expect  "SVC: sp_abt = pc; load r0-r12; base = base+56; load lr,pc; base = base+8; " \
                "psr = [0]; sp_svc = base+8; end abt -4/-4"
        b       .
1:      .word   saved
2:      .word   saved
end_function prefetch

/* The same by MOVW and MOVT. MSR of one field leaves the others, so SPSR is no address. */
function irq
        movw    sp, #:lower16:saved
        movt    sp, #:upper16:saved
        str     lr, [sp]
        mrs     lr, spsr
        str     lr, [sp, #4]
        mov     sp, #0xd3
        msr     spsr_c, sp
        expect  "IRQ: innermost; sp_irq = pc; psr = lr_irq; base = 0x20000; pc = [0]; end irq -4/-4"
        mov     lr, pc
        movs    pc, lr
        expect  "SVC: innermost; sp_irq = pc; base = 0x20000; pc = [0]; base = base+4; " \
                "psr = [0]; end irq -4/-4"
        b       .
end_function irq

/* barebox returns to the instruction after the one that aborted. */
function data
        push    {r0, r1}
        mrs     r1, spsr
        tst     r1, #0x20
        subeq   lr, lr, #4
        subne   lr, lr, #6
        pop     {r0, r1}
        expect  "ABT: end abt -4/-2"
        movs    pc, lr
end_function data

#define OLD_SP "FIQ: innermost; base = 0x20010; base = [0]; load r0-r7,pc; " \
        "sp_fiq = base+36; end fiq -0/-0"

/* The old sp is in a word of memory while sp is on another stack. */
function fiq
        sub     lr, lr, #4
        push    {r0-r7, lr}
        ldr     r1, =old_sp
        str     sp, [r1]
        ldr     sp, =other_stack
        expect  OLD_SP
        bl      work
        expect_return OLD_SP
        ldr     r1, =old_sp
        ldr     sp, [r1]
        expect  "FIQ: lose r12; load r0-r7,pc; sp_fiq = base+36; end fiq -0/-0"
        pop     {r0-r7, lr}
        movs    pc, lr
end_function fiq

        .section .cells, "aw", %nobits
        .balign 8
saved:  .space  16
old_sp: .space  64
other_stack:
