/* SPDX-License-Identifier: MIT */
/* Vectors and reset handler. */
        .syntax unified
        .arm
        .cfi_sections .debug_frame

        .section .vectors, "ax", %progbits
        .balign 32
        .type   vectors, %function
vectors:
        b       reset
        b       bobbin_undefined_entry
        b       .
        b       bobbin_prefetch_abort_entry
        b       bobbin_data_abort_entry
        b       .
        b       .
        b       .
        .size   vectors, . - vectors

        .text
        .global reset
        .type   reset, %function
reset:
        .cfi_startproc
        .cfi_undefined lr
        ldr     r0, =vectors
        mcr     p15, 0, r0, c12, c0, 0 /* VBAR */
        ldr     sp, =stack_top
        ldr     r0, =data_start
        ldr     r1, =data_end
        ldr     r2, =data_load
1:      cmp     r0, r1
        ldrlo   r3, [r2], #4
        strlo   r3, [r0], #4
        blo     1b
        ldr     r0, =bss_start
        ldr     r1, =bss_end
        mov     r3, #0
2:      cmp     r0, r1
        strlo   r3, [r0], #4
        blo     2b
        bl      main
        b       .
        .cfi_endproc
        .size   reset, . - reset
