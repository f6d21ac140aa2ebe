/* SPDX-License-Identifier: MIT */
/*
 * Points of a run, for tests of debuggers: at some executed instructions, the processor and all RAM
 * as an ELF core file, and the frames of the shadow call stack as text.
 *
 *   PREFIX-N.core   point number N, from 0
 *   PREFIX.truth    lines, for each point:
 *     point N TIMES   the instruction was executed TIMES times, now included; after that "it" if an
 *                     IT instruction gives it a condition
 *     frame HOW PC SP R4 ... R11   from the innermost frame on, in hexadecimal; HOW, see below
 *     may-end         the trace may end with the last frame: the function has the licence `root`
 *     end root        the last frame has no caller
 *     end unknown     there may be more frames: the oracle does not know them
 */
#ifndef ORACLE_POINTS_H
#define ORACLE_POINTS_H

#include <stdio.h>

#include "elf/core_file_writer.h"
#include "shadow.h"

/*
 * HOW of a frame:
 *   running    the instruction at PC is the next one
 *   call       PC is a return address
 *   maybe      the same, but a trace may leave the frame out: a part of a function that the
 *              function itself calls (shadow.h), or a function that entry code calls
 *   exception  an exception interrupted the code at PC
 */

struct points {
    const char *prefix; /* NULL: there are no points */
    uint32_t gap;       /* mean number of instructions between two points */
    uint32_t max;       /* the number of points */
    uint32_t count;
    uint64_t next;   /* the number of the instruction from which to look for the next point */
    uint32_t random; /* state of the generator; equal runs have equal points */
    FILE *truth;
};

/* Called at each instruction, number INSTRUCTION: AT is next, with the registers NOW. */
void points_reach(struct points *points, uint64_t instruction, struct code_instruction *at,
                  const struct registers *now, struct shadow *shadow);

/* Call at the end of the run. */
void points_close(struct points *points);

#endif
