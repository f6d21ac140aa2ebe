/* SPDX-License-Identifier: MIT */
/*
 * Writes to CPSR. A word of unknown origin restores what this mode read before, so the mode stays.
 * Only a known other mode leaves the mode of the entry.
 */
#include "expect.inc"

#define SVC   0x13
#define IRQ   0x12
#define MODE  0x1f
#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define NO_CFA "unknown: the cfa is not at a known distance from any register"

function leaf
        bx      lr
end_function leaf

/* The word is an argument. */
function irq_restore
        expect  "cfa=sp ra=lr"
        msr     cpsr_c, r0
        expect  "cfa=sp ra=lr"
        bx      lr
end_function irq_restore

/* The word comes from memory that the caller names. */
function unlock
        ldr     r1, [r0, #4]
        msr     cpsr_cxsf, r1
        expect  "cfa=sp ra=lr"
        bx      lr
end_function unlock

/* The word was saved in the frame of this function, across a call. */
function guarded
        push    {r4, lr}
        mrs     r3, cpsr
        push    {r3, r5}
        cpsid   i
        bl      leaf
        pop     {r3, r5}
        msr     cpsr_c, r3
        expect  "cfa=sp+8 ra=[cfa-4]"
        pop     {r4, pc}
end_function guarded

/* The interrupt masks of an argument, put together with other bits. */
function set_masks
        and     r1, r0, #0xc0
        mrs     r2, cpsr
        bic     r2, r2, #0xc0
        orr     r2, r2, r1
        msr     cpsr_c, r2
        expect  "cfa=sp ra=lr"
        bx      lr
end_function set_masks

/* The variable of the word is 0 until the loop sets it. 0 is no mode. */
function set_in_a_loop
        push    {r4, lr}
        mov     r4, #0
        b       2f
1:      mrs     r4, cpsr
        cpsid   i
2:      bl      leaf
        cmp     r0, #1
        blo     1b
        msr     cpsr_c, r4
        expect  FRAME
        cmp     r0, #2
        beq     3f
        mov     r0, #3
3:      expect  FRAME
        pop     {r4, pc}
end_function set_in_a_loop

/* Restores CPSR from r4, which has the result of a call. */
function restores_a_result
        push    {r4, lr}
        bl      read_flags
        mov     r4, r0
        bl      leaf
        msr     cpsr_c, r4
        expect  FRAME
        mov     r0, r4
        bl      irq_restore
        expect  FRAME
        mov     r0, sp
        bl      unlock
        expect  FRAME
        bl      guarded
        expect  FRAME
        bl      set_masks
        expect  FRAME
        pop     {r4, pc}
end_function restores_a_result

function read_flags
        mrs     r0, cpsr
        cpsid   if
        expect  "cfa=sp ra=lr"
        bx      lr
end_function read_flags

/* Flags, the saved word of an exception, and masks change no mode. */
function other_fields
        push    {r4, lr}
        mov     r4, r0
        mov     r3, #IRQ
        msr     cpsr_f, r3
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        msr     spsr_cxsf, r3
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        cpsie   a
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function other_fields

/* The mode bits are cleared and set: another mode, with a stack of its own. */
function composed
        push    {r4, lr}
        mrs     r4, cpsr
        bic     r3, r4, #MODE
        orr     r3, r3, #IRQ
        msr     cpsr_c, r3
        expect  NO_CFA
        mov     sp, r0
        msr     cpsr_c, r4
        expect  NO_CFA
        pop     {r4, pc}
end_function composed

/* As above, but with the bits in another register, and without a write to sp. */
function composed_of_two
        push    {r4, lr}
        mrs     r4, cpsr
        mov     r2, #IRQ
        bic     r3, r4, #MODE
        orr     r3, r3, r2
        msr     cpsr_c, r3
        expect  NO_CFA
        mov     r1, sp
        msr     cpsr_c, r4
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function composed_of_two

/* EOR, an addition or a subtraction changes the mode bits. */
.macro changed name:req, change:vararg
function \name
        push    {r4, lr}
        mrs     r4, cpsr
        \change
        msr     cpsr_c, r3
        expect  NO_CFA
        mov     r1, sp
        msr     cpsr_c, r4
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function \name
.endm
        changed by_eor, eor r3, r4, #(SVC ^ IRQ)
        changed by_addition, add r3, r4, #1
        changed by_subtraction, sub r3, r4, #1

/* The mode is inserted into the word. */
function inserted
        push    {r4, lr}
        mrs     r4, cpsr
        mov     r2, #IRQ
        mov     r3, r4
        bfi     r3, r2, #0, #5
        msr     cpsr_c, r3
        expect  NO_CFA
        mov     r1, sp
        msr     cpsr_c, r4
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function inserted

/* A constant is another mode, until a second constant leads to the first one. */
function constant
        push    {r4, lr}
        mov     r4, r0
        movs    r3, #IRQ | 0xc0
        msr     cpsr_c, r3
        expect  NO_CFA
        mov     sp, r4
        movs    r3, #SVC | 0xc0
        msr     cpsr_c, r3
        expect  NO_CFA
        pop     {r4, pc}
end_function constant

#ifndef __thumb__
function constant_in_the_instruction
        push    {r4, lr}
        mov     r4, r0
        msr     cpsr_c, #IRQ | 0xc0
        expect  NO_CFA
        mov     sp, r4
        msr     cpsr_c, #SVC | 0xc0
        expect  NO_CFA
        pop     {r4, pc}
end_function constant_in_the_instruction
#endif

/* The word of another mode goes through the stack, as in code without optimisation. */
function through_the_stack
        push    {r4, lr}
        mrs     r4, cpsr
        mov     r0, #IRQ | 0xc0
        push    {r0, r1}
        ldr     r3, [sp], #8
        msr     cpsr_c, r3
        expect  NO_CFA
        mov     r1, sp
        msr     cpsr_c, r4
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function through_the_stack

/* As above, with r11 as frame pointer. The other mode may have an r11 of its own. */
function through_the_frame
        push    {fp, lr}
        mov     fp, sp
        sub     sp, sp, #8
        mrs     r0, cpsr
        str     r0, [fp, #-4]
        mov     r0, #IRQ | 0xc0
        str     r0, [fp, #-8]
        ldr     r0, [fp, #-8]
        msr     cpsr_c, r0
        expect  NO_CFA
        ldr     r0, [fp, #-4]
        msr     cpsr_c, r0
        expect  NO_CFA
        add     r3, fp, #0
        mov     sp, r3
        expect  NO_CFA
        pop     {fp, pc}
end_function through_the_frame

/* As above, where the frame pointer is not sp: the sum with r11 is an address of some stack. */
function through_a_high_frame_pointer
        push    {r4, fp, lr}
        add     fp, sp, #8
        sub     sp, sp, #8
        mrs     r0, cpsr
        str     r0, [fp, #-12]
        mov     r0, #IRQ | 0xc0
        msr     cpsr_c, r0
        expect  NO_CFA
        ldr     r0, [fp, #-12]
        msr     cpsr_c, r0
        expect  NO_CFA
        sub     r3, fp, #8
        mov     sp, r3
        expect  NO_CFA
        pop     {r4, fp, pc}
end_function through_a_high_frame_pointer

/* Mode and masks are constants in two registers. */
function of_two_constants
        push    {r4, lr}
        mrs     r4, cpsr
        mov     r2, #IRQ
        mov     r3, #0xc0
        orr     r3, r3, r2
        msr     cpsr_c, r3
        expect  NO_CFA
        mov     r1, sp
        msr     cpsr_c, r4
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function of_two_constants

/* One of two modes. */
function one_of_two_modes
        push    {r4, lr}
        mrs     r4, cpsr
        cmp     r0, #0
        ite     eq
        moveq   r3, #IRQ | 0xc0
        movne   r3, #SVC | 0xc0
        msr     cpsr_c, r3
        expect  NO_CFA
        mov     r1, sp
        msr     cpsr_c, r4
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function one_of_two_modes

/* Another mode on one of two paths. */
function perhaps_a_mode
        push    {r4, lr}
        mrs     r4, cpsr
        ldr     r3, [r0]
        cmp     r3, #0
        bne     1f
        mov     r3, #IRQ
1:      msr     cpsr_c, r3
        expect  NO_CFA
        mov     r1, sp
        msr     cpsr_c, r4
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function perhaps_a_mode

/* The modes are in a table, whose second word is no mode. */
function from_a_table
        push    {r4, lr}
        mrs     r4, cpsr
        adr     r0, 1f
        ldm     r0, {r2, r3}
        msr     cpsr_c, r3
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        msr     cpsr_c, r2
        expect  NO_CFA
        mov     r1, sp
        msr     cpsr_c, r4
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
        .balign 4
1:      .word   IRQ | 0xc0, 0x100
end_function from_a_table

/* SPSR has the mode of the code that an exception interrupted. */
function from_spsr
        push    {r4, lr}
        mrs     r4, cpsr
        mrs     r3, spsr
        orr     r3, r3, #0xc0
        msr     cpsr_c, r3
        expect  NO_CFA
        mov     r1, sp
        msr     cpsr_c, r4
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function from_spsr

/* Start-up code: a return with lr from the mode of the entry, masked by a constant. */
function masks_by_a_constant
        mov     r1, #SVC | 0xc0
        msr     cpsr_c, r1
        bx      lr
end_function masks_by_a_constant

function calls_all
        push    {r4, lr}
        mov     r4, r0
        bl      composed
        expect  FRAME
        bl      composed_of_two
        expect  FRAME
        bl      inserted
        expect  FRAME
        bl      constant
        expect  FRAME
        bl      masks_by_a_constant
        expect  FRAME
        bl      through_the_stack
        expect  FRAME
        bl      through_the_frame
        expect  FRAME
        bl      through_a_high_frame_pointer
        expect  FRAME
        bl      of_two_constants
        expect  FRAME
        bl      one_of_two_modes
        expect  FRAME
        bl      perhaps_a_mode
        expect  FRAME
        bl      from_a_table
        expect  FRAME
        bl      from_spsr
        expect  FRAME
        pop     {r4, pc}
end_function calls_all
