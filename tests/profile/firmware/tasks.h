/* SPDX-License-Identifier: MIT */
/*
 * A small scheduler: tasks give up the processor themselves, in a ring. When none of them can go on, main does, which
 * has nothing to do but look.
 */
#ifndef TASKS_H
#define TASKS_H

#include <stdbool.h>
#include <stdint.h>

enum { TASKS_MAX = 2, TASK_STACK_BYTES = 8192 };

struct task {
    uint32_t *sp; /* of a task that does not run; switch.S knows that it is the first field */
    const char *name;
    void (*run)(void);
    bool (*ready)(void); /* NULL: always */
    bool done;
    _Alignas(8) uint32_t stack[TASK_STACK_BYTES / 4];
};

/* Adds a task, to begin with RUN when tasks_run is called. It must outlive that. */
void tasks_add(struct task *task, const char *name, void (*run)(void));

/* Runs all tasks to their end. */
void tasks_run(void);

/* Lets others run, until READY says yes; NULL: at once. */
void task_wait(bool (*ready)(void));

/*
 * Of the task that runs: 0 for main, else 1 and so on; its name; and whether it only looks whether there is something
 * to do.
 */
uint32_t task_number(void);
const char *task_name(void);
bool task_is_idle(void);

/* Saves what a function must keep on the stack of FROM and takes it from that of TO (switch.S). */
void task_switch(struct task *from, struct task *to);

/* Where a new task begins: calls the function in r4, then task_end. */
void task_start(void);
void task_end(void) __attribute__((noreturn));

#endif
