/* SPDX-License-Identifier: MIT */
/*
 * A small cooperative round-robin scheduler. While no task can run, main polls for one that can.
 */
#ifndef TASKS_H
#define TASKS_H

#include <stdbool.h>
#include <stdint.h>

enum { TASKS_MAX = 2, TASK_STACK_BYTES = 8192 };

struct task {
    uint32_t *sp; /* while the task does not run; switch.S needs it as first field */
    const char *name;
    void (*run)(void);
    bool (*ready)(void); /* NULL: can always run */
    bool done;
    _Alignas(8) uint32_t stack[TASK_STACK_BYTES / 4];
};

/* Adds a task, which runs RUN once tasks_run is called. TASK must exist until tasks_run returns. */
void tasks_add(struct task *task, const char *name, void (*run)(void));

/* Returns when all tasks have ended. */
void tasks_run(void);

/* Lets other tasks run. The caller continues once READY returns true; NULL: at its next turn. */
void task_wait(bool (*ready)(void));

/*
 * Of the running task: its number, 0 for main and 1 or more for others; its name; whether main is
 * polling.
 */
uint32_t task_number(void);
const char *task_name(void);
bool task_is_idle(void);

/* switch.S: saves the callee-saved registers on FROM's stack, loads them from TO's stack. */
void task_switch(struct task *from, struct task *to);

/* The entry of a new task: calls the function in r4, then task_end. */
void task_start(void);
void task_end(void) __attribute__((noreturn));

#endif
