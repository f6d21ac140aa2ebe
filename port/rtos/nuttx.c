/* SPDX-License-Identifier: MIT */
/*
 * The tasks of NuttX with one processor, for bobbin_kernel_task. Compile this file with the include
 * folders of NuttX. CONFIG_STACK_COLORATION paints the stacks.
 */
#include <bobbin/rtos.h>

#include <stddef.h>

#include <nuttx/config.h>
#include <nuttx/sched.h>

/* Of sched/sched/sched.h, which is for the kernel's own sources. A dq_queue_t starts with the
   pointer to its first task, and the first task that is ready to run is the one that runs. */
extern struct tcb_s **g_pidhash;
extern volatile int g_npidhash;
extern dq_queue_t g_readytorun;

#define PIDS_MAX 4096

static const struct bobbin_kernel_list lists[] = {{
    .head = (uint32_t)&g_pidhash,
    .is_indirect = true,
    .count = PIDS_MAX,
    .count_at = (uint32_t)&g_npidhash,
    .stride_bytes = sizeof(struct tcb_s *),
    .next_offset = BOBBIN_KERNEL_ARRAY,
}};

static const uint8_t states[NUM_TASK_STATES] = {
    [TSTATE_TASK_INACTIVE... NUM_TASK_STATES - 1] = BOBBIN_TASK_BLOCKED,
    [TSTATE_TASK_PENDING] = BOBBIN_TASK_READY,
    [TSTATE_TASK_READYTORUN] = BOBBIN_TASK_READY,
};

const struct bobbin_kernel bobbin_kernel = {
    .list = lists,
    .lists_count = 1,
    .tasks_max = BOBBIN_TASKS_MAX,
    .current = (uint32_t)&g_readytorun,
    .current_count = 1,
#if CONFIG_TASK_NAME_SIZE > 0
    .name_offset = offsetof(struct tcb_s, name),
    .name_size = CONFIG_TASK_NAME_SIZE,
#endif
    .stack_low = {offsetof(struct tcb_s, stack_base_ptr), 4},
    .stack_size = {offsetof(struct tcb_s, adj_stack_size), 4},
    .saved = {offsetof(struct tcb_s, xcp.regs), 4},
    .state = {offsetof(struct tcb_s, task_state), 1},
    .states = states,
    .states_count = sizeof(states),
#ifdef CONFIG_STACK_COLORATION
    .fill = 0xdeadbeef,
#endif
};
