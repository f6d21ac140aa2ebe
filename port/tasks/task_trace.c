/* SPDX-License-Identifier: MIT */
#include "task_trace.h"

#include "../crash/frame_lines.h"
#include "../crash/report_hooks.h"
#include "../crash/trace.h"
#include "../cross/exception_lines.h"
#include "../others/others.h"
#include "task_begin.h"

/* NULL unless the firmware links port/cross. */
extern const struct bobbin_foreign bobbin_cross __attribute__((weak));
extern __typeof__(bobbin_exception_lines) bobbin_exception_lines __attribute__((weak));

/* Static, because the crash stack has no room for them. */
static struct bobbin_banks banks;
static struct bobbin_cursor cursor;

static void print_frame(struct bobbin_report *report, uint32_t number)
{
    struct bobbin_frame frame = {
        .pc = cursor.r[BOBBIN_PC],
        .sp = cursor.r[BOBBIN_SP],
        .valid = cursor.valid,
        .kind = cursor.kind,
        .trust = cursor.trust,
    };

    bobbin_frame_line(report, number, &frame);
}

void bobbin_task_trace(struct bobbin_report *report, const struct bobbin_task *task,
                       const struct bobbin_image_state *image, const struct bobbin_context *context)
{
    uint32_t count = 0, crossings;
    struct bobbin_env env;

    bobbin_trace_env(&env, report->config, image);
    if (!env.foreign)
        env.foreign = &bobbin_cross;
    bobbin_task_begin(&cursor, &env, &banks, task, context->r[BOBBIN_SP], context->cpsr);
    bobbin_other_lines(true);
    while (cursor.stop == BOBBIN_STOP_NONE) {
        print_frame(report, count++);
        crossings = banks.crossings;
        if (count == TRACE_FRAMES_FIRST)
            cursor.stop = BOBBIN_STOP_DEPTH;
        else if (!bobbin_report_time_left(report))
            cursor.stop = BOBBIN_STOP_BUDGET;
        else if (!bobbin_step(&cursor, &env))
            break;
        else if (banks.crossings == crossings)
            bobbin_is_caller(&cursor, &env);
        else if (bobbin_exception_lines)
            bobbin_exception_lines(report, count, banks.vector, &cursor);
    }
    /* a task that has never run: its first function has no return address */
    if (count == 1 && cursor.kind == BOBBIN_KIND_INTERRUPTED && cursor.stop == BOBBIN_STOP_LOST &&
        cursor.stop_value == BOBBIN_LR) {
        cursor.stop = BOBBIN_STOP_THREAD_BASE;
        cursor.stop_value = 0;
        bobbin_stop_line(report, &cursor, count);
    } else {
        bobbin_trace_end(report, &cursor, count);
    }
    bobbin_other_lines(false);
}
