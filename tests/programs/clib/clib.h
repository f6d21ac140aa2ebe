/* SPDX-License-Identifier: MIT */
/* Tests of the C library. Each part is in one file and checks itself. */
#ifndef CLIB_H
#define CLIB_H

#include "program.h"

void clib_print(uint32_t round);  /* the printf family, sscanf */
void clib_stream(uint32_t round); /* stdout with each kind of buffering */
void clib_string(uint32_t round); /* string.h, ctype.h */
void clib_number(uint32_t round); /* strtol, strtod, math.h */
void clib_sort(uint32_t round);   /* qsort, bsearch */
void clib_heap(uint32_t round);   /* malloc, calloc, realloc, free */
void clib_time(uint32_t round);   /* time.h */

#endif
