/* SPDX-License-Identifier: MIT */
/* Handlers with nested interrupts, as in RTX5, RTEMS, ThreadX, Rust's runtime and Xilinx's. */
#include "expect.inc"

        vectors
        unused prefetch

/* RTX5: SRS to the IRQ stack, lr of SVC mode and the pad on the SVC stack. */
#define RUST "base = base+28; psr = [0]; sp_usr = base+4; end svc -0/-0 call"
#define RTX_LR "lr_svc = [0]; sp_svc = base+4; base = sp_irq; " RTX
#define RTX_SVC "base = base+4; " RTX_LR
#define RTX "load r0-r3,r12; base = base+24; pc = [0]; base = base+4; psr = [0]; \
sp_irq = base+4; end irq -0/-0"

function irq
        sub     lr, lr, #4
        srsfd   sp!, #0x12
        push    {r0-r3, r12, lr}
        expect  "IRQ: " RTX
        mrs     r0, spsr
        and     r0, r0, #0x1f
        cps     #0x13
        push    {r12, lr}
        expect  "SVC: " RTX_SVC
        and     r3, sp, #4
        sub     sp, sp, r3
        expect  "SVC: base += r3; " RTX_SVC
        push    {r3, r4}
        blx     r0
        expect_return "SVC: base = base+4; r4 = [0]; base += [-4]; base = base+8; " RTX_LR
        pop     {r3, r4}
        add     sp, sp, r3
        pop     {r12, lr}
        cps     #0x12
        pop     {r0-r3, r12, lr}
        expect  "IRQ: pc = [0]; base = base+4; psr = [0]; sp_irq = base+4; end irq -0/-0"
        rfefd   sp!
end_function irq

#define RTEMS "load r0-r3,r7,r9,r12,lr,pc; base = base+36; \
psr = [0]; sp_svc = base+4; end fiq -0/-0"

/* RTEMS: the old sp in r9, which is callee-saved, and the pad in r7; another stack. */
function fiq
        expect  "FIQ: end fiq -4/-4"
        subs    lr, lr, #4
        srsfd   sp!, #0x13
        cps     #0x13
        expect  "SVC: pc = [0]; base = base+4; psr = [0]; sp_svc = base+4; end fiq -0/-0"
        push    {r0-r3, r7, r9, r12, lr}
        mov     r9, sp
        and     r7, sp, #4
        sub     sp, sp, r7
        expect  "SVC: base += r7; " RTEMS
        ldr     r0, =interrupt_stack
        mov     sp, r0
        expect  "SVC: base = r9; " RTEMS
        bl      work
        expect_return "SVC: base = r9; " RTEMS
        mov     sp, r9
        expect  "SVC: " RTEMS
        pop     {r0-r3, r7, r9, r12, lr}
        rfefd   sp!
end_function fiq

/* Xilinx: raw lr, adjusted by the return; SPSR stays in its bank. */
function undefined
        push    {r0-r3, r12, lr}
        expect  "UND: load r0-r3,r12,pc; sp_und = base+24; end und -4/-2"
        vpush   {d0-d7}
        expect  "UND: base = base+64; load r0-r3,r12,pc; sp_und = base+24; end und -4/-2"
        vmrs    r1, fpscr
        push    {r1}
        expect  "UND: base = base+68; load r0-r3,r12,pc; sp_und = base+24; end und -4/-2"
        bl      work
        pop     {r1}
        vpop    {d0-d7}
        pop     {r0-r3, r12, lr}
        movs    pc, lr
end_function undefined

/*
 * ThreadX: the first interrupt of a thread saves to its IRQ stack; while no thread runs, nothing is
 * saved. Only words tell which: the current thread, and how deep interrupts are nested.
 */
function data
        push    {r0-r3}
        expect  "ABT: load r0-r3; sp_abt = base+16; end abt -8/-8"
        ldr     r3, =system_state
        ldr     r2, [r3]
        cmp     r2, #0
        beq     1f
        add     r2, r2, #1
        str     r2, [r3]
        mrs     r0, spsr
        sub     lr, lr, #8
        push    {r0, r10, r12, lr}
        b       3f
1:      add     r2, r2, #1
        str     r2, [r3]
        ldr     r1, =current_ptr
        ldr     r0, [r1]
        cmp     r0, #0
        beq     2f
        mrs     r2, spsr
        sub     lr, lr, #8
        push    {r2, r10, r12, lr}
3:      expect  "ABT: psr = [0]; base = base+4; load r10,r12,pc; base = base+12; load r0-r3; \
sp_abt = base+16; end abt -0/-0"
        bl      work
        pop     {r0, r10, r12, lr}
        pop     {r0-r3}
        movs    pc, lr
2:      add     sp, sp, #16
        expect  "ABT: lose r0-r3; end abt -8/-8"
        b       .
end_function data

/* Rust's runtime: system mode; the pad on the stack, beside r12. */
function call
        srsfd   sp!, #0x1f
        cps     #0x1f
        push    {lr}
        push    {r0-r3, r12}
        expect  "SYS: load r0-r3,r12,lr,pc; " RUST
        mov     r12, sp
        and     r12, r12, #7
        sub     sp, sp, r12
        expect  "SYS: base += r12; load r0-r3,r12,lr,pc; " RUST
        push    {r12}
        sub     sp, sp, #4
        expect  "SYS: base += [4]; base = base+8; load r0-r3,r12,lr,pc; " RUST
        bl      work
        expect_return "SYS: base += [4]; base = base+8; load r0-r3,r12,lr,pc; " RUST
        add     sp, sp, #4
        pop     {r12}
        add     sp, sp, r12
        pop     {r0-r3, r12}
        pop     {lr}
        rfefd   sp!
end_function call

        .bss
        .balign 8
        .space  256
interrupt_stack:
system_state: .word 0
current_ptr: .word 0
