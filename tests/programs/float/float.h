/* SPDX-License-Identifier: MIT */
/*
 * Floating-point values that are live across calls, in d8-d15 with the hard-float ABI. Each part
 * checks itself.
 */
#ifndef FLOAT_H
#define FLOAT_H

#include "program.h"

void float_double(uint32_t round); /* doubles in saved registers, recursion with them */
void float_single(uint32_t round); /* floats in s16-s31, alone and with doubles */
void float_kernel(uint32_t round); /* loops: matrices, filters, transforms */
void float_vector(uint32_t round); /* vectors of four floats: NEON if the processor has it */

#endif
