/* SPDX-License-Identifier: MIT */
#include "unwind/kernel_walk.h"

#include <string.h>

#include "core/format/bytes.h"

struct walker {
    const struct kernel *kernel;
    const struct kernel_memory *memory;
    struct kernel_walk *walk;
};

static bool is_known(const struct walker *walker, uint32_t address, void *out, uint32_t size_bytes)
{
    return walker->memory->read(walker->memory->context, address, out, size_bytes);
}

/* Reads a word. False, and the lists are damaged, if it is unknown or not at a multiple of 4. */
static bool load(const struct walker *walker, uint32_t address, uint32_t *word)
{
    uint8_t bytes[4];

    *word = 0;
    if (address % 4 || !is_known(walker, address, bytes, sizeof(bytes))) {
        walker->walk->damaged = true;
        return false;
    }
    *word = bytes_u32(bytes);
    return true;
}

/* ---- a task ---------------------------------------------------------------------------------- */

/* Reads a value of the control block; 0 if the kernel has none. False if it cannot be read. */
static bool read_value(const struct walker *walker, uint32_t block,
                       const struct bobbin_kernel_value *value, uint32_t *number)
{
    uint8_t bytes[4] = {0};
    bool known =
        !value->size_bytes || is_known(walker, block + value->offset, bytes, value->size_bytes);

    *number = bytes_u32(bytes);
    return known;
}

/* Copies the name up to its NUL. Characters that a terminal may execute become '?'. */
static void copy_name(const struct walker *walker, uint32_t at, char name[KERNEL_NAME_MAX])
{
    uint32_t size = walker->kernel->name_size, i = 0;

    if (size == 0 || size > KERNEL_NAME_MAX - 1)
        size = KERNEL_NAME_MAX - 1;
    for (; i < size && is_known(walker, at + i, &name[i], 1) && name[i]; i++)
        if (name[i] < ' ' || name[i] > '~')
            name[i] = '?';
    name[i] = '\0';
}

/* The number of bytes of the stack that were ever used; 0 if it is not painted or not in memory. */
static uint32_t used_bytes(const struct walker *walker, const struct kernel_task *task)
{
    uint8_t bytes[4];

    if (!walker->kernel->fill)
        return 0;
    for (uint32_t at = task->stack_low; at < task->stack_high; at += 4) {
        if (!is_known(walker, at, bytes, sizeof(bytes)))
            return 0;
        if (bytes_u32(bytes) != walker->kernel->fill)
            return task->stack_high - at;
    }
    return 0;
}

static bool read_stack(const struct walker *walker, uint32_t block, struct kernel_task *task)
{
    const struct kernel *kernel = walker->kernel;
    uint32_t size_bytes;

    if (!read_value(walker, block, &kernel->stack_low, &task->stack_low) ||
        !read_value(walker, block, &kernel->stack_high, &task->stack_high) ||
        !read_value(walker, block, &kernel->stack_size, &size_bytes))
        return false;
    if (kernel->stack_size.size_bytes)
        task->stack_high = task->stack_low + size_bytes;
    task->used_bytes = used_bytes(walker, task);
    return true;
}

/*
 * Fills TASK from its control block. If a part of it cannot be read, the lists are damaged and the
 * result is false.
 */
static bool describe(const struct walker *walker, uint32_t block, uint8_t state,
                     struct kernel_task *task)
{
    const struct kernel *kernel = walker->kernel;
    uint32_t first, number, name = block + kernel->name_offset;

    memset(task, 0, sizeof(*task));
    task->id = block;
    if (!load(walker, block, &first) || (!kernel->name_size && !load(walker, name, &name)))
        return false;
    if (!read_value(walker, block, &kernel->state, &number) ||
        !read_value(walker, block, &kernel->saved, &task->saved) ||
        !read_stack(walker, block, task)) {
        walker->walk->damaged = true;
        return false;
    }
    if (state == BOBBIN_TASK_UNKNOWN && number < kernel->states_count)
        state = kernel->states[number];
    task->saved_at = kernel->saved.size_bytes ? block + kernel->saved.offset : 0;
    task->state = state;
    copy_name(walker, name, task->name);
    return true;
}

/* ---- those that run -------------------------------------------------------------------------- */

static uint32_t current(const struct walker *walker, uint32_t number)
{
    uint32_t block;

    load(walker, walker->kernel->current + number * walker->kernel->current_stride_bytes, &block);
    return block;
}

static bool is_running(const struct walker *walker, uint32_t block)
{
    for (uint32_t i = 0; i < walker->kernel->current_count; i++)
        if (current(walker, i) == block)
            return true;
    return false;
}

static bool next_running(const struct walker *walker, struct kernel_task *task)
{
    struct kernel_walk *walk = walker->walk;

    while (walk->number < walker->kernel->current_count) {
        uint32_t number = walk->number++, block = current(walker, number);
        if (block && describe(walker, block, BOBBIN_TASK_RUNNING, task)) {
            task->processor = number;
            return true;
        }
    }
    return false;
}

/* ---- the lists ------------------------------------------------------------------------------- */

/* Whether NODE is the end of the chain, or the empty word of an array, at HEAD. */
static bool is_end(const struct kernel_list *list, uint32_t moved, uint32_t head, uint32_t node)
{
    return node == 0 || node == list->end + moved || node == head;
}

/*
 * The number of nodes from which on a chain runs in a circle is unknown, so the walk remembers the
 * node after 1, 2, 4, ... nodes of all lists.
 */
static bool is_circle(struct kernel_walk *walk, uint32_t node)
{
    if (node == walk->seen)
        return true;
    if ((walk->count & (walk->count - 1)) == 0)
        walk->seen = node;
    return false;
}

/* Takes the next node of LIST, whose first chain or word is at START. 0 after the last one. */
static uint32_t next_in_chains(const struct walker *walker, const struct kernel_list *list,
                               uint32_t start, uint32_t count)
{
    struct kernel_walk *walk = walker->walk;
    bool is_array = list->next_offset == BOBBIN_KERNEL_ARRAY;

    for (; walk->number < count; walk->number++, walk->node = 0) {
        uint32_t moved = walk->number * list->stride_bytes, node;
        bool is_first = walk->node == 0;
        if (!is_first && is_array)
            continue;
        load(walker, is_first ? start + moved : walk->node + list->next_offset, &node);
        if (is_end(list, moved, start + moved, node) || (!is_first && node == walk->first))
            continue;
        if (is_circle(walk, node)) {
            walk->damaged = true;
            continue;
        }
        if (is_first)
            walk->first = node;
        return walk->node = node;
    }
    return 0;
}

static uint32_t next_in_list(const struct walker *walker, const struct kernel_list *list)
{
    uint32_t start = list->head, count = list->count;

    if (list->is_indirect)
        load(walker, start, &start);
    if (list->count_at)
        load(walker, list->count_at, &count);
    if (count <= list->count)
        return next_in_chains(walker, list, start, count);
    walker->walk->damaged = true;
    return 0;
}

/* Takes the next task of list WALK->LIST - 1. *STOPPED: there are more than the kernel allows. */
static bool next_listed(const struct walker *walker, struct kernel_task *task, bool *stopped)
{
    struct kernel_walk *walk = walker->walk;
    const struct kernel_list *list = &walker->kernel->list[walk->list - 1];
    uint32_t node;

    while ((node = next_in_list(walker, list))) {
        uint32_t block = node - list->node_offset;
        if (walk->count++ >= walker->kernel->tasks_max) {
            walk->damaged = *stopped = true;
            return false;
        }
        if (!is_running(walker, block) && describe(walker, block, list->state, task))
            return true;
    }
    return false;
}

enum bobbin_task_found kernel_next(const struct kernel *kernel, const struct kernel_memory *memory,
                                   struct kernel_walk *walk, struct kernel_task *task)
{
    struct walker walker = {kernel, memory, walk};
    bool stopped = false;

    for (; walk->list <= kernel->lists_count && !stopped;
         walk->list++, walk->number = walk->node = 0)
        if (walk->list ? next_listed(&walker, task, &stopped) : next_running(&walker, task))
            return BOBBIN_TASK_FOUND;
    return walk->damaged ? BOBBIN_TASK_DAMAGED : BOBBIN_TASK_NONE;
}

const char *kernel_state_word(uint8_t state)
{
    static const char *const words[BOBBIN_TASK_STATES] = {BOBBIN_TASK_STATE_WORDS};

    return words[state < BOBBIN_TASK_STATES ? state : BOBBIN_TASK_UNKNOWN];
}
