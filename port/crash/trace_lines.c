/* SPDX-License-Identifier: MIT */
/* The trace of a report. It ends at an exception entry. */
#include "trace_walk.h"

/* Weak: port/cross replaces this function. */
__attribute__((weak)) void bobbin_trace_lines(struct bobbin_report *report,
                                              const struct bobbin_context *context,
                                              const struct bobbin_image_state *image)
{
    print_trace(report, context, image, NULL);
}
