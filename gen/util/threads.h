/* SPDX-License-Identifier: MIT */
/* Runs shares of work in parallel on the host's processors, for analysis, planning and proof. */
#ifndef GEN_UTIL_THREADS_H
#define GEN_UTIL_THREADS_H

#include <stddef.h>

enum { THREADS_MAX = 8 };

/*
 * Returns the number of processors, 1 to THREADS_MAX. The caller should divide its work into this
 * many shares.
 */
size_t threads_count(void);

/*
 * SHARES is an array of COUNT items of SIZE_BYTES; COUNT is at most THREADS_MAX. Calls WORK once
 * for each share, in parallel, and returns when all calls have returned.
 */
void threads_run(void (*work)(void *share), void *shares, size_t size_bytes, size_t count);

#endif
