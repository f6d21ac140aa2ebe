/* SPDX-License-Identifier: MIT */
#ifndef RTOS_WORK_H
#define RTOS_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel.h"

enum { WORK_ENDLESS = 7, WORK_TASKS = 11, WORK_STACK_WORDS = 384 };

struct work_task {
    struct task task;
    uint64_t gap[16]; /* overwritten if the stack overflows */
    uint64_t stack[WORK_STACK_WORDS / 2];
};

void work_check(bool good);

/*
 * Calls OTHER with values made from SEED in d8-d15, and with the sum of them in r4 (fpu.S). Returns
 * whether all are still there.
 */
bool fpu_keep(uint32_t seed, void (*other)(uint32_t));

#endif
