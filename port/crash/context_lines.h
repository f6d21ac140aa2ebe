/* SPDX-License-Identifier: MIT */
/* Report lines about the interrupted context: "cause", "status", "regs" and "dregs". */
#ifndef BOBBIN_CONTEXT_LINES_H
#define BOBBIN_CONTEXT_LINES_H

#include "line_writer.h"

void bobbin_cause_lines(struct bobbin_report *report, const struct bobbin_context *context);
void bobbin_register_lines(struct bobbin_report *report, const struct bobbin_context *context);

/* True if the fault address of CONTEXT is valid. */
bool bobbin_fault_address_known(const struct bobbin_context *context);

/* True if CONTEXT is an asynchronous abort: the instruction at pc did not cause it. */
bool bobbin_fault_imprecise(const struct bobbin_context *context);

#endif
