/* SPDX-License-Identifier: MIT */
/* The trace of a report in firmware that links port/cross: it crosses exceptions. */
#include "../common/memory.h"
#include "../crash/stack_dump.h"
#include "../crash/trace_walk.h"
#include "exception_lines.h"
#include "trace_bank.h"

/* Static, because the crash stack has no room for them. */
static struct bobbin_banks banks;
static uint32_t printed;                              /* crossings that have exception lines */
static uint32_t sp_of_crossing[BOBBIN_CROSSINGS_MAX]; /* of the interrupted code */
static struct bobbin_context interrupted;

/*
 * The exception of the fault has overwritten lr and SPSR of the mode that it entered. Without an
 * exception, for example in a failed assertion, they are known.
 */
static uint32_t lost_by(uint32_t cause)
{
    switch (cause) {
    case BOBBIN_CAUSE_UNDEFINED:
        return BOBBIN_BANKS_LR(BOBBIN_BANK_UND) | BOBBIN_BANKS_SPSR(BOBBIN_BANK_UND);
    case BOBBIN_CAUSE_PREFETCH_ABORT:
    case BOBBIN_CAUSE_DATA_ABORT:
        return BOBBIN_BANKS_LR(BOBBIN_BANK_ABT) | BOBBIN_BANKS_SPSR(BOBBIN_BANK_ABT);
    default:
        return 0;
    }
}

static void begin_across(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                         const struct bobbin_context *context)
{
    bobbin_begin_across(cursor, env, &banks, context->r, context->cpsr);
    bobbin_banks_mark(&banks, lost_by(context->cause), BOBBIN_BANKED_LOST);
    printed = 0;
}

static void print_crossing(struct bobbin_report *report, uint32_t number,
                           const struct bobbin_cursor *cursor)
{
    if (banks.crossings == printed)
        return;
    sp_of_crossing[printed] = cursor->r[BOBBIN_SP];
    printed = banks.crossings;
    bobbin_exception_lines(report, number, banks.vector, cursor);
}

static bool read_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out)
{
    (void)context;
    return bobbin_port_cross_bank(mode, number, out);
}

/* Weak: port/processors replaces this function. */
__attribute__((weak, alias("read_bank"))) bool bobbin_trace_bank(void *context, uint32_t mode,
                                                                 uint32_t number, uint32_t *out);

/*
 * Prints the stack of each interrupted code: a debugger needs it. SP_INSIDE: of the code inside it.
 * If both have the same stack, the dump of that stack goes on, up to its end.
 */
static void print_stacks(struct bobbin_report *report, uint32_t sp_inside)
{
    const struct bobbin_config *config = report->config;
    uint32_t bytes_max = 4 * (config->stack_words_max ? config->stack_words_max : STACK_WORDS_MAX);

    for (uint32_t i = 0; i < printed; i++) {
        uint32_t sp = sp_of_crossing[i];
        const struct bobbin_region *stack =
            bobbin_region_of(config->stacks, config->stacks_count, sp);
        if (sp - sp_inside < bytes_max)
            sp = sp_inside + bytes_max;
        sp_inside = sp;
        interrupted.r[BOBBIN_SP] = sp;
        interrupted.valid = BOBBIN_VALID_R(BOBBIN_SP);
        if (!stack || sp < stack->high)
            bobbin_stack_lines(report, &interrupted);
    }
}

void bobbin_trace_lines(struct bobbin_report *report, const struct bobbin_context *context,
                        const struct bobbin_image_state *image)
{
    static const struct trace_across across = {
        .banks = &banks,
        .foreign = &bobbin_cross,
        .read_bank = bobbin_trace_bank,
        .begin = begin_across,
        .print = print_crossing,
    };

    print_trace(report, context, image, &across);
    print_stacks(report, context->r[BOBBIN_SP]);
}
