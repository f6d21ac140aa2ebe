/* SPDX-License-Identifier: MIT */
/* Report lines "frame" and "stop", and what all traces of a report have in common. */
#ifndef BOBBIN_FRAME_LINES_H
#define BOBBIN_FRAME_LINES_H

#include "../common/image_state.h"
#include "../common/line_writer.h"

/* Fills ENV: all reads are checked, and there are no windows. Crosses no exception. */
void bobbin_trace_env(struct bobbin_env *env, const struct bobbin_config *config,
                      const struct bobbin_image_state *image);

void bobbin_frame_line(struct bobbin_report *report, uint32_t number,
                       const struct bobbin_frame *frame);

/* Says why the trace of CURSOR ended after FRAMES_COUNT frames. */
void bobbin_stop_line(struct bobbin_report *report, struct bobbin_cursor *cursor,
                      uint32_t frames_count);

#endif
