/* SPDX-License-Identifier: MIT */
/*
 * FreeRTOS with an MPU: a switch of tasks stores all registers of the task to its control block.
 * Before the call that chooses the next task, lr leads there; after it, nothing does.
 */
#include "expect.inc"

        vectors
        unused undefined, prefetch, data, fiq

#define ON_IRQ "pc = [0]; base = base+4; psr = [0]; sp_irq = base+4; end irq -0/-0"
#define IN_BLOCK "innermost; base = 0x20000; base = [0]; base = base+12; r0 = [0]; " \
        "base = base+60; pc = [0]; end irq -0/-0"

function irq
        sub     lr, lr, #4
        srsdb   sp!, #0x12
        expect  "IRQ: " ON_IRQ
        push    {lr}
        ldr     lr, =current
        ldr     lr, [lr]
        add     lr, lr, #12
        expect  "IRQ: base = base+4; " ON_IRQ
        stm     lr, {r0-r14}^
        ldr     r0, [sp, #4]
        str     r0, [lr, #60]
        ldr     r0, [sp, #8]
        str     r0, [lr, #64]
        add     sp, sp, #12
        expect  "IRQ: " IN_BLOCK
        cps     #0x13
        expect  "SVC: " IN_BLOCK
        bl      work
        expect_return "none: nothing leads to the saved registers"
        cps     #0x12
        ldr     lr, =current
        ldr     lr, [lr]
        add     lr, lr, #12
        expect  "none: nothing leads to the saved registers"
        ldm     lr, {r0-r14}^
        add     lr, lr, #60
        rfeia   lr
end_function irq

function call
        push    {r0, lr}
        ldr     lr, =current
        ldr     lr, [lr]
        stm     lr, {r0-r14}^
        pop     {r0, r1}
        expect  "SVC: innermost; pc = r1; base = 0x20000; base = [0]; base = base+4; r1 = [0]; " \
                "end svc -0/-0 call"
        str     r1, [lr, #60]
        mrs     r2, spsr
        str     r2, [lr, #64]
        bl      work
        expect_return "none: nothing leads to the saved registers"
        b       .
end_function call

        .section .cells, "aw", %nobits
        .balign 8
current: .word 0
