/* SPDX-License-Identifier: MIT */
/*
 * The tasks of an RTOS, for reports and for the sampler.
 *
 * bobbin_config.task walks over the tasks. With a file of port/rtos that function is
 * bobbin_kernel_task: the file describes the kernel's task lists in the constant bobbin_kernel.
 * `bobbin tasks` follows the same constant in a dump of memory. For another kernel, describe it in
 * the same way, or write your own function. Where a task's registers are is in neither: the table
 * has it (<bobbin/tasks.h>).
 */
#ifndef BOBBIN_RTOS_H
#define BOBBIN_RTOS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum bobbin_task_state {
    BOBBIN_TASK_UNKNOWN,
    BOBBIN_TASK_RUNNING,
    BOBBIN_TASK_READY,
    BOBBIN_TASK_BLOCKED, /* waits for something or for time */
    BOBBIN_TASK_SUSPENDED,
    BOBBIN_TASK_ENDED,
    BOBBIN_TASK_STATES,
};

/* The words of the states, in reports and in `bobbin tasks`: the elements of an array. */
#define BOBBIN_TASK_STATE_WORDS "unknown", "running", "ready", "blocked", "suspended", "ended"

/*
 * How the device and `bobbin tasks` recognise the end of a thread's stack. A kernel may keep at
 * most so many bytes between the frame of the first function and the upper end of the stack.
 */
#define BOBBIN_THREAD_TOP_BYTES_MAX 128
/* FreeRTOS and others leave at most so many bytes above the sp of a thread that starts. */
#define BOBBIN_THREAD_LINKAGE_BYTES 16

struct bobbin_task {
    const char *name;               /* may be NULL; the pointer may be wrong */
    uint32_t id;                    /* address of the control block */
    uint32_t saved;                 /* the pointer to its saved registers; 0: not known */
    uint32_t saved_at;              /* the address of the word that holds SAVED; 0: not known */
    uint32_t stack_low, stack_high; /* the stack is from LOW to HIGH - 1; 0: not known */
    uint32_t resume;                /* the function whose code resumes the task; 0: the only one */
    uint32_t fill;                  /* the word that unused stack holds; 0: it is not painted */
    bool has_exit;                  /* its first function returns to a function, never to 0 */
    uint8_t state;                  /* enum bobbin_task_state */
    uint8_t processor;              /* the number of the one it runs on, if RUNNING */
};

/* Where a walk over the tasks is; all zero at first. Your own function may use it as it likes. */
struct bobbin_task_walk {
    uint16_t list, number, count, damaged;
    uint32_t node, first, seen;
};

enum bobbin_task_found {
    BOBBIN_TASK_NONE,    /* there are no more */
    BOBBIN_TASK_FOUND,   /* TASK is the next one */
    BOBBIN_TASK_DAMAGED, /* no more are found, and a list is damaged: there may be more */
};

/* ---- the description of a kernel ------------------------------------------------------------- */

/* A value in the control block: SIZE bytes (1, 2, 4) at OFFSET. Size 0: the kernel has none. */
struct bobbin_kernel_value {
    uint16_t offset;
    uint16_t size_bytes;
};

/* Lists of tasks that have the same form. */
struct bobbin_kernel_list {
    /* A chain: the address of the word that points to the first node. The chain ends at 0, at the
       node END, at HEAD itself, and at its first node. An array (NEXT_OFFSET is
       BOBBIN_KERNEL_ARRAY): the address of its first word; each word is 0 or a node. */
    uint32_t head;
    uint32_t end;
    /* Chains: the number of lists, STRIDE_BYTES apart; END moves with HEAD. Arrays: of words. */
    uint16_t count;
    uint16_t stride_bytes;
    uint16_t next_offset; /* of the pointer to the next node, in a node */
    uint16_t node_offset; /* of a node in the control block */
    uint32_t count_at;    /* if not 0: the address of a word with the real COUNT, at most COUNT */
    uint8_t state;        /* of these tasks; UNKNOWN: bobbin_kernel.state tells */
    bool is_indirect;     /* HEAD is the address of a pointer to what HEAD is otherwise. END is 0 */
};
#define BOBBIN_KERNEL_ARRAY 0xffffu

/* For bobbin_kernel.tasks_max, if the kernel has no limit of its own. */
#define BOBBIN_TASKS_MAX 128

struct bobbin_kernel {
    const struct bobbin_kernel_list *list;
    uint32_t lists_count;
    uint32_t tasks_max; /* more tasks than this: the list is damaged */

    /* Address of the word that points to the control block of the running task; one word for each
       processor, STRIDE_BYTES apart. */
    uint32_t current;
    uint16_t current_count, current_stride_bytes;

    uint16_t name_offset, name_size; /* size in bytes; 0: the word at NAME_OFFSET is a pointer */
    struct bobbin_kernel_value stack_low;
    struct bobbin_kernel_value stack_high; /* or: */
    struct bobbin_kernel_value stack_size; /* in bytes */
    struct bobbin_kernel_value saved;      /* the pointer to the saved registers */
    struct bobbin_kernel_value state;      /* STATES[value] is its enum bobbin_task_state */
    const uint8_t *states;
    uint32_t states_count;

    uint32_t resume; /* for bobbin_task.resume */
    uint32_t fill;   /* for bobbin_task.fill */
    bool has_exit;   /* for bobbin_task.has_exit */
};

/* Defined by a file of port/rtos, or by the firmware. */
extern const struct bobbin_kernel bobbin_kernel;

/* For bobbin_config.task: the tasks that bobbin_kernel describes, first those that run. Checks each
   pointer before it reads; the number of steps is bounded by tasks_max and the counts of lists. */
enum bobbin_task_found bobbin_kernel_task(struct bobbin_task_walk *walk, struct bobbin_task *task);

#ifdef __cplusplus
}
#endif

#endif
