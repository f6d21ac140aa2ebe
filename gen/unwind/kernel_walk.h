/* SPDX-License-Identifier: MIT */
/*
 * Walks over the tasks in a dump of memory. Takes the same tasks in the same order as
 * bobbin_kernel_task on the device: those that run first, then each list. Control blocks that
 * cannot be read are left out.
 */
#ifndef GEN_UNWIND_KERNEL_WALK_H
#define GEN_UNWIND_KERNEL_WALK_H

#include "unwind/kernel.h"

/* Longest name that is taken from memory, with its NUL. */
#define KERNEL_NAME_MAX 64

struct kernel_task {
    char name[KERNEL_NAME_MAX];     /* "": unknown */
    uint32_t id;                    /* address of the control block */
    uint32_t saved;                 /* the pointer to the saved registers; 0: unknown */
    uint32_t saved_at;              /* the address of the word with SAVED; 0: unknown */
    uint32_t stack_low, stack_high; /* 0: unknown */
    uint32_t used_bytes;            /* of the stack; 0: unknown */
    uint8_t state;                  /* enum bobbin_task_state */
    uint32_t processor;             /* if it runs */
};

/* Memory of the target. READ returns false if not all SIZE_BYTES at ADDRESS are known. */
struct kernel_memory {
    void *context;
    bool (*read)(void *context, uint32_t address, void *out, uint32_t size_bytes);
};

/* All zero at first. */
struct kernel_walk {
    uint32_t list, number, node, first, seen, count;
    bool damaged;
};

/* Takes the next task. Never makes more steps than tasks_max and the counts of the lists allow. */
enum bobbin_task_found kernel_next(const struct kernel *kernel, const struct kernel_memory *memory,
                                   struct kernel_walk *walk, struct kernel_task *task);

/* "unknown", "running", "ready", ...: the words of crash reports for an enum bobbin_task_state. */
const char *kernel_state_word(uint8_t state);

#endif
