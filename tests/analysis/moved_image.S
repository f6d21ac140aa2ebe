/* SPDX-License-Identifier: MIT */
/*
 * Calls that return to a copy of the image: code adds the distance of the copy to the return
 * address. The distance is in memory in U-Boot (arch/arm/lib/crt0.S, written anew).
 */
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define UNKNOWN "unknown: no path is known that leads here"

#ifdef __thumb__
#define LABEL(x) x + 1
#else
#define LABEL(x) x
#endif

function copy_image
        expect  "cfa=sp ra=lr"
        str     r0, [r1]
        expect  "cfa=sp ra=lr"
        bx      lr
end_function copy_image

function moves
        push    {r4, lr}
        mov     r4, r0
        adr     lr, LABEL(1f)
        ldr     r0, [r4, #4]
        add     lr, lr, r0
        ldr     r0, [r4, #8]
        expect  FRAME
        b       copy_image
1:      expect  FRAME
        bl      copy_image
        expect  FRAME
        pop     {r4, pc}
end_function moves

/* The copy function is in a register, and the number comes first. */
function moves_by_pointer
        push    {r4, lr}
        mov     r4, r1
        ldr     r2, [r0]
        adr     lr, LABEL(1f)
        add     lr, r2, lr
        bx      r4
1:      expect  FRAME
        pop     {r4, pc}
end_function moves_by_pointer

/* Start-up code with a new stack has nothing left. */
function starts_moved
        ldr     r0, [r0]
        mov     sp, r0
        adr     lr, LABEL(1f)
        ldr     r1, [r0]
        add     lr, lr, r1
        b       copy_image
1:      expect  NOTHING_LEFT
        mov     r0, #1
2:      b       2b
end_function starts_moved

/*
 * The call of the next instruction sets lr, and the distance is the difference of two addresses
 * (Xvisor, arch/arm/cpu/arm32ve/cpu_entry.S).
 */
function moves_by_difference
        push    {r4, r5, lr}
        mov     r4, r0
        mov     r5, r1
        bl      1f
1:      add     lr, lr, #2f - 1b
        sub     lr, lr, r4
        add     lr, lr, r1
        expect  "cfa=sp+12 ra=[cfa-4] r4-r5=[cfa-12]"
        bx      r5
2:      expect  "cfa=sp+12 ra=[cfa-4] r4-r5=[cfa-12]"
        pop     {r4, r5, pc}
end_function moves_by_difference

/* A register is subtracted, and none is added. */
function by_negative_index
        push    {r4, lr}
        adr     lr, LABEL(1f)
        sub     lr, lr, r0
        b       copy_image
1:      expect  UNKNOWN
        pop     {r4, pc}
end_function by_negative_index

/* The sum of a constant and lr is a return address to other code. */
function calls_with_sum
        push    {r4, lr}
        mov     r4, r1
        adr     lr, LABEL(1f)
        add     lr, lr, #2f - 1f
        bx      r4
1:      udf     #1
        udf     #2
2:      expect  FRAME
        pop     {r4, pc}
end_function calls_with_sum

/* lr gets another value. */
function forgets_link
        push    {r4, lr}
        adr     lr, LABEL(1f)
        add     lr, r0, #4
        b       copy_image
1:      movw    r0, #1
        expect  UNKNOWN
        pop     {r4, pc}
end_function forgets_link

/* Numbers that are not from memory: indices into a row of places to return to. */
function by_index
        push    {r4, lr}
        ldr     r0, [r1]
        lsl     r0, r0, #3
        adr     lr, LABEL(1f)
        add     lr, lr, r0
        b       copy_image
1:      expect  UNKNOWN
        pop     {r4, pc}
end_function by_index

function by_shifted_index
        push    {r4, lr}
        ldr     r0, [r1]
        adr     lr, LABEL(1f)
        add     lr, lr, r0, lsl #3
        b       copy_image
1:      expect  UNKNOWN
        pop     {r4, pc}
end_function by_shifted_index

function by_argument
        push    {r4, lr}
        adr     lr, LABEL(1f)
        add     lr, lr, r0
        b       copy_image
1:      expect  UNKNOWN
        pop     {r4, pc}
end_function by_argument

function by_result
        push    {r4, lr}
        ldr     r0, [r1]
        bl      copy_image
        adr     lr, LABEL(1f)
        add     lr, lr, r0
        b       copy_image
1:      expect  UNKNOWN
        pop     {r4, pc}
end_function by_result

function by_literal
        push    {r4, lr}
        ldr     r0, =0x01020304
        adr     lr, LABEL(1f)
        add     lr, lr, r0
        b       copy_image
1:      expect  UNKNOWN
        pop     {r4, pc}
        .ltorg
end_function by_literal

/* On one path only, to code elsewhere, or changed again. */
function on_one_path
        push    {r4, lr}
        ldr     r0, [r1]
        adr     lr, LABEL(1f)
        cmp     r0, #0
        it      ne
        addne   lr, lr, r0
        b       copy_image
1:      expect  UNKNOWN
        pop     {r4, pc}
end_function on_one_path

function link_on_one_path
        push    {r4, lr}
        ldr     r0, [r1]
        cmp     r0, #0
#ifdef __thumb__
        it      ne
        addwne  lr, pc, #1f - . - 3
#else
        adrne   lr, 1f
#endif
        add     lr, lr, r0
        b       copy_image
1:      expect  UNKNOWN
        pop     {r4, pc}
end_function link_on_one_path

function jumps_on_one_path
        push    {r4, lr}
        mov     r4, r0
        ldr     r0, [r1]
        adr     lr, LABEL(1f)
        add     lr, lr, r0
        cmp     r0, #0
        bne     copy_image
1:      expect  FRAME
        pop     {r4, pc}
end_function jumps_on_one_path

function goes_elsewhere
        push    {r4, lr}
        ldr     r0, [r1]
        adr     lr, LABEL(1f)
        add     lr, lr, r0
        b       copy_image
        .balign 4
        udf     #1
1:      expect  UNKNOWN
        pop     {r4, pc}
end_function goes_elsewhere

function changed_again
        push    {r4, lr}
        ldr     r0, [r1]
        adr     lr, LABEL(1f)
        add     lr, lr, r0
        mov     lr, r2
        b       copy_image
1:      expect  UNKNOWN
        pop     {r4, pc}
end_function changed_again

/* A computed jump in its own function. */
function jumps_to_link
        push    {r4, lr}
        mov     r4, r0
        ldr     r0, [r1]
        adr     lr, LABEL(1f)
        add     lr, lr, r0
        bx      lr
1:      expect  FRAME
        pop     {r4, pc}
end_function jumps_to_link
