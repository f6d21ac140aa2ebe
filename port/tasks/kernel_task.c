/* SPDX-License-Identifier: MIT */
/* Walks over the tasks of the kernel that bobbin_kernel describes. */
#include "../common/memory.h"

#include <bobbin/rtos.h>

static bool load(uint32_t address, uint32_t *word)
{
    return bobbin_memory_read(NULL, BOBBIN_SPACE_STACK, address, word, 4);
}

/* A value of the control block at BLOCK; 0 if the kernel has none or it cannot be read. */
static uint32_t value_of(uint32_t block, const struct bobbin_kernel_value *value)
{
    uint32_t address = block + value->offset, word;

    if (value->size_bytes == 0 || !load(address & ~3u, &word))
        return 0;
    return word >> 8 * (address & 3) & UINT32_MAX >> (32 - 8 * value->size_bytes);
}

static void describe(struct bobbin_task *task, uint32_t block, uint32_t state)
{
    const struct bobbin_kernel *kernel = &bobbin_kernel;
    uint32_t name = block + kernel->name_offset, number = value_of(block, &kernel->state);

    if (kernel->name_size == 0 && !load(name, &name))
        name = 0;
    if (state == BOBBIN_TASK_UNKNOWN && number < kernel->states_count)
        state = kernel->states[number];
    task->name = (const char *)(uintptr_t)name;
    task->id = block;
    task->saved = value_of(block, &kernel->saved);
    task->stack_low = value_of(block, &kernel->stack_low);
    task->stack_high = value_of(block, &kernel->stack_high);
    if (kernel->stack_size.size_bytes)
        task->stack_high = task->stack_low + value_of(block, &kernel->stack_size);
    task->resume = kernel->resume;
    task->fill = kernel->fill;
    task->state = (uint8_t)state;
}

static uint32_t current_at(uint32_t number)
{
    return bobbin_kernel.current + number * bobbin_kernel.current_stride_bytes;
}

/* Whether the control block at BLOCK is that of a running task. */
static bool is_running(uint32_t block)
{
    uint32_t current;

    for (uint32_t i = 0; i < bobbin_kernel.current_count; i++)
        if (load(current_at(i), &current) && current == block)
            return true;
    return false;
}

/* Takes the next running task. */
static enum bobbin_task_found next_running(struct bobbin_task_walk *walk)
{
    while (walk->number < bobbin_kernel.current_count) {
        if (!load(current_at(walk->number++), &walk->node))
            return BOBBIN_TASK_DAMAGED;
        if (walk->node)
            return BOBBIN_TASK_FOUND;
    }
    return BOBBIN_TASK_NONE;
}

/* Takes the next node of LIST. A word of an array is the head of a chain of one node. */
static enum bobbin_task_found next_node(struct bobbin_task_walk *walk,
                                        const struct bobbin_kernel_list *list)
{
    uint32_t start = list->head, count = list->count;

    if ((list->is_indirect && !load(start, &start)) ||
        (list->count_at && !load(list->count_at, &count)) || count > list->count)
        return BOBBIN_TASK_DAMAGED;
    for (; walk->number < count; walk->number++, walk->first = 0) {
        uint32_t moved = walk->number * list->stride_bytes, from = start + moved;
        if (walk->first) {
            if (list->next_offset == BOBBIN_KERNEL_ARRAY)
                continue;
            from = walk->node + list->next_offset;
        }
        if (!load(from, &walk->node))
            return BOBBIN_TASK_DAMAGED;
        if (walk->node == 0 || walk->node == list->end + moved || walk->node == start + moved ||
            walk->node == walk->first)
            continue;
        if (!walk->first)
            walk->first = walk->node;
        return BOBBIN_TASK_FOUND;
    }
    return BOBBIN_TASK_NONE;
}

enum bobbin_task_found bobbin_kernel_task(struct bobbin_task_walk *walk, struct bobbin_task *task)
{
    const struct bobbin_kernel_list *lists = bobbin_kernel.list;

    for (; walk->list <= bobbin_kernel.lists_count; walk->list++, walk->number = walk->first = 0) {
        bool runs = walk->list == 0;
        const struct bobbin_kernel_list *list = runs ? NULL : &lists[walk->list - 1];
        enum bobbin_task_found found;

        while ((found = runs ? next_running(walk) : next_node(walk, list)) == BOBBIN_TASK_FOUND) {
            uint32_t block = walk->node - (runs ? 0 : list->node_offset), word;
            if (walk->count++ >= bobbin_kernel.tasks_max || !load(block, &word))
                return BOBBIN_TASK_DAMAGED;
            task->processor = (uint8_t)(walk->number - 1);
            if (!runs && is_running(block))
                continue;
            describe(task, block, runs ? BOBBIN_TASK_RUNNING : list->state);
            return BOBBIN_TASK_FOUND;
        }
        if (found == BOBBIN_TASK_DAMAGED)
            return found;
    }
    return BOBBIN_TASK_NONE;
}
