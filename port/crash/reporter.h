/* SPDX-License-Identifier: MIT */
/*
 * The report writer of one processor. In crash_report.c bobbin_fault, bobbin_die and
 * bobbin_after_reset of <bobbin/port.h> are weak aliases of these functions; port/processors
 * replaces them.
 */
#ifndef BOBBIN_REPORTER_H
#define BOBBIN_REPORTER_H

#include <bobbin/port.h>

void bobbin_report_fault(const struct bobbin_context *context);
void bobbin_report_die(const struct bobbin_context *context) __attribute__((noreturn));
void bobbin_report_reset(void);

#endif
