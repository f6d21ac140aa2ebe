/* SPDX-License-Identifier: MIT */
/*
 * The text of cause lines, and of cpu lines. Inline, because in firmware with one processor it has
 * one caller.
 */
#ifndef BOBBIN_CAUSE_TEXT_H
#define BOBBIN_CAUSE_TEXT_H

#include "../common/untrusted_text.h"
#include "context_lines.h"

static inline void put_abort(struct bobbin_report *report, const struct bobbin_context *context,
                             const struct bobbin_fault_status *status)
{
    bool data = context->cause == BOBBIN_CAUSE_DATA_ABORT;

    bobbin_line_format(report, "%s abort: %s", (uintptr_t)(data ? "data" : "prefetch"),
                       (uintptr_t)status->what);
    if (data)
        bobbin_line_put(report, status->write ? ", write" : ", read");
    if (status->address_known)
        bobbin_line_format(report, ", address 0x%x", context->address, 0);
}

static inline const char *plain_text(const struct bobbin_context *context)
{
    switch (context->cause) {
    case BOBBIN_CAUSE_UNDEFINED:
        return "undefined instruction";
    case BOBBIN_CAUSE_NULL_CALL:
        return "call through a null pointer";
    case BOBBIN_CAUSE_ASSERT:
        return "assertion failed";
    case BOBBIN_CAUSE_ABORT:
        return "abort called";
    case BOBBIN_CAUSE_STACK_PROTECTOR:
        return "stack smashing detected";
    default:
        return "reported by the firmware";
    }
}

static inline void put_cause_text(struct bobbin_report *report,
                                  const struct bobbin_context *context)
{
    struct bobbin_fault_status status;

    if (bobbin_abort_status(context, &status))
        put_abort(report, context, &status);
    else if (context->text && bobbin_untrusted_char(context->text))
        bobbin_line_put_untrusted(report, context->text);
    else
        bobbin_line_put(report, plain_text(context));
}

#endif
