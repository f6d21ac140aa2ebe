/* SPDX-License-Identifier: MIT */
/*
 * The threads of RT-Thread with one processor, for bobbin_kernel_task. Without
 * RT_USING_COMPONENTS_INIT, call bobbin_rtthread_init once before the scheduler starts.
 */
#include <bobbin/rtos.h>

#include <stddef.h>

#include <rtthread.h>

static rt_list_t *threads; /* the kernel's list of all threads */

int bobbin_rtthread_init(void)
{
    threads = &rt_object_get_information(RT_Object_Class_Thread)->object_list;
    return 0;
}
INIT_BOARD_EXPORT(bobbin_rtthread_init);

static const struct bobbin_kernel_list lists[] = {{
    .head = (uint32_t)&threads,
    .is_indirect = true,
    .count = 1,
    .next_offset = offsetof(rt_list_t, next),
    .node_offset = offsetof(struct rt_object, list),
}};

/* Bit 3 of the state: the thread has yielded. */
static const uint8_t states[16] = {
    [RT_THREAD_CLOSE] = BOBBIN_TASK_ENDED,         [RT_THREAD_READY] = BOBBIN_TASK_READY,
    [RT_THREAD_READY | 8] = BOBBIN_TASK_READY,     [RT_THREAD_RUNNING] = BOBBIN_TASK_RUNNING,
    [RT_THREAD_RUNNING | 8] = BOBBIN_TASK_RUNNING, [RT_THREAD_SUSPEND] = BOBBIN_TASK_BLOCKED,
    [RT_THREAD_SUSPEND | 8] = BOBBIN_TASK_BLOCKED,
};

const struct bobbin_kernel bobbin_kernel = {
    .list = lists,
    .lists_count = 1,
    .tasks_max = BOBBIN_TASKS_MAX,
    .name_offset = offsetof(struct rt_object, name),
    .name_size = RT_NAME_MAX,
    .stack_low = {offsetof(struct rt_thread, stack_addr), 4},
    .stack_size = {offsetof(struct rt_thread, stack_size), 4},
    .saved = {offsetof(struct rt_thread, sp), 4},
#ifdef RT_USING_SCHED_THREAD_CTX
    .state = {offsetof(struct rt_thread, sched_thread_ctx.stat), 1},
#else
    .state = {offsetof(struct rt_thread, stat), 1},
#endif
    .states = states,
    .states_count = sizeof(states),
    .fill = 0x23232323,
};
