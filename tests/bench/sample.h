/* SPDX-License-Identifier: MIT */
/*
 * What the bench firmware and the host tell each other in files, little-endian words.
 *
 * Questions, to the firmware: three lists, each its count and then that many words.
 *   stack      BENCH_STACK_WORDS return addresses for made-up stacks, with their Thumb bit
 *   places     instructions to interrupt: their address, bit 0 set for Thumb code
 *   returns    return addresses: the same for what stands behind calls
 * Answers: records.
 */
#ifndef BENCH_SAMPLE_H
#define BENCH_SAMPLE_H

#include <stdint.h>

#define BENCH_STACK_WORDS 16384u

enum bench_series {
    BENCH_CALL,        /* a step from a call frame of the deep stack, memory in windows */
    BENCH_CALL_READ,   /* the same with all memory read by env.read */
    BENCH_CALL_KEPT,   /* with windows and a cache that knows nothing yet */
    BENCH_CALL_CACHED, /* with windows and a cache that knows all of the stack */
    BENCH_INTERRUPTED, /* begin and first step at a place, registers made up, memory in windows */
    BENCH_INTERRUPTED_READ,
    BENCH_RETURN, /* a step from a call frame that returns to an address of the image */
    BENCH_RETURN_READ,
    BENCH_STEPS, /* the series above are of single steps */

    BENCH_WALK, /* a whole bobbin_walk of the deep stack, with windows; pc: how many frames */
    BENCH_WALK_CACHED,
    BENCH_WALK_SHARED, /* bobbin_walk of the frames that libgcc finds too; pc: how many */
    BENCH_LIBGCC,      /* _Unwind_Backtrace of the deep stack; pc: how many frames */
    BENCH_READ,        /* a call of the read function alone */
};

/* Counts are executed instructions; each has those of the call itself, none of the measurement. */
struct bench_sample {
    uint16_t series;
    uint16_t stop; /* enum bobbin_stop after the step; NONE: a caller was found */
    uint32_t pc;
    uint32_t begin; /* of bobbin_begin; 0 in the series that have none */
    uint32_t step;
};

#endif
