/* SPDX-License-Identifier: MIT */
/* Report lines about the interrupted context: "cause", "status", "regs" and "dregs". */
#ifndef BOBBIN_CONTEXT_LINES_H
#define BOBBIN_CONTEXT_LINES_H

#include "../common/line_writer.h"

void bobbin_cause_lines(struct bobbin_report *report, const struct bobbin_context *context);
void bobbin_register_lines(struct bobbin_report *report, const struct bobbin_context *context);

/* Decodes the fault status of CONTEXT into OUT. Returns false, and leaves OUT, if CONTEXT is no
   abort. */
bool bobbin_abort_status(const struct bobbin_context *context, struct bobbin_fault_status *out);

#endif
