/* SPDX-License-Identifier: MIT */
/* The frames of a report: lines "frame", "skip" and "stop". */
#ifndef BOBBIN_TRACE_H
#define BOBBIN_TRACE_H

#include "../common/image_state.h"
#include "line_writer.h"

#define TRACE_FRAMES_FIRST 32     /* printed from the innermost on, unless the config says else */
#define TRACE_FRAMES_LAST  16     /* printed from the outermost back: main and how it got there */
#define TRACE_STEPS_MAX    100000 /* then the trace stops: depth */

/*
 * Traces CONTEXT with the table of IMAGE and prints the first frames as they are found, then those
 * before the outermost. A table that is not OK is not used at all: the trace is the frame of CONTEXT
 * and stops at its pc with no-rule (there is no table, or another image's) or corrupt-table. Not
 * reentrant: the last frames are kept in a static ring.
 */
void bobbin_trace_report(struct bobbin_report *report, const struct bobbin_context *context,
                         const struct bobbin_image_state *image);

#endif
