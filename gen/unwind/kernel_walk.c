/* SPDX-License-Identifier: MIT */
#include "unwind/kernel_walk.h"

#include "core/format/bytes.h"

struct walker {
    const struct kernel *kernel;
    const struct kernel_memory *memory;
    struct kernel_walk *walk;
};

static bool load(const struct kernel_memory *memory, uint32_t address, uint32_t *word)
{
    uint8_t bytes[4];

    if (!memory->read(memory->context, address, bytes, sizeof(bytes)))
        return false;
    *word = bytes_u32(bytes);
    return true;
}

/* ---- a task ---------------------------------------------------------------------------------- */

/* A value of the control block; 0 if the kernel has none or it cannot be read. */
static uint32_t value_of(const struct walker *walker, uint32_t block,
                         const struct bobbin_kernel_value *value)
{
    uint8_t bytes[4] = {0};
    uint32_t size_bytes = value->size_bytes;

    if (!size_bytes ||
        !walker->memory->read(walker->memory->context, block + value->offset, bytes, size_bytes))
        return 0;
    return bytes_u32(bytes);
}

/* Copies the name up to its NUL. Characters that a terminal may execute become '?'. */
static void read_name(const struct walker *walker, uint32_t block, char name[KERNEL_NAME_MAX])
{
    uint32_t size = walker->kernel->name_size, at = block + walker->kernel->name_offset, i;

    name[0] = '\0';
    if (size == 0 && !load(walker->memory, at, &at))
        return;
    if (size == 0 || size > KERNEL_NAME_MAX - 1)
        size = KERNEL_NAME_MAX - 1;
    for (i = 0;
         i < size && walker->memory->read(walker->memory->context, at + i, &name[i], 1) && name[i];
         i++)
        if (name[i] < ' ' || name[i] > '~')
            name[i] = '?';
    name[i] = '\0';
}

/* The number of bytes of the stack that were ever used; 0 if it is not painted or not in memory. */
static uint32_t used_bytes(const struct walker *walker, const struct kernel_task *task)
{
    uint32_t word;

    if (!walker->kernel->fill)
        return 0;
    for (uint32_t at = task->stack_low; at < task->stack_high; at += 4) {
        if (!load(walker->memory, at, &word))
            return 0;
        if (word != walker->kernel->fill)
            return task->stack_high - at;
    }
    return 0;
}

static void describe(const struct walker *walker, uint32_t block, uint8_t state,
                     struct kernel_task *task)
{
    const struct kernel *kernel = walker->kernel;
    uint32_t number = value_of(walker, block, &kernel->state);

    if (state == BOBBIN_TASK_UNKNOWN && number < kernel->states_count)
        state = kernel->states[number];
    task->id = block;
    task->saved = value_of(walker, block, &kernel->saved);
    task->saved_at = kernel->saved.size_bytes ? block + kernel->saved.offset : 0;
    task->stack_low = value_of(walker, block, &kernel->stack_low);
    task->stack_high = value_of(walker, block, &kernel->stack_high);
    if (kernel->stack_size.size_bytes)
        task->stack_high = task->stack_low + value_of(walker, block, &kernel->stack_size);
    task->state = state;
    task->processor = walker->walk->number - 1;
    read_name(walker, block, task->name);
    task->used_bytes = used_bytes(walker, task);
}

/* ---- the lists ------------------------------------------------------------------------------- */

static bool load_current(const struct walker *walker, uint32_t number, uint32_t *block)
{
    return load(walker->memory,
                walker->kernel->current + number * walker->kernel->current_stride_bytes, block);
}

static bool is_running(const struct walker *walker, uint32_t block)
{
    uint32_t current;

    for (uint32_t i = 0; i < walker->kernel->current_count; i++)
        if (load_current(walker, i, &current) && current == block)
            return true;
    return false;
}

static enum bobbin_task_found next_running(struct walker *walker)
{
    struct kernel_walk *walk = walker->walk;

    while (walk->number < walker->kernel->current_count) {
        if (!load_current(walker, walk->number++, &walk->node))
            return BOBBIN_TASK_DAMAGED;
        if (walk->node)
            return BOBBIN_TASK_FOUND;
    }
    return BOBBIN_TASK_NONE;
}

/* Where the word is that leads to the next node: in the last node, or at the head of a chain. */
static uint32_t link_at(const struct kernel_walk *walk, const struct kernel_list *list,
                        uint32_t head)
{
    return walk->first ? walk->node + list->next_offset : head;
}

/* Takes the next node of LIST, whose chains, or whose words, start at START. */
static enum bobbin_task_found next_in_chains(struct walker *walker, const struct kernel_list *list,
                                             uint32_t start, uint32_t count)
{
    struct kernel_walk *walk = walker->walk;

    for (; walk->number < count; walk->number++, walk->first = 0) {
        uint32_t moved = walk->number * list->stride_bytes, node;
        if (walk->first && list->next_offset == BOBBIN_KERNEL_ARRAY)
            continue;
        if (!load(walker->memory, link_at(walk, list, start + moved), &node))
            return BOBBIN_TASK_DAMAGED;
        if (node == 0 || node == list->end + moved || node == start + moved || node == walk->first)
            continue;
        walk->node = node;
        if (!walk->first)
            walk->first = node;
        return BOBBIN_TASK_FOUND;
    }
    return BOBBIN_TASK_NONE;
}

static enum bobbin_task_found next_in_list(struct walker *walker, const struct kernel_list *list)
{
    uint32_t start = list->head, count = list->count;

    if (list->is_indirect && !load(walker->memory, start, &start))
        return BOBBIN_TASK_DAMAGED;
    if (list->count_at && !load(walker->memory, list->count_at, &count))
        return BOBBIN_TASK_DAMAGED;
    if (count > list->count)
        return BOBBIN_TASK_DAMAGED;
    return next_in_chains(walker, list, start, count);
}

/* Takes the next task of the running ones (list 0) or of list WALK->LIST - 1. */
static enum bobbin_task_found next_task(struct walker *walker, struct kernel_task *task)
{
    struct kernel_walk *walk = walker->walk;
    bool runs = walk->list == 0;
    const struct kernel_list *list = runs ? NULL : &walker->kernel->list[walk->list - 1];
    enum bobbin_task_found found;

    while ((found = runs ? next_running(walker) : next_in_list(walker, list)) ==
           BOBBIN_TASK_FOUND) {
        uint32_t block = walk->node - (runs ? 0 : list->node_offset), word;
        if (walk->count++ >= walker->kernel->tasks_max || !load(walker->memory, block, &word))
            return BOBBIN_TASK_DAMAGED;
        if (!runs && is_running(walker, block))
            continue;
        describe(walker, block, runs ? BOBBIN_TASK_RUNNING : list->state, task);
        return BOBBIN_TASK_FOUND;
    }
    return found;
}

enum bobbin_task_found kernel_next(const struct kernel *kernel, const struct kernel_memory *memory,
                                   struct kernel_walk *walk, struct kernel_task *task)
{
    struct walker walker = {kernel, memory, walk};

    for (; walk->list <= kernel->lists_count; walk->list++, walk->number = walk->first = 0) {
        enum bobbin_task_found found = next_task(&walker, task);
        if (found != BOBBIN_TASK_NONE)
            return found;
    }
    return BOBBIN_TASK_NONE;
}

const char *kernel_state_word(uint8_t state)
{
    static const char *const words[BOBBIN_TASK_STATES] = {
        [BOBBIN_TASK_UNKNOWN] = "unknown",     [BOBBIN_TASK_RUNNING] = "running",
        [BOBBIN_TASK_READY] = "ready",         [BOBBIN_TASK_BLOCKED] = "blocked",
        [BOBBIN_TASK_SUSPENDED] = "suspended", [BOBBIN_TASK_ENDED] = "ended",
    };

    return words[state < BOBBIN_TASK_STATES ? state : BOBBIN_TASK_UNKNOWN];
}
