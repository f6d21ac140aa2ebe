/* SPDX-License-Identifier: MIT */
/*
 * The threads of Zephyr, for bobbin_kernel_task. Needs CONFIG_THREAD_MONITOR=y, and for names,
 * stacks and high-water marks CONFIG_THREAD_NAME=y, CONFIG_THREAD_STACK_INFO=y and
 * CONFIG_INIT_STACKS=y.
 */
#include <bobbin/rtos.h>

#include <stddef.h>

#include <zephyr/kernel.h>
#include <zephyr/kernel_structs.h>

static const struct bobbin_kernel_list lists[] = {{
    .head = (uint32_t)&_kernel.threads,
    .count = 1,
    .next_offset = offsetof(struct k_thread, next_thread),
}};

/* A thread that waits with a time limit has no bit set in some versions, like one that is ready. */
static const uint8_t states[] = {
    [0] = BOBBIN_TASK_UNKNOWN,
    [_THREAD_PENDING] = BOBBIN_TASK_BLOCKED,
    [_THREAD_DEAD] = BOBBIN_TASK_ENDED,
    [_THREAD_SUSPENDED] = BOBBIN_TASK_SUSPENDED,
    [_THREAD_PENDING | _THREAD_SUSPENDED] = BOBBIN_TASK_SUSPENDED,
    [_THREAD_QUEUED] = BOBBIN_TASK_READY,
};

const struct bobbin_kernel bobbin_kernel = {
    .list = lists,
    .lists_count = 1,
    .tasks_max = BOBBIN_TASKS_MAX,
    .current = (uint32_t)&_kernel.cpus[0].current,
    .current_count = CONFIG_MP_MAX_NUM_CPUS,
    .current_stride_bytes = sizeof(struct _cpu),
#ifdef CONFIG_THREAD_NAME
    .name_offset = offsetof(struct k_thread, name),
    .name_size = CONFIG_THREAD_MAX_NAME_LEN,
#endif
#ifdef CONFIG_THREAD_STACK_INFO
    .stack_low = {offsetof(struct k_thread, stack_info.start), 4},
    .stack_size = {offsetof(struct k_thread, stack_info.size), 4},
#endif
    .saved = {offsetof(struct k_thread, callee_saved.psp), 4},
    .state = {offsetof(struct k_thread, base.thread_state), 1},
    .states = states,
    .states_count = sizeof(states),
#ifdef CONFIG_INIT_STACKS
    .fill = 0xaaaaaaaa,
#endif
};
