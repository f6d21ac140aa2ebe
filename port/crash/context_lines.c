/* SPDX-License-Identifier: MIT */
/* Report lines about the interrupted context: cause, fault registers, processor registers. */
#include "context_lines.h"

#include "cause_text.h"
#include "report_hooks.h"

enum { CPSR = 16 }; /* its number in a list of registers, after r15 */

static bool is_abort(const struct bobbin_context *context)
{
    return context->cause == BOBBIN_CAUSE_DATA_ABORT ||
           context->cause == BOBBIN_CAUSE_PREFETCH_ABORT;
}

bool bobbin_abort_status(const struct bobbin_context *context, struct bobbin_fault_status *out)
{
    if (!is_abort(context))
        return false;
    bobbin_port_fault_status(context->cause, context->status, out);
    return true;
}

static void print_status(struct bobbin_report *report, const struct bobbin_context *context)
{
    bool data = context->cause == BOBBIN_CAUSE_DATA_ABORT;

    bobbin_line_begin(report, REPORT_TYPE_STATUS);
    bobbin_line_format(report, data ? " dfsr=%x dfar=%x" : " ifsr=%x ifar=%x", context->status,
                       context->address);
    bobbin_line_end(report);
}

void bobbin_cause_lines(struct bobbin_report *report, const struct bobbin_context *context)
{
    bobbin_line_begin(report, REPORT_TYPE_CAUSE);
    bobbin_line_format(report, " %s %x : ", (uintptr_t)bobbin_cause_name(context->cause),
                       context->r[BOBBIN_PC]);
    put_cause_text(report, context);
    bobbin_line_end(report);
    if (is_abort(context))
        print_status(report, context);
}

static void begin_list(struct bobbin_report *report, const struct bobbin_register_list *list,
                       uint32_t number)
{
    bobbin_line_begin(report, list->type);
    if (list->frame != BOBBIN_NO_FRAME)
        bobbin_line_number(report, " ", list->frame);
    if (number == CPSR)
        bobbin_line_word(report, "cpsr");
    else
        bobbin_line_number(report, list->d ? " d" : " r", number);
}

static uint64_t value_of(const struct bobbin_register_list *list, uint32_t number)
{
    if (list->d)
        return list->d[number - 8];
    return number == CPSR ? list->cpsr : list->r[number];
}

void bobbin_register_list(struct bobbin_report *report, const struct bobbin_register_list *list)
{
    bool open = false;

    for (uint32_t i = list->first; i <= list->last; i++) {
        bool known = list->valid & (list->d ? BOBBIN_VALID_D(i) : BOBBIN_VALID_R(i));

        if (open && !bobbin_line_fit(report, value_of(list, i), known)) {
            bobbin_line_end(report);
            open = false;
        }
        if (open || !known)
            continue;
        begin_list(report, list, i);
        open = bobbin_line_fit(report, value_of(list, i), true);
    }
    if (open)
        bobbin_line_end(report);
}

void bobbin_register_lines(struct bobbin_report *report, const struct bobbin_context *context)
{
    struct bobbin_register_list list = {
        .type = REPORT_TYPE_REGS,
        .frame = BOBBIN_NO_FRAME,
        .r = context->r,
        .cpsr = context->cpsr,
        .d = NULL,
        .valid = context->valid,
        .first = 0,
        .last = CPSR,
    };

    bobbin_register_list(report, &list);
    list.type = REPORT_TYPE_DREGS;
    list.d = context->d;
    list.first = 8;
    list.last = 15;
    bobbin_register_list(report, &list);
}

/* Weak: port/tasks replaces this function. */
__attribute__((weak, alias("bobbin_register_lines"))) void
bobbin_report_registers(struct bobbin_report *report, const struct bobbin_context *context);
