/* SPDX-License-Identifier: MIT */
/*
 * The tasks of ThreadX, for bobbin_kernel_task. Compile this file with the include folders of
 * ThreadX. The stacks are painted unless TX_DISABLE_STACK_FILLING is defined.
 */
#include <bobbin/rtos.h>

#include <stddef.h>

#include <tx_api.h>

/* Of tx_thread.h, which is for the kernel's own sources. */
extern TX_THREAD *_tx_thread_created_ptr;
extern TX_THREAD *_tx_thread_current_ptr;

static const struct bobbin_kernel_list lists[] = {{
    .head = (uint32_t)&_tx_thread_created_ptr,
    .count = 1,
    .next_offset = offsetof(TX_THREAD, tx_thread_created_next),
}};

static const uint8_t states[] = {
    [TX_READY] = BOBBIN_TASK_READY,
    [TX_COMPLETED] = BOBBIN_TASK_ENDED,
    [TX_TERMINATED] = BOBBIN_TASK_ENDED,
    [TX_SUSPENDED] = BOBBIN_TASK_SUSPENDED,
    [TX_SLEEP... TX_MUTEX_SUSP] = BOBBIN_TASK_BLOCKED,
};

const struct bobbin_kernel bobbin_kernel = {
    .list = lists,
    .lists_count = 1,
    .tasks_max = BOBBIN_TASKS_MAX,
    .current = (uint32_t)&_tx_thread_current_ptr,
    .current_count = 1,
    .name_offset = offsetof(TX_THREAD, tx_thread_name), /* a pointer */
    .stack_low = {offsetof(TX_THREAD, tx_thread_stack_start), 4},
    .stack_size = {offsetof(TX_THREAD, tx_thread_stack_size), 4},
    .saved = {offsetof(TX_THREAD, tx_thread_stack_ptr), 4},
    .state = {offsetof(TX_THREAD, tx_thread_state), 4},
    .states = states,
    .states_count = sizeof(states),
#ifndef TX_DISABLE_STACK_FILLING
    .fill = 0xefefefef,
#endif
};
