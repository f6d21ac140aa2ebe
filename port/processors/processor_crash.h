/* SPDX-License-Identifier: MIT */
/* What the entry code of faults and hooks calls in firmware with several processors. */
#ifndef BOBBIN_PROCESSOR_CRASH_H
#define BOBBIN_PROCESSOR_CRASH_H

#include <bobbin/port.h>

/*
 * HANDLER is what the entry code calls with CONTEXT in firmware with one processor. Decides first
 * which processor reports, because HANDLER may store what another processor needs.
 */
_Noreturn void bobbin_processor_crash(struct bobbin_context *context,
                                      void (*handler)(struct bobbin_context *context));

#endif
