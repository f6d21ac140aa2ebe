/* SPDX-License-Identifier: MIT */
/*
 * For assembly only: the crash stack of this processor, in firmware with several.
 *
 * The part of processor 0 is at the top, from __bobbin_crash_stack_top downwards. Below it are the
 * parts of processors 1, 2 and so on, each of BOBBIN_CRASH_STACK_BYTES. A processor with a higher
 * number has none: it waits for ever.
 */
/* clang-format off */
#ifndef BOBBIN_PROCESSOR_PARK_H
#define BOBBIN_PROCESSOR_PARK_H

#include "processor_number.h"

#if !defined(BOBBIN_CRASH_STACK_BYTES) || BOBBIN_CRASH_STACK_BYTES == 0
#define CRASH_STACK_STRIDE_BYTES 2048
#else
#define CRASH_STACK_STRIDE_BYTES BOBBIN_CRASH_STACK_BYTES
#endif

/*
 * Changes only sp and the flags. Those of an exception are in SPSR; those of a hook mean nothing
 * (AAPCS32 6.1.1). sp is the only free register, so the addresses are a list in the code, which
 * this macro reads. Data-processing instructions, MRC and LDR may use sp in ARM state.
 */
.macro load_own_crash_stack
        mrc     p15, 0, sp, c0, c0, 5   /* MPIDR: level 1 is 15:8, level 0 is 7:0 */
#ifdef BOBBIN_CLUSTER_SHIFT
        bic     sp, sp, #0xff000000
        bic     sp, sp, #0x00ff0000
        bic     sp, sp, #0x0000fc00
        orr     sp, sp, sp, lsr #(8 - BOBBIN_CLUSTER_SHIFT)
        bic     sp, sp, #0x00000300
#else
        and     sp, sp, #0xff
#endif
        cmp     sp, #BOBBIN_PROCESSORS
7:      wfehs
        bhs     7b
        ldr     sp, [pc, sp, lsl #2]
        b       8f
        .set    part, 0
.rept BOBBIN_PROCESSORS
        .word   __bobbin_crash_stack_top - part
        .set    part, part + CRASH_STACK_STRIDE_BYTES
.endr
8:
.endm

#endif
