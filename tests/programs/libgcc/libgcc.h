/* SPDX-License-Identifier: MIT */
/* What compilers take from libgcc: each part is one file and checks itself. */
#ifndef LIBGCC_H
#define LIBGCC_H

#include "program.h"

void libgcc_divide(uint32_t round);  /* 32 and 64 bits, signed and not */
void libgcc_bits(uint32_t round);    /* counts, shifts, comparisons, overflow */
void libgcc_double(uint32_t round);  /* double by software */
void libgcc_single(uint32_t round);  /* float by software, half precision */
void libgcc_convert(uint32_t round); /* between integers and floating point */

#endif
