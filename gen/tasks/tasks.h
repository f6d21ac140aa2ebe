/* SPDX-License-Identifier: MIT */
/*
 * The analysis of tasks that do not run: from the code that saves and restores tasks, the resume
 * rules (task_rule.h) of an image. It follows the code with the bank states of the stage exceptions
 * and needs no facts about any kernel.
 *
 * 1. restore_points.c finds instructions that may take the registers of another task.
 * 2. task_walk.c follows the code from there to all exits; restore_rule.c makes a rule from them.
 * 3. save_records.c lists what code has saved when it gives up the stack of a task.
 * 4. match_layouts.c accepts a rule only if the saving code agrees with it.
 * 5. switches.c finds the functions for which this proves that a call of them comes back.
 * 6. between.c finds code that has saved one context and not yet continued another.
 */
#ifndef GEN_TASKS_TASKS_H
#define GEN_TASKS_TASKS_H

#include <stddef.h>

#include "exceptions/exceptions.h"
#include "tasks/task_rule.h"

struct tasks {
    struct task_rule *rule; /* ascending by point; also those without proof, with a reason */
    size_t count, capacity;
    struct comes_back *switches; /* context switches that come back; ascending by function */
    size_t switches_count, switches_capacity;
    struct code_span *between; /* code between contexts, which needs a rule; ascending */
    size_t between_count, between_capacity;
};

/* An instruction that the code of a rule executes. */
struct task_code {
    uint32_t address;
    uint32_t rule; /* index in struct tasks */
};

/* The proved rule that the instruction at ADDRESS is code of, in CODE of COUNT elements; NULL. */
const struct task_rule *tasks_rule_of_code(const struct tasks *tasks, const struct task_code *code,
                                           size_t count, uint32_t address);

/* The rule of the resume point at ADDRESS, proved or not, or NULL. */
const struct task_rule *tasks_rule_at(const struct tasks *tasks, uint32_t address);

/*
 * Finds the resume rules of the image of REFERENCE, whose entry code is EXCEPTIONS. Returns
 * STATUS_...; the caller frees TASKS in every case.
 */
int tasks_find(struct tasks *tasks, const struct reference *reference,
               const struct exceptions *exceptions);

/* The same; finds the entry code itself. */
int tasks_find_alone(struct tasks *tasks, const struct reference *reference);
void tasks_free(struct tasks *tasks);

#endif
