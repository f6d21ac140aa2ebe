/* SPDX-License-Identifier: MIT */
/* Report lines about the stack: its words around sp, and a note if a stack overflowed. */
#include "stack_dump.h"

#include "../common/memory.h"
#include "context_lines.h"

/* Returns the stack of sp. The sp of an empty stack is the stack's high end, where the guard of the
   next stack may begin. */
static const struct bobbin_region *stack_of(const struct bobbin_region *stacks, uint32_t count,
                                            uint32_t sp)
{
    const struct bobbin_region *stack = bobbin_region_of(stacks, count, sp);

    return stack ? stack : bobbin_region_of(stacks, count, sp - 1);
}

/*
 * Returns the nearest stack whose lower limit is above SP by at most STACK_OVERFLOW_REACH_BYTES.
 * Returns NULL if there is none, or if SP is inside a stack.
 */
static const struct bobbin_region *overflowed_by_sp(const struct bobbin_region *stacks,
                                                    uint32_t count, uint32_t sp)
{
    uint32_t reach = STACK_OVERFLOW_REACH_BYTES;
    const struct bobbin_region *nearest = NULL;

    if (stack_of(stacks, count, sp))
        return NULL;
    for (uint32_t i = 0; stacks && i < count; i++)
        if (stacks[i].low > sp && stacks[i].low - sp <= reach) {
            nearest = &stacks[i];
            reach = nearest->low - sp;
        }
    return nearest;
}

/* Returns the stack that contains SP if the failed access to ADDRESS is at most
   STACK_OVERFLOW_REACH_BYTES below SP and below the stack. This is a push beyond the limit: the
   abort restores the old sp. If sp is not in the stack, the access has nothing to do with an
   overflow. */
static const struct bobbin_region *overflowed_by_access(const struct bobbin_region *stacks,
                                                        uint32_t count, uint32_t sp,
                                                        uint32_t address)
{
    const struct bobbin_region *stack = stack_of(stacks, count, sp);

    return stack && address < stack->low && sp - address <= STACK_OVERFLOW_REACH_BYTES &&
                   !bobbin_region_of(stacks, count, address)
               ? stack
               : NULL;
}

/* Prints at most WORDS_MAX words, as many as fit on a line. Returns their number. */
static uint32_t print_line(struct bobbin_report *report, uint32_t address, uint32_t words_max)
{
    uint32_t words = 0;

    bobbin_line_begin(report, REPORT_TYPE_STACK);
    bobbin_line_hex(report, address);
    for (; words < words_max; words++) {
        uint32_t value = 0;
        bool known = bobbin_memory_read(NULL, BOBBIN_SPACE_STACK, address + 4 * words, &value, 4);

        if (!bobbin_line_fit(report, value, known))
            break;
    }
    bobbin_line_end(report);
    return words;
}

static void print_below(struct bobbin_report *report, uint32_t sp)
{
    uint32_t words = 0;

    while (words < STACK_WORDS_BELOW && bobbin_memory_readable(sp - 4 * (words + 1), 4))
        words++;
    while (words > 0)
        words -= print_line(report, sp - 4 * words, words);
}

/* Number of words from ADDRESS to the end of its stack, or else its memory region; at most
   WORDS_MAX. */
static uint32_t words_above(const struct bobbin_config *config, uint32_t address,
                            uint32_t words_max)
{
    const struct bobbin_region *region =
        bobbin_region_of(config->stacks, config->stacks_count, address);

    if (!region)
        region = bobbin_region_of(config->memory, config->memory_count, address);
    if (region && (region->high - address) / 4 < words_max)
        return (region->high - address) / 4;
    return words_max;
}

static void print_above(struct bobbin_report *report, uint32_t address, uint32_t words)
{
    while (words > 0 && bobbin_memory_readable(address, 4)) {
        uint32_t line_words;

        if (!bobbin_report_time_left(report)) {
            report->cut_short = true;
            return;
        }
        line_words = print_line(report, address, words);
        address += 4 * line_words;
        words -= line_words;
    }
}

void bobbin_stack_words(struct bobbin_report *report, const struct bobbin_context *context)
{
    const struct bobbin_config *config = report->config;
    const struct bobbin_region *overflowed =
        overflowed_by_sp(config->stacks, config->stacks_count, context->r[BOBBIN_SP]);
    uint32_t words_max = config->stack_words_max ? config->stack_words_max : STACK_WORDS_MAX;
    uint32_t sp = context->r[BOBBIN_SP] & ~3u;

    if (!(context->valid & BOBBIN_VALID_R(BOBBIN_SP)))
        return;
    if (overflowed && !bobbin_memory_readable(sp, 4))
        sp = (overflowed->low + 3) & ~3u;
    else if (bobbin_report_time_left(report))
        print_below(report, sp);
    print_above(report, sp, words_above(config, sp, words_max));
}

#define STACK_WORDS_ALIAS __attribute__((weak, alias("bobbin_stack_words")))
STACK_WORDS_ALIAS void bobbin_stack_lines(struct bobbin_report *report,
                                          const struct bobbin_context *context);
STACK_WORDS_ALIAS void bobbin_report_stacks(struct bobbin_report *report,
                                            const struct bobbin_context *context);

void bobbin_stack_overflow_note(struct bobbin_report *report, const struct bobbin_context *context,
                                const struct bobbin_region *stacks, uint32_t count)
{
    const char *what = "sp";
    uint32_t sp = context->r[BOBBIN_SP], address = sp;
    const struct bobbin_region *stack = overflowed_by_sp(stacks, count, sp);
    struct bobbin_fault_status status;

    if (!stack && bobbin_abort_status(context, &status) && status.address_known) {
        what = "access to";
        address = context->address;
        stack = overflowed_by_access(stacks, count, sp, address);
    }
    if (!stack || !(context->valid & BOBBIN_VALID_R(BOBBIN_SP)))
        return;
    bobbin_line_begin(report, REPORT_TYPE_NOTE);
    bobbin_line_format(report, " : stack overflow: stack %w, %s", (uintptr_t)stack->name,
                       (uintptr_t)what);
    bobbin_line_format(report, " 0x%x is %d bytes below its limit", address, stack->low - address);
    bobbin_line_end(report);
}
