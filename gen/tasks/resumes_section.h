/* SPDX-License-Identifier: MIT */
/* Writes RESUMES: the resume rules (core/format/resume_format.h). */
#ifndef GEN_TASKS_RESUMES_SECTION_H
#define GEN_TASKS_RESUMES_SECTION_H

#include "tasks/tasks.h"
#include "util/buffer.h"

/*
 * Appends RESUMES to OUT, or nothing if no rule has a program. Equal programs are stored once. A
 * rule that the format cannot express gets a reason.
 */
void resumes_section_write(struct buffer *out, struct tasks *tasks);

#endif
