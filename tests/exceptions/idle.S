/* SPDX-License-Identifier: MIT */
/*
 * ThreadX: an interrupt saves registers if a thread runs or if it has interrupted another handler;
 * if the system is idle, it saves nothing. Only words of memory tell which. Nested interrupts run
 * in system mode, on a stack of their own.
 */
#include "expect.inc"

        vectors
        unused undefined, call, prefetch, data, fiq

#define SAVED "psr = [0]; base = base+4; load r10,r12,pc; base = base+12; load r0-r3; \
sp_irq = base+16; end irq -0/-0"
#define ON_SYS "base = base+4; lr_usr = [0]; sp_usr = base+4; base = sp_irq; " SAVED
#define IDLE "lose r0-r3; end irq -4/-4"

function irq
        b       save_context
irq_goes_on:
        expect  "IRQ: skip 7 if r0 is 0; " SAVED " | skip 7 if r2 is 1; " SAVED " | " IDLE
        bl      nesting_start
        expect  "SYS: base = 0x20004; skip 12 if [0] is 0; base = sp; " ON_SYS " | " \
                "base = sp; skip 11 if r2 is 1; " ON_SYS " | no rule; end usr -0/-0"
        bl      work
        expect_return "SYS: base = 0x20004; skip 12 if [0] is 0; base = sp; " ON_SYS " | " \
                "base = sp; innermost; base = 0x20000; skip 12 if [0] is 1; base = sp; " ON_SYS \
                " | base = sp; no rule; end usr -0/-0"
        bl      nesting_end
        expect  "IRQ: base = 0x20004; skip 8 if [0] is 0; base = sp; " SAVED " | " \
                "base = sp; innermost; base = 0x20000; skip 8 if [0] is 1; base = sp; " SAVED \
                " | base = sp; no rule; end usr -0/-0"
        b       restore_context
end_function irq

function save_context
        expect  "IRQ: end irq -4/-4"
        push    {r0-r3}
        expect  "IRQ: load r0-r3; sp_irq = base+16; end irq -4/-4"
        ldr     r3, =system_state
        ldr     r2, [r3]
        cmp     r2, #0
        beq     1f
        add     r2, r2, #1
        str     r2, [r3]
        mrs     r0, spsr
        sub     lr, lr, #4
        push    {r0, r10, r12, lr}
        expect  "IRQ: " SAVED
        b       irq_goes_on
1:      add     r2, r2, #1
        str     r2, [r3]
        ldr     r1, =current_ptr
        ldr     r0, [r1]
        cmp     r0, #0
        beq     2f
        mrs     r2, spsr
        sub     lr, lr, #4
        push    {r2, r10, r12, lr}
        expect  "IRQ: " SAVED
        b       irq_goes_on
2:      add     sp, sp, #16
        expect  "IRQ: " IDLE
        b       irq_goes_on
end_function save_context

function nesting_start
        mov     r3, lr
        mrs     r0, cpsr
        bic     r0, r0, #0x1f
        orr     r0, r0, #0x1f
        msr     cpsr_c, r0
        push    {r1, lr}
        bic     r0, r0, #0x80
        msr     cpsr_c, r0
        bx      r3
end_function nesting_start

function nesting_end
        mov     r3, lr
        mrs     r0, cpsr
        orr     r0, r0, #0x80
        msr     cpsr_c, r0
        pop     {r1, lr}
        bic     r0, r0, #0x1f
        orr     r0, r0, #0x12
        msr     cpsr_c, r0
        bx      r3
end_function nesting_end

function restore_context
        cpsid   if
        ldr     r3, =system_state
        ldr     r2, [r3]
        sub     r2, r2, #1
        str     r2, [r3]
        cmp     r2, #0
        beq     1f
        pop     {r0, r10, r12, lr}
        msr     spsr_cxsf, r0
        pop     {r0-r3}
        expect  "IRQ: end irq -0/-0"
        movs    pc, lr
1:      ldr     r1, =current_ptr
        ldr     r0, [r1]
        cmp     r0, #0
        beq     2f
        pop     {r0, r10, r12, lr}
        msr     spsr_cxsf, r0
        pop     {r0-r3}
        expect  "IRQ: end irq -0/-0"
        movs    pc, lr
2:      b       .
end_function restore_context

        .section .cells, "aw", %nobits
        .balign 8
system_state: .word 0
current_ptr: .word 0
