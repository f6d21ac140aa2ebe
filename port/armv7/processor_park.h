/* SPDX-License-Identifier: MIT */
/*
 * For assembly only: the memory of this processor for its crash, in firmware with several.
 *
 * The part of the crash stack of processor 0 is at the top, from __bobbin_crash_stack_top
 * downwards. Below it are the parts of processors 1, 2 and so on, each of BOBBIN_CRASH_STACK_BYTES.
 * A processor with a higher number has none: it waits for ever.
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

/* What an entry parks: r0-r3 and lr, then cause, handler and pc. Each processor has its own
   parking. */
#define PARKED_ARGUMENTS 20
#define PARKING_SHIFT 5
#define PARKING_BYTES (1 << PARKING_SHIFT)

/*
 * Loads the address of this processor's parking. With several processors it also changes the flags:
 * those of an exception are in SPSR; those of a hook mean nothing (AAPCS32 6.1.1). REGISTER may be
 * sp, and is then the only free register, so the addresses are a list in the code, which this macro
 * reads. Data-processing instructions, MRC and LDR may use sp in ARM state.
 */
.macro load_parking register
#if BOBBIN_PROCESSORS > 1
        mrc     p15, 0, \register, c0, c0, 5   /* MPIDR: level 1 is 15:8, level 0 is 7:0 */
#ifdef BOBBIN_CLUSTER_SHIFT
        bic     \register, \register, #0xff000000
        bic     \register, \register, #0x00ff0000
        bic     \register, \register, #0x0000fc00
        orr     \register, \register, \register, lsr #(8 - BOBBIN_CLUSTER_SHIFT)
        bic     \register, \register, #0x00000300
#else
        and     \register, \register, #0xff
#endif
        cmp     \register, #BOBBIN_PROCESSORS
7:      wfehs
        bhs     7b
        ldr     \register, [pc, \register, lsl #2]
        b       8f
        .set    part, 0
.rept BOBBIN_PROCESSORS
        .word   bobbin_parking + part
        .set    part, part + PARKING_BYTES
.endr
8:
#else
        load_address \register, bobbin_parking
#endif
.endm

#endif
