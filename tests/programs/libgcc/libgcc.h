/* SPDX-License-Identifier: MIT */
/* Helpers that compilers call in libgcc. Each part is in one file and checks itself. */
#ifndef LIBGCC_H
#define LIBGCC_H

#include "program.h"

void libgcc_divide(uint32_t round);  /* 32 and 64 bits, signed and unsigned */
void libgcc_bits(uint32_t round);    /* counts, shifts, comparisons, overflow */
void libgcc_double(uint32_t round);  /* software double */
void libgcc_single(uint32_t round);  /* software float, half precision */
void libgcc_convert(uint32_t round); /* conversions between integers and floating point */

#endif
