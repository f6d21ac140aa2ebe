/* SPDX-License-Identifier: MIT */
/*
 * Inline assembly of a context switch, found by disassembling a microkernel, written anew: it saves
 * words on the stack of which the compiler knows nothing, and the task goes on with them there.
 */
#include "expect.inc"

#ifdef __thumb__
#define LABEL(x) (x) + 1
#else
#define LABEL(x) x
#endif

        .cfi_sections .debug_frame

function leaf
        expect  "cfa=sp ra=lr"
        bx      lr
end_function leaf

function switches
        .cfi_startproc
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        push    {r11}
        adr     r12, LABEL(1f)
        push    {r12}
        str     sp, [r0]
        mov     sp, r1
        bl      leaf
        ldr     pc, [sp], #4
        .balign 4
        /* CFI says cfa=sp+8 here, but r11 is still on the stack. */
1:      expect  "unknown: no path is known that leads here"
        pop     {r11}
        nop
        pop     {r4, pc}
        .cfi_endproc
end_function switches
