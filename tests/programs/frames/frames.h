/* SPDX-License-Identifier: MIT */
/* Stack frames of every shape. Each part is in one file and checks itself. */
#ifndef FRAMES_H
#define FRAMES_H

#include "program.h"

void frames_dynamic(uint32_t round); /* alloca, VLAs */
void frames_aligned(uint32_t round); /* locals with a larger alignment than the stack's */
void frames_large(uint32_t round);   /* over 4 KiB, over 64 KiB */
void frames_varargs(uint32_t round);
void frames_structs(uint32_t round); /* large structs by value, as arguments and results */
void frames_tail(uint32_t round);    /* tail calls */
void frames_jump(uint32_t round);    /* setjmp, longjmp, functions that do not return */

#endif
