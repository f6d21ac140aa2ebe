/* SPDX-License-Identifier: MIT */
/*
 * Compares the traces of tasks that do not run with the shadow stacks: each starts from the task's
 * handle, and must reach the task's first function. All registers of the first frame must be those
 * with which the task will continue.
 */
#ifndef ORACLE_CHECK_TASKS_H
#define ORACLE_CHECK_TASKS_H

#include "check.h"
#include "task_list.h"

/* A task that has run, or the registers with which a task will start that has not. */
struct task_start {
    uint32_t id;
    bool has_run, is_known;
    uint32_t valid; /* bits of the cursor */
    struct registers registers;
};

struct tasks_check {
    struct check *check;
    struct task_list list;
    struct task_start start[TASKS_MAX];
    size_t starts_count;
    uint64_t switches; /* those that were checked */
};

/* Checks all tasks if, at this instruction, code has switched or an exception has come. */
void tasks_check(struct tasks_check *tasks, const struct registers *now);

#endif
