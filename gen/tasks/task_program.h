/* SPDX-License-Identifier: MIT */
/* Resume rules as programs (core/format/resume_format.h). */
#ifndef GEN_TASKS_TASK_PROGRAM_H
#define GEN_TASKS_TASK_PROGRAM_H

#include "tasks/task_rule.h"

enum { TASK_PROGRAM_MAX = 96 };

struct task_program {
    uint32_t word[TASK_PROGRAM_MAX];
    uint32_t count; /* more than TASK_PROGRAM_MAX: too long */
};

/* Writes the program of RULE, which is proved. Returns why there is none, or NULL. */
const char *task_program_make(const struct task_rule *rule, struct task_program *program);

#endif
