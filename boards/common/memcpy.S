/* SPDX-License-Identifier: MIT */
/*
 * memcpy without unaligned accesses. newlib's memcpy for ARMv7 makes them, and on these boards they
 * fault. The linker finds this function before newlib's. The names __aeabi_memcpy... are those of
 * the run-time ABI (RTABI32 5.3.4).
 */
#include "startup.h"

        .syntax unified
        .arm

.macro also_called name
        .global \name
        .type   \name, %function
\name:
.endm

        .section .text.memcpy, "ax", %progbits
        .balign 4
also_called __aeabi_memcpy
also_called __aeabi_memcpy4
also_called __aeabi_memcpy8
function memcpy
        orr     r3, r0, r1
        mov     r12, r0
        tst     r3, #3
        bne     2f
1:      subs    r2, r2, #4
        ldrcs   r3, [r1], #4
        strcs   r3, [r12], #4
        bcs     1b
        add     r2, r2, #4
2:      subs    r2, r2, #1
        ldrbcs  r3, [r1], #1
        strbcs  r3, [r12], #1
        bcs     2b
        bx      lr
end_function memcpy
        .size   __aeabi_memcpy, . - __aeabi_memcpy
        .size   __aeabi_memcpy4, . - __aeabi_memcpy4
        .size   __aeabi_memcpy8, . - __aeabi_memcpy8
