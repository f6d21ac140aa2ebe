/* SPDX-License-Identifier: MIT */
/* The trace of a task that does not run. */
#ifndef BOBBIN_TASK_TRACE_H
#define BOBBIN_TASK_TRACE_H

#include "../common/image_state.h"
#include "../common/line_writer.h"

/*
 * Traces TASK from its saved registers and prints its frames and its stop. CPSR is that of the
 * crash. Without a resume rule for the task, or if sp is outside its stack, there is no frame.
 */
void bobbin_task_trace(struct bobbin_report *report, const struct bobbin_task *task,
                       const struct bobbin_image_state *image, uint32_t cpsr);

#endif
