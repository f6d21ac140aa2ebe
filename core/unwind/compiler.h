/* SPDX-License-Identifier: MIT */
/*
 * Inside core: empty asm statements that keep GCC and Clang from transforming code that is already
 * in its best form. They emit no instruction and change no result.
 */
#ifndef BOBBIN_COMPILER_H
#define BOBBIN_COMPILER_H

#define OPTIMIZER_BARRIER(value) __asm__("" : "+r"(value))

#define OPTIMIZER_BARRIER_PAIR(a, b) __asm__("" : "+r"(a), "+r"(b))

#endif
