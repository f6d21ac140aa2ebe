/* SPDX-License-Identifier: MIT */
/*
 * Exits of monitors and hypervisors. Exception handlers, the start-up code and code that has given
 * up its caller end there. No path has a caller that could be found, so "no rule" is right.
 */
        .arch_extension sec
        .arch_extension virt
#include "expect.inc"

#define DISPUTED "unknown: paths from different contexts meet here"

/*
 * Loads the registers of the other world from the context at r0. Then a call of the monitor enters
 * that world. An exception return would show by itself that the code has no caller.
 */
.macro leave_world
        mov     sp, r0
        ldr     r1, [r0, #52]
        msr     spsr_cxsf, r1
        ldr     lr, [r0, #56]
        ldm     r0, {r0-r12}
        smc     #0
1:      b       1b
.endm

        .cfi_sections .debug_frame
function cold_start
        .cfi_startproc
        .cfi_undefined lr
        expect  "root"
        ldr     r0, [r0]
        b       monitor_exit
        .cfi_endproc
end_function cold_start

/* Its address is in a mailbox, so it counts as called. It forgets lr and makes a new stack. */
        .global warm_start
        .type   warm_start, %function
        .balign 4
warm_start:
        expect  "cfa=sp ra=lr"
        mov     lr, #0
        expect  NOTHING_LEFT
        ldr     sp, [r0, #4]
        expect  NOTHING_LEFT
        b       monitor_exit
end_function warm_start

function monitor_call
        expect  "handler"
        srsdb   sp!, #0x16
        ldr     r0, [sp, #8]
        cmp     r0, #0
        beq     monitor_exit
        rfeia   sp!
end_function monitor_call

function monitor_exit
        expect  "handler"
        leave_world
end_function monitor_exit

/* Only the start-up code and code without its caller: the same. */
function second_start
        .cfi_startproc
        .cfi_undefined lr
        expect  "root"
        b       first_guest
        .cfi_endproc
end_function second_start

function enter_guest
        expect  "cfa=sp ra=lr"
        ldr     lr, [r0, #8]
        mov     sp, r0
        expect  NOTHING_LEFT
        b       first_guest
end_function enter_guest

/* Its return address is on a stack to which nothing comes back. */
function leaves_its_stack
        push    {r4, lr}
        ldr     lr, [r0, #8]
        mov     sp, r0
        expect  NOTHING_LEFT
        b       first_guest
end_function leaves_its_stack

function first_guest
        expect  "handler"
        leave_world
end_function first_guest

/* One path still has its caller: a trace from there could go on, so the code is unknown. */
function keeps_its_caller
        expect  "cfa=sp ra=lr"
        mov     r1, #0
        b       shared_exit
end_function keeps_its_caller

function trap_to_shared_exit
        expect  "handler"
        cmp     r0, #0
        beq     shared_exit
        subs    pc, lr, #4
end_function trap_to_shared_exit

function shared_exit
        expect  DISPUTED
        leave_world
end_function shared_exit

/* The same, after a path without its caller has come. */
function lost_to_late_exit
        mov     lr, #0
        mov     sp, r1
        b       late_exit
end_function lost_to_late_exit

function trap_to_late_exit
        expect  "handler"
        cmp     r0, #0
        beq     late_exit
        subs    pc, lr, #4
end_function trap_to_late_exit

function calls_late_exit
        cmp     r0, #0
        it      eq
        bxeq    lr
        expect  "cfa=sp ra=lr"
        b       late_exit
end_function calls_late_exit

function late_exit
        expect  DISPUTED
        leave_world
end_function late_exit

/* Each of two paths has the return address, but in another register. So it is not lost. */
function parks_in_one_of_two
        expect  "cfa=sp ra=lr"
        cmp     r0, #0
        beq     1f
        mov     r2, lr
        mov     r3, #0
        mov     lr, #0
        b       2f
1:      mov     r3, lr
        mov     r2, #0
        mov     lr, #0
2:      expect  "unknown: no location holds the return address on all paths"
        b       torn_exit
end_function parks_in_one_of_two

function trap_to_torn_exit
        expect  "handler"
        cmp     r0, #0
        beq     torn_exit
        subs    pc, lr, #4
end_function trap_to_torn_exit

function torn_exit
        expect  DISPUTED
        leave_world
end_function torn_exit

/* A return restores the return address from another stack: it existed, and is not found. */
function parks_its_caller
        expect  "cfa=sp ra=lr"
        push    {r4-r11, lr}
        str     sp, [r0]
        mov     sp, r1
        mov     lr, #0
        b       resumes_one
end_function parks_its_caller

function trap_to_resume
        expect  "handler"
        cmp     r0, #0
        beq     resumes_one
        subs    pc, lr, #4
end_function trap_to_resume

function resumes_one
        expect  DISPUTED
        ldr     sp, [r2]
        expect  DISPUTED
        pop     {r4-r11, pc}
end_function resumes_one

function calls_what_parks
        push    {r4, lr}
        mov     r4, r0
        bl      parks_its_caller
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function calls_what_parks

        .section .rodata
        .balign 4
        .word   warm_start, enter_guest, monitor_call, trap_to_shared_exit
