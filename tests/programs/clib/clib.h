/* SPDX-License-Identifier: MIT */
/* The C library: each part is one file and checks itself. */
#ifndef CLIB_H
#define CLIB_H

#include "program.h"

void clib_print(uint32_t round);  /* the printf family, sscanf */
void clib_stream(uint32_t round); /* stdout with each kind of buffer */
void clib_string(uint32_t round); /* string.h, ctype.h */
void clib_number(uint32_t round); /* strtol, strtod, math.h */
void clib_sort(uint32_t round);   /* qsort, bsearch */
void clib_heap(uint32_t round);   /* malloc and the others */
void clib_time(uint32_t round);   /* time.h */

#endif
