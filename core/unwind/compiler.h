/* SPDX-License-Identifier: MIT */
/*
 * Inside core: empty asm statements that stop compilers from transforming code that is already in
 * its best form. They emit no instruction and change no result. A comment at each use says what
 * that barrier saves: bytes of the core, or instructions of a step, as `make bench` measures them
 * (GCC 12, Thumb, -Os).
 */
#ifndef BOBBIN_COMPILER_H
#define BOBBIN_COMPILER_H

/*
 * Keeps VALUE, a variable, in a register at this point and hides how it was computed. The compiler
 * then does not compute it anew where it is used, does not move such code up across this point, and
 * does not restructure a loop that steps it.
 */
#define OPTIMIZER_BARRIER(value) __asm__("" : "+r"(value))

/*
 * Keeps two variables in registers at this point. If they were just read from neighbouring words,
 * the compiler loads both with one instruction here instead of each where it is first used.
 */
#define OPTIMIZER_BARRIER_PAIR(a, b) __asm__("" : "+r"(a), "+r"(b))

#endif
