/* SPDX-License-Identifier: MIT */
/* The kernel's tasks, for Bobbin. */
#include <stddef.h>

#include "kernel.h"
#include <bobbin/rtos.h>

static const uint8_t states[] = {
    [TASK_READY] = BOBBIN_TASK_READY,     [TASK_DELAYED] = BOBBIN_TASK_BLOCKED,
    [TASK_WAITING] = BOBBIN_TASK_BLOCKED, [TASK_SUSPENDED] = BOBBIN_TASK_SUSPENDED,
    [TASK_ENDED] = BOBBIN_TASK_ENDED,
};

static const struct bobbin_kernel_list all = {
    .head = (uint32_t)&kernel_all,
    .count = 1,
    .next_offset = offsetof(struct task, next),
    .state = BOBBIN_TASK_UNKNOWN,
};

const struct bobbin_kernel bobbin_kernel = {
    .list = &all,
    .lists_count = 1,
    .tasks_max = 32,
    .current = (uint32_t)&kernel_current,
    .current_count = 1,
    .name_offset = offsetof(struct task, name),
    .stack_low = {offsetof(struct task, stack_low), 4},
    .stack_high = {offsetof(struct task, stack_high), 4},
    .saved = {offsetof(struct task, saved), 4},
    .state = {offsetof(struct task, state), 4},
    .states = states,
    .states_count = sizeof(states),
    .fill = STACK_FILL,
};
