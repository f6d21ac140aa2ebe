/* SPDX-License-Identifier: MIT */
/*
 * The files of questions and answers between the host and the bench firmware; little-endian words.
 *
 * The firmware's command line is QUESTIONS ANSWERS READER TABLE_BYTES: two paths and two
 * hexadecimal numbers. Without arguments the firmware runs its stages and measures nothing.
 *   READER       the address of the table's reader in the firmware; 0: core alone reads it
 *   TABLE_BYTES  the size of the table at BENCH_TABLE; 0: measure the firmware's own table
 * Questions: struct bench_subject, then three lists. A list is its count and that many words.
 *   stack      BENCH_STACK_WORDS return addresses for made stacks, with their Thumb bit
 *   places     addresses of instructions to interrupt, bit 0 set for Thumb code
 *   returns    return addresses of calls, bit 0 set for Thumb code
 * Answers: struct bench_sample, one after the other.
 */
#ifndef BENCH_SAMPLE_H
#define BENCH_SAMPLE_H

#include <stdint.h>

#define BENCH_STACK_WORDS 16384u

/* Where the emulator loads table and code of an image that is not the firmware itself. */
#define BENCH_TABLE           0x68000000u
#define BENCH_TABLE_BYTES_MAX 0x02000000u
#define BENCH_CODE            0x6a000000u
#define BENCH_CODE_BYTES_MAX  0x08000000u

/* The image that is measured. */
struct bench_subject {
    uint32_t code_start; /* as it was linked */
    uint32_t code_bytes; /* at BENCH_CODE; 0: the image is the firmware itself */
    uint32_t entry;      /* of a function whose caller is in lr there; with its Thumb bit */
};

enum bench_series {
    BENCH_CALL,        /* a step from a call frame of the deep stack, memory in windows */
    BENCH_CALL_READ,   /* the same, all memory read by env.read */
    BENCH_CALL_KEPT,   /* with windows and an empty cache */
    BENCH_CALL_CACHED, /* with windows and a cache that has the whole stack */
    BENCH_INTERRUPTED, /* begin and first step at an address, made registers, memory in windows */
    BENCH_INTERRUPTED_READ,
    BENCH_RETURN, /* a step from a frame with a return address of the image */
    BENCH_RETURN_READ,
    BENCH_RETURN_CACHED, /* the same step a second time, with a cache */
    BENCH_STEPS,         /* number of the series above, which are single steps */
    BENCH_LOOKUP,        /* the part of a BENCH_RETURN step in the reader of another format */

    BENCH_WALK, /* a bobbin_walk of the deep stack, with windows; pc: number of frames */
    BENCH_WALK_CACHED,
    BENCH_WALK_SHARED,   /* a bobbin_walk of the frames that libgcc finds too; pc: their number */
    BENCH_LIBGCC,        /* _Unwind_Backtrace of the deep stack; pc: number of frames */
    BENCH_FRAME_POINTER, /* a walk along frame pointers; pc: number of frames */
    BENCH_FRAME_POINTER_WALK, /* a bobbin_walk of the same frames */
    BENCH_READ,               /* one call of env.read */
};

/* BEGIN and STEP count executed instructions, with those of the call, without the measurement. */
struct bench_sample {
    uint8_t series;
    uint8_t stop;         /* enum bobbin_stop after the step; NONE: a caller was found */
    uint16_t stack_bytes; /* that the call wrote below sp */
    uint32_t pc;
    uint32_t begin; /* of bobbin_begin; 0 in series without it */
    uint32_t step;
};

/* A stop of the deep stack, whose frames are known: the caller found is not the true one. */
#define BENCH_STOP_WRONG 255

#endif
