/* SPDX-License-Identifier: MIT */
/* Report lines about the trace: "frame", "skip" and "stop". */
#ifndef BOBBIN_TRACE_H
#define BOBBIN_TRACE_H

#include "../common/image_state.h"
#include "../common/line_writer.h"

#define TRACE_FRAMES_FIRST 32     /* innermost frames to print; default of config->frames_first */
#define TRACE_STEPS_MAX    100000 /* then the trace stops with reason depth */

/*
 * Traces CONTEXT with the table of IMAGE, and checks that a call comes before each return address
 * (bobbin_follows_call). Prints the innermost frames as they are found, then the outermost ones. If
 * IMAGE has no usable table, the trace has one frame, that of CONTEXT. It stops with no-rule if the
 * table is missing or belongs to another image, with unreadable and the address of the table if
 * bobbin_port_readable refuses it, else with corrupt-table. Not reentrant: the outermost frames are
 * kept in bobbin_spare_stack.
 */
void bobbin_trace_lines(struct bobbin_report *report, const struct bobbin_context *context,
                        const struct bobbin_image_state *image);

#endif
