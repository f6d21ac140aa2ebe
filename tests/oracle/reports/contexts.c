/* SPDX-License-Identifier: MIT */
#include "board.h"
#include "layout.h"
#include "port/armv7/cp15.h"
#include "port/crash/context_lines.h"
#include "port/crash/stack_dump.h"
#include "port/crash/trace.h"
#include "reports.h"

#define ALL_D (BOBBIN_VALID_D(8) * 0xffu)

__attribute__((noinline)) void reports_capture(struct bobbin_context *context)
{
    *context = (struct bobbin_context){.valid = BOBBIN_CONTEXT_VALID_CORE};
    __asm__ volatile("stmia %0, {r0-r12}\n\t"
                     "str sp, [%0, #52]\n\t"
                     "str lr, [%0, #56]\n\t"
                     "mov r1, pc\n\t"
                     "str r1, [%0, #60]"
                     :
                     : "r"(context)
                     : "r1", "memory");
    context->cpsr = cpsr_read();
#ifdef __thumb__
    context->cpsr |= BOBBIN_CPSR_T; /* MRS reads the bit as 0 */
#endif
}

/* Reports from DEPTH calls down. */
__attribute__((noinline)) static void report_deep(uint32_t depth)
{
    struct bobbin_context context;

    if (depth > 0) {
        report_deep(depth - 1);
        __asm__ volatile("" : : : "memory"); /* no jump in place of the call */
        return;
    }
    reports_capture(&context);
    bobbin_fault(&context);
}

/* Makes a report DEPTH calls down. Its time is used up when it has read the clock CALLS times. */
static void run_out_of_time(uint32_t calls, uint32_t depth)
{
    reports_wraps.expires = true;
    reports_wraps.calls_left = calls;
    report_deep(depth);
    reports_wraps.expires = false;
}

/* Reports a context with this SP. Which stack the report can read depends on it. */
static void report_sp(uint32_t sp, uint32_t cause, uint32_t address)
{
    const struct bobbin_context context = {
        .r = {[13] = sp, [15] = REPORTS_NOWHERE},
        .cpsr = 0x1f,
        .valid = BOBBIN_CONTEXT_VALID_CORE,
        .cause = cause,
        .status = 0xd,
        .address = address,
    };

    bobbin_fault(&context);
}

static void report_places_of_sp(const struct bobbin_region *stack)
{
    report_sp(stack->low - 8, BOBBIN_CAUSE_USER, 0);
    report_sp(stack->low - 8192, BOBBIN_CAUSE_USER, 0);
    report_sp(stack->high, BOBBIN_CAUSE_USER, 0);
    report_sp(stack->high - 36, BOBBIN_CAUSE_USER, 0);
    report_sp(stack->high - 6, BOBBIN_CAUSE_DATA_ABORT, stack->high - 8);
}

static void report_overflows(void)
{
    report_sp(BOARD_FIRST_STACK->low, BOBBIN_CAUSE_DATA_ABORT, BOARD_FIRST_STACK->low - 8);
    report_sp((uint32_t)__heap_end - 8, BOBBIN_CAUSE_PREFETCH_ABORT, 0);
}

static void report_causes(void)
{
    static const char *const texts[] = {NULL, "", "a\tb\x7f", (const char *)REPORTS_NOWHERE};

    for (uint32_t cause = 0; cause <= BOBBIN_CAUSES; cause++) {
        const struct bobbin_context context = {
            .valid = cause % 2   ? ALL_D
                     : cause % 4 ? BOBBIN_VALID_D(8)
                                 : BOBBIN_CONTEXT_VALID_CORE,
            .cause = cause,
            .status =
                cause == BOBBIN_CAUSE_DATA_ABORT ? 0x406 : 0, /* asynchronous external abort */
            .text = texts[cause % 4],
        };

        bobbin_fault(&context);
    }
}

static uint32_t kicks;

static void kick(void)
{
    kicks++;
}

/* A config that other firmware might have: a watchdog, no stacks, few frames. */
static void report_by_other_config(void)
{
    static const struct bobbin_config config = {
        .put = board_put, .kick = kick, .frames_first = 2, .stack_words_max = 12};
    static struct bobbin_report report;
    static const uint8_t errors[] = {BOBBIN_TABLE_OK, BOBBIN_TABLE_EMPTY, BOBBIN_TABLE_IMAGE,
                                     BOBBIN_TABLE_CORRUPT};
    struct bobbin_image_state image;
    struct bobbin_context context;

    reports_capture(&context);
    bobbin_image_state(&image);
    for (size_t i = 0; i < sizeof(errors); i++) {
        image.error = errors[i];
        bobbin_report_begin(&report, &config, 0);
        bobbin_trace_lines(&report, &context, &image);
        bobbin_stack_lines(&report, &context);
        bobbin_stack_overflow_note(&report, &context, report.config->stacks,
                                   report.config->stacks_count);
        bobbin_report_note(&report, bobbin_table_advice(image.error));
    }
}

void reports_of_causes(void)
{
    report_causes();
    report_by_other_config();
}

/* One stack, and the time runs out in each part of a report, but with few frames and few lines. */
void reports_of_contexts(void)
{
    static const uint8_t calls[] = {1, 20, 40};

    report_places_of_sp(BOARD_FIRST_STACK);
    report_overflows();
    for (size_t i = 0; i < sizeof(calls); i++)
        run_out_of_time(calls[i], 30);
}

/*
 * Makes the reports of all stacks, and reports whose time is used up after 1 to 80 reads of the
 * clock.
 */
void reports_of_all_contexts(void)
{
    static const uint8_t calls[] = {1, 2, 20, 60, 68, 70, 72, 75, 80};

    for (uint32_t i = 0; i < BOARD_STACKS; i++)
        report_places_of_sp(&BOARD_FIRST_STACK[i]);
    report_overflows();
    for (size_t i = 0; i < sizeof(calls); i++)
        run_out_of_time(calls[i], 60);
}
