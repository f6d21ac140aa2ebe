/* SPDX-License-Identifier: MIT */
/*
 * What the bench firmware and the host tell each other, little-endian words.
 *
 * Command line: QUESTIONS ANSWERS READER TABLE_BYTES, two paths and two hexadecimal numbers; without one the firmware
 * runs its stages and measures nothing.
 *   READER       the address of what it links to read the table; 0: core by itself
 *   TABLE_BYTES  those of a table at BENCH_TABLE; 0: the table is the firmware's own
 * Questions: struct bench_subject, then three lists, each its count and then that many words.
 *   stack      BENCH_STACK_WORDS return addresses for made-up stacks, with their Thumb bit
 *   places     instructions to interrupt: their address, bit 0 set for Thumb code
 *   returns    return addresses: the same for what stands behind calls
 * Answers: records.
 */
#ifndef BENCH_SAMPLE_H
#define BENCH_SAMPLE_H

#include <stdint.h>

#define BENCH_STACK_WORDS 16384u

/* Where the emulator loads what is asked about, when that is not the firmware itself. */
#define BENCH_TABLE           0x68000000u
#define BENCH_TABLE_BYTES_MAX 0x02000000u
#define BENCH_CODE            0x6a000000u
#define BENCH_CODE_BYTES_MAX  0x08000000u

/* The image whose code is traced. */
struct bench_subject {
    uint32_t code_start; /* as it was linked */
    uint32_t code_bytes; /* at BENCH_CODE; 0: it is the firmware itself */
    uint32_t entry;      /* of a function, where lr alone tells the caller; with its Thumb bit */
};

enum bench_series {
    BENCH_CALL,        /* a step from a call frame of the deep stack, memory in windows */
    BENCH_CALL_READ,   /* the same with all memory read by env.read */
    BENCH_CALL_KEPT,   /* with windows and a cache that knows nothing yet */
    BENCH_CALL_CACHED, /* with windows and a cache that knows all of the stack */
    BENCH_INTERRUPTED, /* begin and first step at a place, registers made up, memory in windows */
    BENCH_INTERRUPTED_READ,
    BENCH_RETURN, /* a step from a call frame that returns to an address of the image */
    BENCH_RETURN_READ,
    BENCH_RETURN_CACHED, /* the same step once more, with a cache that has seen it */
    BENCH_STEPS,         /* the series above are of single steps */
    BENCH_LOOKUP, /* of a step at a return, what the reader of another format takes for itself */

    BENCH_WALK, /* a whole bobbin_walk of the deep stack, with windows; pc: how many frames */
    BENCH_WALK_CACHED,
    BENCH_WALK_SHARED,   /* bobbin_walk of the frames that libgcc finds too; pc: how many */
    BENCH_LIBGCC,        /* _Unwind_Backtrace of the deep stack; pc: how many frames */
    BENCH_FRAME_POINTER, /* a walk along frame pointers, of functions that have them; pc: how many */
    BENCH_FRAME_POINTER_WALK, /* bobbin_walk of the same */
    BENCH_READ,               /* a call of the read function alone */
};

/* Counts are executed instructions; each has those of the call itself, none of the measurement. */
struct bench_sample {
    uint8_t series;
    uint8_t stop;         /* enum bobbin_stop after the step; NONE: a caller was found */
    uint16_t stack_bytes; /* below sp at the call that were written to */
    uint32_t pc;
    uint32_t begin; /* of bobbin_begin; 0 in the series that have none */
    uint32_t step;
};

/* As a stop: there is a caller, and it is not the one that there was. Of the deep stack, which is known. */
#define BENCH_STOP_WRONG 255

#endif
