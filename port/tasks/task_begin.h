/* SPDX-License-Identifier: MIT */
/* Starts the trace of a task that does not run. */
#ifndef BOBBIN_TASK_BEGIN_H
#define BOBBIN_TASK_BEGIN_H

#include <bobbin/rtos.h>
#include <bobbin/tasks.h>

/*
 * Starts a trace of TASK from its saved registers. SP and CPSR are those of the running code. If
 * there is no trace, cursor->stop says why: BAD_SP if sp is outside its stack, LOST of sp if code
 * on that stack has not saved the task yet, else as bobbin_begin_task.
 */
void bobbin_task_begin(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                       struct bobbin_banks *banks, const struct bobbin_task *task, uint32_t sp,
                       uint32_t cpsr);

#endif
