/* SPDX-License-Identifier: MIT */
/* Assembly whose labels have no type and no size, and code that is called by hand. */
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define SAVED "cfa=sp+8 ra=lr r4=[cfa-8]"

#ifdef __thumb__
#define LABEL(x) x + 1
#else
#define LABEL(x) x
#endif

/* One function falls into the next one. */
        .global pump_on, pump_idle
pump_on:
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        mov     r4, r0
pump_loop:
        expect  FRAME
        bl      probe
        expect  FRAME
        subs    r4, r4, #1
        bne     pump_loop
        expect  FRAME
        pop     {r4, pc}

pump_off:
        expect  "cfa=sp ra=lr"
        push    {r5, lr}
        mov     r5, r0
        .global pump_halt
pump_halt:
        expect  "cfa=sp+8 ra=lr r5=[cfa-8]"
        mov     r0, r5
        expect  "cfa=sp+8 ra=[cfa-4] r5=[cfa-8]"
        bl      probe
        pop     {r5, pc}

/* Only a table has the address of this one. */
by_table:
        expect  "cfa=sp ra=lr"
        push    {r4-r6, lr}
        mov     r5, r0
        expect  "cfa=sp+16 ra=[cfa-4] r5-r6=[cfa-12]"
        bl      probe
        pop     {r4-r6, pc}

/* It ends in a tail call. What the code after it pushes does not matter. */
tail_by_table:
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        mov     r4, r0
        expect  FRAME
        bl      probe
        expect  FRAME
        pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        b       probe
jump_by_table:
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        b       2f
        .word   0
2:      expect  "cfa=sp+8 ra=lr"
        pop     {r4, pc}
/* The processor enters this one: it returns with SPSR on one path. */
exception_by_table:
        expect  "unknown: no path is known that leads here"
        push    {r4, lr}
        cmp     r0, #1
        beq     2f
        pop     {r4, pc}
2:      pop     {r4, lr}
        subs    pc, lr, #4
interrupted_by_table:
        expect  "unknown: no path is known that leads here"
        push    {r0-r3, lr}
        mov     r0, #0
        pop     {r0-r3, pc}

/* A table has the address of this one too, but it is no function: it pops a frame. */
resumes_by_table:
        expect  "unknown: no path is known that leads here"
        mov     r0, #1
        pop     {r4, pc}

/* Two more that are no functions: the processor enters the first, by a vector that code writes. */
vector_by_table:
        expect  "handler"
        push    {r0, lr}
        mov     r0, #0
        cmp     r0, #1
        beq     1f
        pop     {r0, lr}
1:      subs    pc, lr, #0

mode_by_table:
        expect  "unknown: no path is known that leads here"
        push    {r4, lr}
        cps     #0x1f
        bl      probe
        cps     #0x12
        pop     {r4, pc}

        .pushsection .rodata
        .balign 4
        .word   LABEL(by_table), LABEL(resumes_by_table), LABEL(vector_by_table)
        .word   LABEL(mode_by_table), LABEL(tail_by_table), LABEL(interrupted_by_table)
        .word   LABEL(jump_by_table), LABEL(exception_by_table)
        .popsection

/* The other state, after code of this state. Only a call with a change of state leads there. */
#ifdef __thumb__
        .balign 4
        .arm
#else
        .thumb
#endif
other_state:
        expect  "cfa=sp ra=lr"
        push    {r6, lr}
        mov     r6, r0
        expect  "cfa=sp+8 ra=lr r6=[cfa-8]"
        pop     {r6, pc}
#ifdef __thumb__
        .thumb
#else
        .balign 4
        .arm
#endif

function probe
        expect  "cfa=sp ra=lr"
        bx      lr
end_function probe

function calls_labels
        push    {r4, lr}
        mov     r4, r0
        bl      pump_on
        expect  FRAME
        bl      pump_off
        expect  FRAME
        blx     other_state
        expect  FRAME
        pop     {r4, pc}
end_function calls_labels

/*
 * A call by hand whose return address the analysis does not see: it comes from memory. The callee
 * stays known for its other callers. The label is named by a word.
 */
function shared
        expect  "cfa=sp ra=lr"
        push    {r5, lr}
        expect  "cfa=sp+8 ra=lr"
        mov     r5, r0
        expect  "cfa=sp+8 ra=[cfa-4] r5=[cfa-8]"
        bl      probe
        pop     {r5, pc}
end_function shared

function calls_by_a_loaded_link
        push    {r4, lr}
        mov     r4, r0
        movw    r2, #:lower16:link
        movt    r2, #:upper16:link
        ldr     lr, [r2]
        b       shared
1:      expect  "unknown: no path is known that leads here"
        add     r0, r0, r4
        pop     {r4, pc}
        .pushsection .data
        .balign 4
link:   .word   LABEL(1b)
        .popsection
end_function calls_by_a_loaded_link

/* The same, with constants: a jump to a function that others call. The label follows the jump. */
function calls_by_a_moved_link
        push    {r4, lr}
        mov     r4, r0
        ldr     r2, =LABEL(1f)
        ldr     r1, =shared
        mov     lr, r2
        bx      r1
        udf     #3
1:      expect  FRAME
        pop     {r4, pc}
        .ltorg
end_function calls_by_a_moved_link

function calls_callers_by_hand
        push    {r4, lr}
        mov     r4, r0
        bl      calls_by_a_loaded_link
        expect  FRAME
        bl      calls_by_a_moved_link
        expect  FRAME
        bl      shared
        expect  FRAME
        pop     {r4, pc}
end_function calls_callers_by_hand
