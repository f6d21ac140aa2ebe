/* SPDX-License-Identifier: MIT */
/*
 * The tasks of the running firmware. The firmware's constant bobbin_kernel (bobbin/rtos.h) says
 * where they are; read here for kernels with one chain of all tasks.
 */
#ifndef ORACLE_TASK_LIST_H
#define ORACLE_TASK_LIST_H

#include "elf/image.h"
#include "guest.h"

struct task {
    uint32_t id, saved, stack_low, stack_high; /* like those of struct bobbin_task */
};

enum { TASKS_MAX = 64 };
struct task_list {
    bool is_described; /* the image has bobbin_kernel, and it is of this kind */
    uint32_t head, next_offset, node_offset, current;
    uint32_t saved_offset, low_offset, high_offset;
    /* as read last */
    struct task task[TASKS_MAX];
    size_t count;
    uint32_t running; /* the id of the task that the kernel calls running; 0: none */
};

/* Reads the constant bobbin_kernel of IMAGE. */
void task_list_open(struct task_list *list, const struct image *image);

/* Reads the tasks from memory. Returns false if a control block cannot be read. */
bool task_list_read(struct task_list *list, struct guest *guest);

/* The task on whose stack SP is, or NULL. An empty stack counts. */
const struct task *task_list_at(const struct task_list *list, uint32_t sp);

#endif
