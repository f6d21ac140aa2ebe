/* SPDX-License-Identifier: MIT */
/* Reads the description of a kernel from an image. kernel_walk.c follows it. */
#include "unwind/kernel.h"

#include <stdlib.h>

#include "elf/image_objects.h"
#include "util/diag.h"
#include "util/memory.h"

/* Layout of struct bobbin_kernel and its parts on the target (AAPCS32), in bytes. */
enum {
    KERNEL_LIST = 0,
    KERNEL_LISTS_COUNT = 4,
    KERNEL_TASKS_MAX = 8,
    KERNEL_CURRENT = 12,
    KERNEL_CURRENT_COUNT = 16,
    KERNEL_CURRENT_STRIDE = 18,
    KERNEL_NAME_OFFSET = 20,
    KERNEL_NAME_SIZE = 22,
    KERNEL_STACK_LOW = 24,
    KERNEL_STACK_HIGH = 28,
    KERNEL_STACK_SIZE = 32,
    KERNEL_SAVED = 36,
    KERNEL_STATE = 40,
    KERNEL_STATES = 44,
    KERNEL_STATES_COUNT = 48,
    KERNEL_RESUME = 52,
    KERNEL_FILL = 56,
    KERNEL_HAS_EXIT = 60,
    KERNEL_BYTES = 64,

    LIST_HEAD = 0,
    LIST_END = 4,
    LIST_COUNT = 8,
    LIST_STRIDE = 10,
    LIST_NEXT_OFFSET = 12,
    LIST_NODE_OFFSET = 14,
    LIST_COUNT_AT = 16,
    LIST_STATE = 20,
    LIST_IS_INDIRECT = 21,
    LIST_BYTES = 24,

    LISTS_MAX = 1024,
    STATES_MAX = 4096,
};

/* Reads from the image; the first failure is remembered. */
struct source {
    const struct image *image;
    bool failed;
};

static uint32_t number_at(struct source *source, uint32_t address, uint32_t size_bytes)
{
    uint32_t number;

    if (!image_read_number(source->image, address, size_bytes, &number))
        source->failed = true;
    return number;
}

static struct bobbin_kernel_value value_at(struct source *source, uint32_t address)
{
    struct bobbin_kernel_value value = {
        .offset = (uint16_t)number_at(source, address, 2),
        .size_bytes = (uint16_t)number_at(source, address + 2, 2),
    };

    source->failed |= value.size_bytes > 4 || value.size_bytes == 3;
    return value;
}

static struct kernel_list list_at(struct source *source, uint32_t address)
{
    return (struct kernel_list){
        .head = number_at(source, address + LIST_HEAD, 4),
        .end = number_at(source, address + LIST_END, 4),
        .count = number_at(source, address + LIST_COUNT, 2),
        .stride_bytes = number_at(source, address + LIST_STRIDE, 2),
        .next_offset = number_at(source, address + LIST_NEXT_OFFSET, 2),
        .node_offset = number_at(source, address + LIST_NODE_OFFSET, 2),
        .count_at = number_at(source, address + LIST_COUNT_AT, 4),
        .state = (uint8_t)number_at(source, address + LIST_STATE, 1),
        .is_indirect = number_at(source, address + LIST_IS_INDIRECT, 1) != 0,
    };
}

static void read_arrays(struct kernel *kernel, struct source *source, uint32_t lists,
                        uint32_t states)
{
    source->failed |= kernel->lists_count > LISTS_MAX || kernel->states_count > STATES_MAX;
    if (source->failed)
        return;
    kernel->list = must_realloc(NULL, kernel->lists_count + 1, sizeof(*kernel->list));
    for (uint32_t i = 0; i < kernel->lists_count; i++)
        kernel->list[i] = list_at(source, lists + i * LIST_BYTES);
    kernel->states = must_realloc(NULL, kernel->states_count + 1, 1);
    for (uint32_t i = 0; i < kernel->states_count; i++)
        kernel->states[i] = (uint8_t)number_at(source, states + i, 1);
}

static void read_values(struct kernel *kernel, struct source *source, uint32_t at)
{
    kernel->lists_count = number_at(source, at + KERNEL_LISTS_COUNT, 4);
    kernel->tasks_max = number_at(source, at + KERNEL_TASKS_MAX, 4);
    kernel->current = number_at(source, at + KERNEL_CURRENT, 4);
    kernel->current_count = number_at(source, at + KERNEL_CURRENT_COUNT, 2);
    kernel->current_stride_bytes = number_at(source, at + KERNEL_CURRENT_STRIDE, 2);
    kernel->name_offset = number_at(source, at + KERNEL_NAME_OFFSET, 2);
    kernel->name_size = number_at(source, at + KERNEL_NAME_SIZE, 2);
    kernel->stack_low = value_at(source, at + KERNEL_STACK_LOW);
    kernel->stack_high = value_at(source, at + KERNEL_STACK_HIGH);
    kernel->stack_size = value_at(source, at + KERNEL_STACK_SIZE);
    kernel->saved = value_at(source, at + KERNEL_SAVED);
    kernel->state = value_at(source, at + KERNEL_STATE);
    kernel->states_count = number_at(source, at + KERNEL_STATES_COUNT, 4);
    kernel->resume = number_at(source, at + KERNEL_RESUME, 4);
    kernel->fill = number_at(source, at + KERNEL_FILL, 4);
    kernel->has_exit = number_at(source, at + KERNEL_HAS_EXIT, 1) != 0;
}

int kernel_read(struct kernel *kernel, const struct image *image)
{
    struct source source = {.image = image};
    uint32_t at, size_bytes;

    memset(kernel, 0, sizeof(*kernel));
    if (!image_find_object(image, KERNEL_SYMBOL, &at, &size_bytes)) {
        diag_error(image->path, "the image has no constant " KERNEL_SYMBOL
                                ", which describes the task lists of its RTOS (port/README.md); "
                                "give the tasks with --task or --tasks");
        return STATUS_PROBLEMS;
    }
    if (size_bytes && size_bytes != KERNEL_BYTES)
        return diag_error(image->path,
                          KERNEL_SYMBOL " has %u bytes, not %d: the firmware has "
                                        "another version of Bobbin",
                          size_bytes, KERNEL_BYTES);
    read_values(kernel, &source, at);
    read_arrays(kernel, &source, number_at(&source, at + KERNEL_LIST, 4),
                number_at(&source, at + KERNEL_STATES, 4));
    if (!source.failed)
        return STATUS_GOOD;
    return diag_error(image->path, "0x%08x: the contents of " KERNEL_SYMBOL " are invalid", at);
}

void kernel_free(struct kernel *kernel)
{
    free(kernel->list);
    free(kernel->states);
    memset(kernel, 0, sizeof(*kernel));
}
