/* SPDX-License-Identifier: MIT */
/* Starts the trace of a task that does not run. */
#ifndef BOBBIN_TASK_BEGIN_H
#define BOBBIN_TASK_BEGIN_H

#include <bobbin/rtos.h>
#include <bobbin/tasks.h>

/*
 * Starts a trace of TASK from its saved registers. CPSR is the running code's. cursor->stop is
 * NO_RULE if no resume rule of the first table is the one for the task, BAD_SP if sp is outside its
 * stack, or why bobbin_begin_saved gave no frame; then there is no trace.
 */
void bobbin_task_begin(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                       struct bobbin_banks *banks, const struct bobbin_task *task, uint32_t cpsr);

#endif
