/* SPDX-License-Identifier: MIT */
/*
 * Report lines about stacks other than the one that crashed: those of the other processors
 * (port/processors) and of the tasks (port/tasks). They come after the stack words of the crash.
 */
#ifndef BOBBIN_OTHERS_H
#define BOBBIN_OTHERS_H

#include "other_lines.h"

/*
 * From ON true to ON false, bobbin_line_begin writes REPORT_OTHER before each type but "note" and
 * "end", and bobbin_stack_lines prints nothing. So between them, bobbin_register_lines and
 * bobbin_trace_lines print the lines of another stack.
 */
void bobbin_other_lines(bool on);

#endif
