/* SPDX-License-Identifier: MIT */
/* Stack frames of every shape. Each part is one file and checks itself. */
#ifndef FRAMES_H
#define FRAMES_H

#include "program.h"

void frames_dynamic(uint32_t round); /* alloca, VLAs */
void frames_aligned(uint32_t round); /* locals aligned to more than the stack is */
void frames_large(uint32_t round);   /* over 4 KiB, over 64 KiB */
void frames_varargs(uint32_t round);
void frames_structs(uint32_t round); /* large ones, by value, both ways */
void frames_tail(uint32_t round);    /* calls that are jumps */
void frames_jump(uint32_t round);    /* setjmp, longjmp, functions that do not return */

#endif
