/* SPDX-License-Identifier: MIT */
/*
 * Instructions written as data, because an assembler does not know them. Mapping symbols call them
 * data, but code falls into them, or calls and jumps to them. Real data stays data.
 */
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define SAVED "cfa=sp+8 ra=lr r4=[cfa-8]"

function leaf
        bx      lr
end_function leaf

#ifdef __thumb__
#define HVC     .hword 0xf7e0, 0x8000
#define PUSH    .hword 0xb510
#define MOVE    .hword 0x4604
#define POP     .hword 0xbd10
#define DROP    .hword 0xb002
#define RESERVE .hword 0xb082
#else
#define HVC     .word 0xe1400070
#define PUSH    .word 0xe92d4010
#define MOVE    .word 0xe1a04000
#define POP     .word 0xe8bd8010
#define DROP    .word 0xe28dd008
#define RESERVE .word 0xe24dd008
#endif

/* One instruction in the middle. It may change r0-r3 and r12. */
function calls_the_hypervisor
        push    {r4-r7}
        mov     r4, r0
        expect  "cfa=sp+16 ra=lr r4=[cfa-16]"
        HVC
        expect  "cfa=sp+16 ra=lr r4=[cfa-16]"
        pop     {r4-r7}
        expect  "cfa=sp ra=lr"
        bx      lr
end_function calls_the_hypervisor

/* The words change sp. */
function moves_sp
        push    {r4, lr}
        mov     r4, r0
        RESERVE
        expect  "cfa=sp+16 ra=lr r4=[cfa-8]"
        str     r0, [sp]
        DROP
        expect  SAVED
        pop     {r4, pc}
end_function moves_sp

/* All of the function is words, except its call. */
        .balign 4
        .global all_words
        .type   all_words, %function
all_words:
        PUSH
        MOVE
        expect  SAVED
        nop
        bl      leaf
        expect  FRAME
        POP
end_function all_words

/* After a call. */
function words_after_a_call
        push    {r4, lr}
        mov     r4, r0
        bl      leaf
        RESERVE
        DROP
        expect  FRAME
        pop     {r4, pc}
end_function words_after_a_call

/* A jump leads to the words, and nothing falls into them. */
function jumps_to_words
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #0
        beq     1f
        expect  SAVED
        pop     {r4, pc}
1:      RESERVE
        expect  "cfa=sp+16 ra=lr r4=[cfa-8]"
        nop
        DROP
        expect  SAVED
        pop     {r4, pc}
end_function jumps_to_words

/* An instruction that the disassembler does not know either: nothing is known after it. */
function unknown_word
        push    {r4, lr}
        mov     r4, r0
        expect  SAVED
#ifdef __thumb__
        .hword  0xfb00, 0x00f1
#else
        .word   0xe7f000f1
#endif
        pop     {r4, pc}
end_function unknown_word

function calls_words
        push    {r4, lr}
        mov     r4, r0
        bl      calls_the_hypervisor
        expect  FRAME
        bl      moves_sp
        expect  FRAME
        bl      all_words
        expect  FRAME
        bl      words_after_a_call
        expect  FRAME
        bl      jumps_to_words
        expect  FRAME
        pop     {r4, pc}
end_function calls_words

/* A literal that looks like an instruction is none: this code loads it. */
function has_a_literal
        ldr     r0, 1f
        bx      lr
        .balign 4
1:      .word   0xe8bd8010
end_function has_a_literal

/* What pads code is not executed, so nothing falls into the data after it. */
function padded_with_zeros
        bx      lr
end_function padded_with_zeros
#ifdef __thumb__
        .inst.n 0
        .balign 4, 0
#else
        .inst   0
#endif
        expect  "-"
        PUSH
        POP

function padded_with_nops
        mov     r0, #0
        bx      lr
end_function padded_with_nops
        nop
        nop
        expect  "-"
        .word   0x12345678, 0xfc000000

/* A no-operation that runs: what follows runs too. */
function falls_through_a_nop
        push    {r4, lr}
        mov     r4, r0
        nop
        RESERVE
        expect  "cfa=sp+16 ra=lr r4=[cfa-8]"
        DROP
        pop     {r4, pc}
end_function falls_through_a_nop

/* A branch leads to the no-operation. */
function jumps_to_a_nop
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #0
        beq     1f
        pop     {r4, pc}
1:      nop
        RESERVE
        expect  "cfa=sp+16 ra=lr r4=[cfa-8]"
        DROP
        pop     {r4, pc}
end_function jumps_to_a_nop
