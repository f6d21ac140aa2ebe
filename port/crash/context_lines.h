/* SPDX-License-Identifier: MIT */
/* What was interrupted: lines "cause", "status", "regs" and "dregs". */
#ifndef BOBBIN_CONTEXT_LINES_H
#define BOBBIN_CONTEXT_LINES_H

#include "line_writer.h"

void bobbin_cause_lines(struct bobbin_report *report, const struct bobbin_context *context);
void bobbin_register_lines(struct bobbin_report *report, const struct bobbin_context *context);

/* Whether CONTEXT has a fault address that means something. */
bool bobbin_fault_address_known(const struct bobbin_context *context);

/* Whether CONTEXT is an asynchronous abort, whose culprit is not at pc. */
bool bobbin_fault_imprecise(const struct bobbin_context *context);

#endif
