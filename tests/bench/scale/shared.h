/* SPDX-License-Identifier: MIT */
/* Variables and functions that the made functions use. */
#ifndef BENCH_SHARED_H
#define BENCH_SHARED_H

extern volatile int shared[256];
extern int (*const handlers[16])(int value);

void use(int *words, int value);
_Noreturn void stop(int code);

#endif
