/* SPDX-License-Identifier: MIT */
/* Report lines about the interrupted context: "cause", "status", "regs" and "dregs". */
#ifndef BOBBIN_CONTEXT_LINES_H
#define BOBBIN_CONTEXT_LINES_H

#include "../common/line_writer.h"

void bobbin_cause_lines(struct bobbin_report *report, const struct bobbin_context *context);
void bobbin_register_lines(struct bobbin_report *report, const struct bobbin_context *context);

/* Registers FIRST to LAST of r0-r15 and cpsr (16), or of d8-d15. */
struct bobbin_register_list {
    const char *type; /* REPORT_TYPE_... */
    uint32_t frame;   /* number of an exception line; BOBBIN_NO_FRAME: none */
    const uint32_t *r;
    const uint64_t *d; /* d8-d15; NULL: the list is of core registers */
    uint32_t cpsr;
    uint32_t valid; /* BOBBIN_VALID_...; the others are unknown */
    uint32_t first, last;
};
#define BOBBIN_NO_FRAME 0xffffffffu

/* Writes as many lines as the list needs; none if no register is known. */
void bobbin_register_list(struct bobbin_report *report, const struct bobbin_register_list *list);

/* Decodes the fault status of CONTEXT into OUT. Returns false, and leaves OUT, if CONTEXT is no
   abort. */
bool bobbin_abort_status(const struct bobbin_context *context, struct bobbin_fault_status *out);

#endif
