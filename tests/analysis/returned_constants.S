/* SPDX-License-Identifier: MIT */
/*
 * RFE and LDM ^ to a constant that the code has stored on its stack. With a psr of its own, the
 * code goes on there in the frame of the function, or enters another function. With SPSR or a word
 * of memory, the mode is that of unknown code.
 */
#include "expect.inc"

#define FRAME    "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define LEAF     "cfa=sp+8 ra=lr r4=[cfa-8]"
#define DISPUTED "unknown: paths from different contexts meet here"

/* The function goes on in its own mode, and returns. */
function goes_on
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        mov     r4, r0
        mrs     r1, cpsr
        bic     r1, r1, #0x80
        ldr     r0, =1f
        push    {r0, r1}
        expect  "cfa=sp+16 ra=lr r4=[cfa-8]"
        rfeia   sp!
1:      expect  LEAF
        mov     r0, r4
        pop     {r4, pc}
        .ltorg
end_function goes_on

/* In another mode, lr and sp may be other registers. */
function changes_mode
        expect  "cfa=sp ra=lr"
        mov     r2, lr
        mrs     r1, cpsr
        bic     r1, r1, #0x1f
        orr     r1, r1, #0x13
        ldr     r0, =1f
        push    {r0, r1}
        rfeia   sp!
1:      expect  "unknown: the cfa is not at a known distance from any register"
        bx      r2
        .ltorg
end_function changes_mode

function calls_changes_mode
        push    {r4, lr}
        bl      changes_mode
        pop     {r4, pc}
end_function calls_changes_mode

/* It comes back to the mode of its caller, and to the sp after RFE. */
function comes_back
        push    {r4, lr}
        mov     r4, r0
        mrs     r3, cpsr
        bic     r1, r3, #0x1f
        orr     r1, r1, #0x13
        ldr     r0, =1f
        push    {r0, r1}
        rfeia   sp!
1:      msr     cpsr_c, r3
        expect  LEAF
        mov     r0, r4
        pop     {r4, pc}
        .ltorg
end_function comes_back

#ifndef __thumb__
/* LDM ^ takes SPSR. */
function by_load
        expect  "cfa=sp ra=lr"
        mrs     r1, cpsr
        ldr     r2, =1f
        push    {r2}
        msr     spsr_cxsf, r1
        expect  "cfa=sp+4 ra=lr"
        ldm     sp!, {pc}^
1:      expect  "cfa=sp ra=lr"
        bx      lr
        .ltorg
end_function by_load
#endif

function calls
        push    {r4, lr}
        mov     r4, r0
#ifndef __thumb__
        bl      by_load
#endif
        bl      goes_on
        expect  FRAME
        bl      comes_back
        expect  FRAME
        bl      enters
        mov     r0, r4
        pop     {r4, pc}
end_function calls

/* The constant is another function, to which only a pointer refers. */
function enters
        expect  "cfa=sp ra=lr"
        mov     r1, #0xd3
        ldr     r0, =entered
        push    {r0, r1}
        expect  "cfa=sp+8 ra=lr"
        rfeia   sp!
        .ltorg
end_function enters

function entered
        expect  DISPUTED
        push    {r4, lr}
        bl      goes_on
        pop     {r4, pc}
end_function entered

/* Nothing calls this function, so it is a handler. It enters a function as by a jump. */
function handles
        expect  "handler"
        push    {r0-r3, r12, lr}
        mrs     r0, spsr
        mov     r1, #0xd3
        ldr     r0, =started
        push    {r0, r1}
        expect  "handler"
        rfeia   sp!
        .ltorg
end_function handles

function started
        expect  "handler"
        push    {r4, lr}
        bl      goes_on
        pop     {r4, pc}
end_function started

/* Others call the function. */
function handles_too
        expect  "handler"
        push    {r0-r3, r12, lr}
        mov     r1, #0xd3
        ldr     r0, =called
        push    {r0, r1}
        rfeia   sp!
        .ltorg
end_function handles_too

function called
        expect  DISPUTED
        push    {r4, lr}
        bl      goes_on
        expect  DISPUTED
        pop     {r4, pc}
end_function called

function calls_called
        push    {r4, lr}
        mov     r4, r0
        bl      called
        expect  FRAME
        mov     r0, r4
        pop     {r4, pc}
end_function calls_called

/* A fault handler: the constant takes the place of the return address, SPSR stays. */
function fixes_up
        expect  "handler"
        srsdb   sp!, #0x17
        push    {r0-r3, r12, lr}
        ldr     r0, =recover
        str     r0, [sp, #24]
        pop     {r0-r3, r12, lr}
        expect  "handler"
        rfeia   sp!
        .ltorg
end_function fixes_up

function probes
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        mov     r4, r1
        ldr     r0, [r0]
        expect  LEAF
        str     r0, [r4]
recover:
        expect  DISPUTED
        mov     r0, r4
        pop     {r4, pc}
end_function probes

/* The stack pointer is stored too: the mode is not known. */
function loads_psr
        expect  "handler"
        push    {r0-r3, r12, lr}
        ldr     r1, [r0]
        ldr     r0, =by_loaded_psr
        push    {r0, r1}
        rfeia   sp!
        .ltorg
end_function loads_psr

function by_loaded_psr
        expect  DISPUTED
        push    {r4, lr}
        bl      goes_on
        pop     {r4, pc}
end_function by_loaded_psr

/* A branch comes past the constant: the function returns from an exception. */
function may_return
        expect  "handler"
        mov     r1, #0xd3
        cmp     r0, #0
        beq     1f
        ldr     r0, =2f
1:      push    {r0, r1}
        expect  "handler"
        rfeia   sp!
2:      expect  "handler"
        bx      lr
        .ltorg
end_function may_return

/* The word is overwritten; sp has moved by an unknown number. */
function overwrites
        expect  "handler"
        mov     r1, #0xd3
        ldr     r0, =1f
        push    {r0, r1}
        ldr     r0, [r2]
        str     r0, [sp]
        rfeia   sp!
1:      bx      lr
        .ltorg
end_function overwrites

function moves_sp
        expect  "handler"
        mov     r1, #0xd3
        ldr     r0, =1f
        push    {r0, r1}
        sub     sp, sp, r2
        rfeia   sp!
1:      bx      lr
        .ltorg
end_function moves_sp

#ifndef __thumb__
/* LDM ^ loads other registers too. */
function loads_others
        expect  "handler"
        mrs     r1, cpsr
        ldr     r2, =1f
        push    {r1, r2}
        msr     spsr_cxsf, r1
        expect  "handler"
        ldm     sp!, {r1, pc}^
1:      expect  "handler"
        bx      lr
        .ltorg
end_function loads_others
#endif

#ifndef __thumb__
function calls_loads_others
        push    {r4, lr}
        bl      loads_others
        pop     {r4, pc}
end_function calls_loads_others
#endif

        .section .rodata
        .word   goes_on, comes_back, handles, handles_too, fixes_up, loads_psr, may_return
        .word   overwrites, moves_sp
