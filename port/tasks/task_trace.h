/* SPDX-License-Identifier: MIT */
/* The trace of a task that does not run. */
#ifndef BOBBIN_TASK_TRACE_H
#define BOBBIN_TASK_TRACE_H

#include "../common/image_state.h"
#include "../common/line_writer.h"

/*
 * Traces TASK from its saved registers and prints its frames and its stop. CONTEXT is that of the
 * crash. There is no frame without a resume rule for the task, if sp is outside its stack, or if
 * code on that stack has not saved the task yet (LOST, of sp).
 */
void bobbin_task_trace(struct bobbin_report *report, const struct bobbin_task *task,
                       const struct bobbin_image_state *image,
                       const struct bobbin_context *context);

#endif
