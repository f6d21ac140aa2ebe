/* SPDX-License-Identifier: MIT */
/* Report lines about the interrupted context: cause, fault registers, processor registers. */
#include "context_lines.h"

#include "cause_text.h"
#include "report_hooks.h"

#define WORDS_PER_LINE   8
#define DOUBLES_PER_LINE 4

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
    bobbin_line_field(report, data ? "dfsr" : "ifsr", context->status);
    bobbin_line_field(report, data ? "dfar" : "ifar", context->address);
    bobbin_line_end(report);
}

void bobbin_cause_lines(struct bobbin_report *report, const struct bobbin_context *context)
{
    bobbin_line_begin(report, REPORT_TYPE_CAUSE);
    bobbin_line_word(report, bobbin_cause_name(context->cause));
    bobbin_line_field(report, "pc", context->r[BOBBIN_PC]);
    bobbin_line_put(report, " : ");
    put_cause_text(report, context);
    bobbin_line_end(report);
    if (is_abort(context))
        print_status(report, context);
}

static void put_register_name(struct bobbin_report *report, const char *prefix, uint32_t number)
{
    bobbin_line_number(report, prefix, number);
    bobbin_line_put(report, "=");
}

/* One line of registers from r FIRST, without those that are unknown. FIRST 16 stands for cpsr. */
static void print_words(struct bobbin_report *report, const struct bobbin_context *context,
                        uint32_t first)
{
    bobbin_line_begin(report, REPORT_TYPE_REGS);
    for (uint32_t i = first; i < first + WORDS_PER_LINE && i < 16; i++) {
        if (!(context->valid & BOBBIN_VALID_R(i)))
            continue;
        put_register_name(report, " r", i);
        bobbin_line_put_hex(report, context->r[i]);
    }
    if (first == 16)
        bobbin_line_field(report, "cpsr", context->cpsr);
    bobbin_line_end(report);
}

static void print_doubles(struct bobbin_report *report, const struct bobbin_context *context,
                          uint32_t first)
{
    bobbin_line_begin(report, REPORT_TYPE_DREGS);
    for (uint32_t i = first; i < first + DOUBLES_PER_LINE; i++) {
        if (!(context->valid & BOBBIN_VALID_D(i)))
            continue;
        put_register_name(report, " d", i);
        bobbin_line_put_hex(report, (uint32_t)(context->d[i - 8] >> 32));
        bobbin_line_put_hex(report, (uint32_t)context->d[i - 8]);
    }
    bobbin_line_end(report);
}

void bobbin_register_lines(struct bobbin_report *report, const struct bobbin_context *context)
{
    print_words(report, context, 0);
    print_words(report, context, 8);
    if (context->valid & BOBBIN_VALID_CPSR)
        print_words(report, context, 16);
    if (context->valid & BOBBIN_VALID_D(8) * 0xffu) {
        print_doubles(report, context, 8);
        print_doubles(report, context, 12);
    }
}

/* Weak: port/tasks replaces this function. */
__attribute__((weak, alias("bobbin_register_lines"))) void
bobbin_report_registers(struct bobbin_report *report, const struct bobbin_context *context);
