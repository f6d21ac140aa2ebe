/* SPDX-License-Identifier: MIT */
/* Walks over the tasks of the kernel that bobbin_kernel describes. */
#include "../common/memory.h"

#include <bobbin/rtos.h>

/* The word at ADDRESS. If it may not be read, returns 0, and a list is damaged. */
static uint32_t kernel_word(struct bobbin_task_walk *walk, uint32_t address)
{
    uint32_t word;

    if (bobbin_memory_read(NULL, BOBBIN_SPACE_STACK, address, &word, 4))
        return word;
    walk->damaged = 1;
    return 0;
}

/* A value of the control block at BLOCK; 0 if the kernel has none or it cannot be read. */
static uint32_t value_of(struct bobbin_task_walk *walk, uint32_t block,
                         struct bobbin_kernel_value value)
{
    uint32_t address = block + value.offset;
    uint32_t unused_bits = 32 - 8 * value.size_bytes;

    if (value.size_bytes == 0)
        return 0;
    return kernel_word(walk, address & ~3u) >> 8 * (address & 3) << unused_bits >> unused_bits;
}

static uint32_t current(struct bobbin_task_walk *walk, uint32_t number)
{
    return kernel_word(walk, bobbin_kernel.current + number * bobbin_kernel.current_stride_bytes);
}

/* Returns the node after that of WALK on LIST, or 0 after the last one. A word of an array is the
   head of a chain of one node. */
static uint32_t next_node(struct bobbin_task_walk *walk, const struct bobbin_kernel_list *list)
{
    uint32_t start = list->is_indirect ? kernel_word(walk, list->head) : list->head;
    uint32_t count = list->count_at ? kernel_word(walk, list->count_at) : list->count;

    if (count > list->count) {
        walk->damaged = 1;
        return 0;
    }
    for (; walk->number < count; walk->number++, walk->node = 0) {
        uint32_t moved = walk->number * list->stride_bytes, node;
        if (!walk->node)
            node = walk->first = kernel_word(walk, start + moved);
        else if (list->next_offset == BOBBIN_KERNEL_ARRAY)
            continue;
        else if ((node = kernel_word(walk, walk->node + list->next_offset)) == walk->first)
            continue;
        if (node == 0 || node == start + moved || node == list->end + moved)
            continue;
        if (node == walk->seen) { /* the chain runs in a circle without its first node */
            walk->damaged = 1;
            continue;
        }
        if ((walk->count & (walk->count - 1)) == 0)
            walk->seen = node;
        return walk->node = node;
    }
    return 0;
}

static bool is_running(struct bobbin_task_walk *walk, uint32_t block)
{
    for (uint32_t i = 0; i < bobbin_kernel.current_count; i++)
        if (current(walk, i) == block)
            return true;
    return false;
}

/* Fills TASK from its control block. Returns false if a part of it cannot be read. */
static bool describe(struct bobbin_task_walk *walk, struct bobbin_task *task, uint32_t block,
                     uint32_t state)
{
    uint32_t damaged = walk->damaged;
    const struct bobbin_kernel *kernel = &bobbin_kernel;
    uint32_t name = block + kernel->name_offset, number;

    walk->damaged = 0;
    kernel_word(walk, block); /* refuses an address that is no multiple of 4 */
    number = value_of(walk, block, kernel->state);
    if (kernel->name_size == 0)
        name = kernel_word(walk, name);
    if (state == BOBBIN_TASK_UNKNOWN && number < kernel->states_count)
        state = kernel->states[number];
    task->name = (const char *)(uintptr_t)name;
    task->id = block;
    task->saved = value_of(walk, block, kernel->saved);
    task->saved_at = kernel->saved.size_bytes ? block + kernel->saved.offset : 0;
    task->stack_low = value_of(walk, block, kernel->stack_low);
    task->stack_high = value_of(walk, block, kernel->stack_high);
    if (kernel->stack_size.size_bytes)
        task->stack_high = task->stack_low + value_of(walk, block, kernel->stack_size);
    task->resume = kernel->resume;
    task->fill = kernel->fill;
    task->has_exit = kernel->has_exit;
    task->state = (uint8_t)state;
    task->processor = 0;
    if (walk->damaged)
        return false;
    walk->damaged = damaged;
    return true;
}

/* Takes the next running task. */
static bool next_running(struct bobbin_task_walk *walk, struct bobbin_task *task)
{
    while (walk->number < bobbin_kernel.current_count) {
        uint32_t number = walk->number++, block = current(walk, number);
        if (block && describe(walk, task, block, BOBBIN_TASK_RUNNING)) {
            task->processor = (uint8_t)number;
            return true;
        }
    }
    walk->list = 1;
    walk->number = 0;
    return false;
}

/* Takes the next task that does not run. */
static bool next_listed(struct bobbin_task_walk *walk, struct bobbin_task *task)
{
    const struct bobbin_kernel *kernel = &bobbin_kernel;

    for (; walk->list <= kernel->lists_count; walk->list++, walk->number = walk->node = 0) {
        const struct bobbin_kernel_list *list = &kernel->list[walk->list - 1];
        uint32_t node;
        while ((node = next_node(walk, list)) != 0) {
            uint32_t block = node - list->node_offset;
            if (walk->count++ == kernel->tasks_max) {
                walk->damaged = 1;
                return false;
            }
            if (!is_running(walk, block) && describe(walk, task, block, list->state))
                return true;
        }
    }
    return false;
}

enum bobbin_task_found bobbin_kernel_task(struct bobbin_task_walk *walk, struct bobbin_task *task)
{
    if ((walk->list == 0 && next_running(walk, task)) || next_listed(walk, task))
        return BOBBIN_TASK_FOUND;
    return walk->damaged ? BOBBIN_TASK_DAMAGED : BOBBIN_TASK_NONE;
}
