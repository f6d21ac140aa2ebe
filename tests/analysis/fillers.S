/* SPDX-License-Identifier: MIT */
/*
 * Bytes that look like those with which linkers fill gaps, but something speaks for them: a branch,
 * a symbol, or their address in a literal, in data, or in a register. Then they are code.
 */
#include "expect.inc"

#define FRAME   "cfa=sp+8 ra=[cfa-4]"
#define NO_PATH "unknown: no path is known that leads here"

#ifdef __thumb__
#define LABEL(x) x + 1
#define ZEROS    movs r0, r0
#define NONE     .inst.w 0xffffffff
#else
#define LABEL(x) x
#define ZEROS    andeq r0, r0, r0
#define NONE     .inst 0xffffffff
#endif

function leaf
        expect  "cfa=sp ra=lr"
        bx      lr
end_function leaf

/* ---- addresses ------------------------------------------------------------------------------- */

/* A leaf, whose code shows that it returns. */
by_literal:
        expect  "cfa=sp ra=lr"
        nop
        expect  "cfa=sp ra=lr"
        add     r1, r1, #1
        bx      lr

/* Code of another kind, that no symbol names. */
function named_by_literals
        ldr     r0, =LABEL(by_literal)
        ldr     r1, =LABEL(2f)
        ldr     r2, =LABEL(3f)
        bx      lr
end_function named_by_literals
        .ltorg
        nop
2:      expect  NO_PATH
        nop
        expect  NO_PATH
        add     r1, r1, #1
        b       leaf
3:      expect  NO_PATH
        ZEROS
        expect  NO_PATH
        nop
        mov     r0, #1
        pop     {r4, pc}

repeated:
        expect  NO_PATH
        add     r1, r1, #1
        expect  NO_PATH
        add     r1, r1, #1
        expect  NO_PATH
        add     r1, r1, #1
        b       repeated
zeros:
        expect  NO_PATH
        ZEROS
        expect  NO_PATH
        add     r1, r1, #2
        pop     {r4, pc}
trap:
        expect  NO_PATH
        udf     #0
undefined:
        expect  NO_PATH
        NONE
        expect  NO_PATH
        mov     r0, #3
        bx      lr
        .pushsection .data
        .balign 4
        .word   LABEL(repeated), LABEL(zeros), LABEL(trap), LABEL(undefined)
        .popsection

/* Code computes the address, and keeps it. */
function by_adr
        push    {r4, lr}
        mov     r4, r0
        adr     r0, 1f
        str     r0, [r4]
2:      b       2b
        .balign 4
1:      expect  NO_PATH
        nop
        expect  NO_PATH
        mov     r0, #0
        pop     {r4, pc}
end_function by_adr

function by_moves
        push    {r4, lr}
        movw    r0, #:lower16:LABEL(1f)
        movt    r0, #:upper16:LABEL(1f)
        str     r0, [r4]
2:      b       2b
1:      expect  NO_PATH
        nop
        pop     {r4, pc}
end_function by_moves

/* ---- branches -------------------------------------------------------------------------------- */

/* Only dead code leads there, so it is dead code too. */
function jumps_when_dead
1:      b       1b
        expect  "unreachable"
        b       2f
end_function jumps_when_dead
        bx      lr
2:      expect  "unreachable"
        nop
        expect  "unreachable"
        mov     r0, #1
        bx      lr

/* The no-operations are the end of dead code. */
function ends_when_dead
1:      b       1b
        expect  "unreachable"
        mov     r0, #1
        expect  "-"
        nop
        expect  "-"
        nop
end_function ends_when_dead

/* ---- symbols --------------------------------------------------------------------------------- */

/* A symbol that nothing uses. */
unused:
        expect  "unreachable"
        nop
        expect  "unreachable"
        mov     r0, #2
        bx      lr

/* A function without a type has room for a jump to a new version of it. */
        .balign 4
        .global patched
patched:
        expect  "cfa=sp ra=lr"
        nop
        nop
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      leaf
        expect  FRAME
        pop     {r4, pc}

/* Small functions of the same words (early_puts of Xen). */
        .global same_1, same_2
same_1: expect  "cfa=sp ra=lr"
        bx      lr
same_2: expect  "cfa=sp ra=lr"
        bx      lr

/* ---- no-operations before a function --------------------------------------------------------- */

/* As -fpatchable-function-entry=3,2 has it. */
        .balign 4
1:      expect  "cfa=sp ra=lr"
        nop
        expect  "cfa=sp ra=lr"
        nop
        .type   patchable, %function
patchable:
        expect  "cfa=sp ra=lr"
        nop
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      leaf
        expect  FRAME
        pop     {r4, pc}
end_function patchable
        .pushsection __patchable_function_entries, "a"
        .balign 4
        .word   1b
        .popsection

function calls_patchable
        push    {r4, lr}
        bl      patchable
        expect  FRAME
        pop     {r4, pc}
end_function calls_patchable

/* The end of code that is copied (_copy_end of Xvisor). The padding after it is another entry. */
        .global copied_end
copied_end:
        nop
function after_copied
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      leaf
        expect  FRAME
        pop     {r4, pc}
end_function after_copied

/* ---- padding --------------------------------------------------------------------------------- */

/* Alignment explains the gap (_einittext of Xen). It does not count, and has no rule. */
function copies
        push    {r4, lr}
        ldr     r0, =copies
        ldr     r1, =padding
        bl      leaf
        expect  FRAME
        pop     {r4, pc}
        .ltorg
        .balign 64
        mov     r0, r0
        b       leaf
end_function copies
padding:
        expect  "-"
        nop
        expect  "-"
        .balign 64
        mov     r0, #3
        bx      lr

#ifdef __thumb__
/* The fill of lld looks like a branch to other fill. */
function before_fill
        bx      lr
end_function before_fill
        expect  "-"
        .inst.n 0xd4d4
function between_fill
        .rept   40
        add     r0, r0
        .endr
        bx      lr
end_function between_fill
        .inst.n 0xd4d4
function after_fill
        bx      lr
end_function after_fill
#endif

/* A trap that nothing refers to. */
function before_a_trap
        bx      lr
end_function before_a_trap
        expect  "-"
        udf     #1
function after_a_trap
        bx      lr
end_function after_a_trap

/* A label that nothing uses is at a trap. Control does not go on from the trap. */
function before_a_named_trap
        bx      lr
end_function before_a_named_trap
named_trap:
        expect  "unreachable"
        udf     #2
        expect  "-"
        nop
function after_a_named_trap
        bx      lr
end_function after_a_named_trap

/* Control goes on from words with a label to words that look like padding. */
function before_named_words
        bx      lr
end_function before_named_words
named_words:
        expect  "unreachable"
        add     r1, r1, #1
        expect  "unreachable"
        add     r1, r1, #1
        expect  "unreachable"
        NONE
function after_named_words
        bx      lr
end_function after_named_words

/* Long rows of no-operations that no alignment explains. */
function before_a_row
        ldr     r0, =LABEL(1f)
        bx      lr
        .ltorg
end_function before_a_row
        .balign 64
1:      expect  NO_PATH
        nop
        .rept   12
        nop
        .endr
        expect  NO_PATH
        mov     r0, #4
        pop     {r4, pc}

/* The address of padding after which no code follows: it is the end of the code before it. */
function ends_in_a_literal
        expect  "cfa=sp ra=lr"
        ldr     r0, 2f
        bx      lr
1:      expect  "-"
        nop
        .balign 4
2:      .word   LABEL(1b)
end_function ends_in_a_literal

/* ---- computed jumps -------------------------------------------------------------------------- */

/* A block after an unknown jump that begins with a no-operation. */
function dispatches
        push    {r4, lr}
        mov     r4, r1
        ldr     r2, [r0]
        bx      r2
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        nop
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        mov     r0, r4
        pop     {r4, pc}
end_function dispatches
