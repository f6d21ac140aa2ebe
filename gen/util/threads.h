/* SPDX-License-Identifier: MIT */
/* Work in equal shares, at the same time as far as there are processors. */
#ifndef GEN_UTIL_THREADS_H
#define GEN_UTIL_THREADS_H

#include <stddef.h>

enum { THREADS_MAX = 8 };

/* How many shares are worth making: 1 to THREADS_MAX. */
size_t threads_count(void);

/* Calls WORK for each of the COUNT SHARES, THREADS_MAX at most, of SIZE_BYTES each; back when all have been done. */
void threads_run(void (*work)(void *share), void *shares, size_t size_bytes, size_t count);

#endif
