/* SPDX-License-Identifier: MIT */
/*
 * The entry of all processors. The first one continues as on any board. The others wait for
 * PROCESSORS_GO, then they set up the same memory protection and call other_main(number).
 */
#include "processors.h"
#include "startup.h"

        .syntax unified
        .arm
        .fpu    neon
        .arch_extension virt

/* \top: the end of the stacks of all processors; number 1 has the last one. r4: number - 1. */
.macro own_stack mode, top, bytes
        cps     #\mode
        load_address r0, \top
        mov     r1, #\bytes
        mls     r0, r4, r1, r0
        mov     sp, r0
.endm

function processors_reset arm
        .cfi_undefined lr
        mrc     p15, 0, r0, c0, c0, 5   /* MPIDR */
        ands    r0, r0, #0xff
        beq     reset_handler
        b       others_reset
end_function processors_reset

function others_reset
        .cfi_undefined lr
        load_address r1, processors_go
        load_address r2, PROCESSORS_GO
1:      yield
        ldr     r0, [r1]
        cmp     r0, r2
        bne     1b
        leave_hyp
        load_address r0, board_vectors
        mcr     p15, 0, r0, c12, c0, 0  /* VBAR */
        enable_strict_alignment
        enable_fpu
        mrc     p15, 0, r4, c0, c0, 5
        and     r4, r4, #0xff
        sub     r4, r4, #1
        own_stack MODE_FIQ, fiq_stacks_end, MODE_STACK_BYTES
        own_stack MODE_IRQ, irq_stacks_end, MODE_STACK_BYTES
        own_stack MODE_SVC, svc_stacks_end, MODE_STACK_BYTES
        own_stack MODE_SYS, main_stacks_end, MAIN_STACK_BYTES
        bl      board_protect
        cpsie   a
        add     r0, r4, #1
        bl      other_main
2:      b       2b
end_function others_reset

.macro stacks name, bytes
        .global \name\()_stacks_end
        .space  (BOBBIN_PROCESSORS - 1) * \bytes
\name\()_stacks_end:
.endm
        .bss
        .balign 8
        stacks  fiq, MODE_STACK_BYTES
        stacks  irq, MODE_STACK_BYTES
        stacks  svc, MODE_STACK_BYTES
        stacks  main, MAIN_STACK_BYTES

/* Both interrupts store the interrupted registers. */
        .section .text.board_irq_entry, "ax", %progbits
        .global board_irq_entry
        .type   board_irq_entry, %function
board_irq_entry:
        b       bobbin_sample_irq_entry
        .global board_fiq_entry
        .type   board_fiq_entry, %function
board_fiq_entry:
        b       bobbin_sample_fiq_entry
