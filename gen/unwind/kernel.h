/* SPDX-License-Identifier: MIT */
/*
 * The description of an RTOS's task lists: the constant bobbin_kernel of the image
 * (port/include/bobbin/rtos.h). kernel_walk.h follows it in a dump of memory.
 */
#ifndef GEN_UNWIND_KERNEL_H
#define GEN_UNWIND_KERNEL_H

#include "elf/image.h"
#include <bobbin/rtos.h>

/* Name of the constant in the image. */
#define KERNEL_SYMBOL "bobbin_kernel"

/* As struct bobbin_kernel_list, with addresses of the target. */
struct kernel_list {
    uint32_t head, end, count, stride_bytes, next_offset, node_offset, count_at;
    uint8_t state;
    bool is_indirect;
};

/* As struct bobbin_kernel. */
struct kernel {
    struct kernel_list *list;
    uint32_t lists_count, tasks_max;
    uint32_t current, current_count, current_stride_bytes;
    uint32_t name_offset, name_size;
    struct bobbin_kernel_value stack_low, stack_high, stack_size, saved, state;
    uint8_t *states;
    uint32_t states_count;
    uint32_t resume, fill;
    bool has_exit;
};

/*
 * Reads the description in IMAGE. Prints an error and returns STATUS_PROBLEMS if the image has
 * none, BAD_INPUT if the description is invalid. kernel_free in every case.
 */
int kernel_read(struct kernel *kernel, const struct image *image);
void kernel_free(struct kernel *kernel);

#endif
