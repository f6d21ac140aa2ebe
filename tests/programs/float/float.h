/* SPDX-License-Identifier: MIT */
/* Floating point that lives across calls, in d8-d15 when the ABI is hard. Each part checks itself. */
#ifndef FLOAT_H
#define FLOAT_H

#include "program.h"

void float_double(uint32_t round); /* doubles in saved registers, recursion with them */
void float_single(uint32_t round); /* floats in s16-s31, alone and with doubles */
void float_kernel(uint32_t round); /* loops: matrices, filters, transforms */
void float_vector(uint32_t round); /* vectors of four: NEON where the processor has it */

#endif
