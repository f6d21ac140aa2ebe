/* SPDX-License-Identifier: MIT */
/*
 * Labels without a type whose address is only in a table, as in the processor list of Xen for ARM32
 * (arch/arm/arm32/proc-v7.S, ca15mp_init), written anew. Each begins where no code falls into it,
 * unless its comment says otherwise.
 */
#include "expect.inc"

#define UNKNOWN "unknown: no path is known that leads here"

#ifdef __thumb__
#define LABEL(x) x + 1
#define OTHER_STATE(x) x
#else
#define LABEL(x) x
#define OTHER_STATE(x) x + 1
#endif

/* A leaf that leaves alone what its caller needs: however it is entered, the code at lr is next. */
leaf_by_table:
        expect  "cfa=sp ra=lr"
        mrc     p15, 0, r0, c1, c0, 1
        orr     r0, r0, #0x40
        expect  "cfa=sp ra=lr"
        mcr     p15, 0, r0, c1, c0, 1
        bx      lr

loop_by_table:
        expect  "cfa=sp ra=lr"
        subs    r0, r0, #1
        beq     1f
        str     r0, [r1]
        b       loop_by_table
1:      expect  "cfa=sp ra=lr"
        bx      lr

/* What r4 was before is unknown. */
changes_r4:
        expect  UNKNOWN
        mov     r4, r0
        bx      lr

/* A resume point: it takes the registers of a task from a control block. */
resumes_task:
        expect  UNKNOWN
        ldmia   r0, {r4-r11}
        bx      lr

changes_d8:
        expect  UNKNOWN
        vmov    d8, r0, r1
        bx      lr

changes_sp:
        expect  UNKNOWN
        add     sp, sp, #8
        bx      lr

changes_lr:
        expect  UNKNOWN
        mov     lr, r0
        bx      lr

/* It uses a register that a function would not: the middle of other code. */
uses_r5:
        expect  UNKNOWN
        ldr     r0, [r5]
        bx      lr

calls_by_table:
        expect  UNKNOWN
        blx     r0
        bx      lr

/* In SVC mode the handler of SVC has the same lr. */
traps_by_table:
        expect  UNKNOWN
        svc     #0
        bx      lr

pops_by_table:
        expect  UNKNOWN
        cmp     r0, #0
        bne     1f
        bx      lr
1:      pop     {pc}

/* lr need not be a return address where the code comes to no return. */
parks_by_table:
        expect  UNKNOWN
        cmp     r0, #0
        bne     1f
        bx      lr
1:      wfi
        b       1b

/* Parts of handlers: lr may be the address that was interrupted. */
reads_spsr:
        expect  UNKNOWN
        mrs     r0, spsr
        bx      lr

sets_psr:
        expect  UNKNOWN
        msr     cpsr_c, r0
        bx      lr

returns_from_exception:
        expect  UNKNOWN
        cmp     r0, #0
        bne     1f
        bx      lr
1:      subs    pc, lr, #4

/* On one path it jumps to a function. */
tails_by_table:
        expect  UNKNOWN
        cmp     r0, #0
        beq     between
        bx      lr

/* It falls into a function. */
        b       falls
falls:  cmp     r0, #0
        expect  UNKNOWN
        beq     1f
        bx      lr
1:      nop
function next
        expect  "cfa=sp ra=lr"
        bx      lr
end_function next

/* Code falls into it: a number in the table looks like an address. */
before_number:
        expect  "unreachable"
        mov     r4, r0
number: expect  UNKNOWN
        mov     r0, #1
        bx      lr

/* The word has the address in the other state. */
other_state:
#ifdef __thumb__
        expect  UNKNOWN
#else
        expect  "unreachable"
#endif
        mov     r0, #1
        bx      lr

function between
        expect  "cfa=sp ra=lr"
        bx      lr
end_function between

/* On one path it falls into a function. */
falls_or_returns:
        cmp     r0, #0
        expect  UNKNOWN
        it      eq
        bxeq    lr
function after_return
        expect  "cfa=sp ra=lr"
        bx      lr
end_function after_return

/* The blocks of a dispatcher without a size: it has changed r4 when it comes to them. */
dispatcher:
        expect  "cfa=sp ra=lr"
        mov     r12, r4
        mov     r4, r1
        ldr     r2, =blocks
        ldr     r2, [r2, r0, lsl #2]
        bx      r2
block_a:
        expect  UNKNOWN
        mov     r0, #1
        bx      lr
block_b:
        expect  UNKNOWN
        mov     r4, r12
        bx      lr
        .ltorg

function calls_dispatcher
        push    {r4, lr}
        bl      dispatcher
        pop     {r4, pc}
end_function calls_dispatcher

/* One path does not return with lr. */
jumps_by_table:
        expect  UNKNOWN
        cmp     r0, #0
        it      eq
        bxeq    r1
        bx      lr

function last
        expect  "cfa=sp ra=lr"
        bx      lr
end_function last

/* A section without functions. */
        .section .labels, "ax", %progbits
leaf_without_functions:
        expect  "cfa=sp ra=lr"
        mov     r0, #0
        bx      lr
code_without_functions:
        expect  UNKNOWN
        mov     r4, #0
        bx      lr
        expect  "unreachable"
        mov     r4, #0
        bx      lr

        .section .rodata
        .balign 4
        .word   LABEL(leaf_by_table), LABEL(loop_by_table), LABEL(changes_r4), LABEL(changes_d8)
        .word   LABEL(changes_sp), LABEL(changes_lr), LABEL(calls_by_table), LABEL(jumps_by_table)
        .word   LABEL(pops_by_table), LABEL(reads_spsr), LABEL(sets_psr), LABEL(falls)
        .word   LABEL(resumes_task), LABEL(uses_r5), LABEL(traps_by_table), LABEL(parks_by_table)
        .word   LABEL(returns_from_exception), LABEL(number), OTHER_STATE(other_state)
        .word   LABEL(tails_by_table), LABEL(falls_or_returns)
        .word   LABEL(leaf_without_functions), LABEL(code_without_functions)
blocks: .word   LABEL(block_a), LABEL(block_b)
