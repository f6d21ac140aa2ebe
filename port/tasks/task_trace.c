/* SPDX-License-Identifier: MIT */
#include "task_trace.h"

#include "../crash/frame_lines.h"
#include "../crash/report_hooks.h"
#include "../crash/trace.h"
#include "../cross/exception_lines.h"
#include "../others/others.h"
#include "task_begin.h"

enum { MODE_USR = 0x10, MODE_SVC = 0x13, MODE_SYS = 0x1f };

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

/* sp of MODE, at the crash in CONTEXT; 0: not known. */
static uint32_t sp_of(const struct bobbin_context *context, uint32_t mode)
{
    uint32_t here = context->cpsr & BOBBIN_CPSR_MODE, sp = 0;

    if (here == MODE_USR)
        here = MODE_SYS;
    if (here == mode)
        return context->r[BOBBIN_SP];
    bobbin_port_bank(mode, BOBBIN_SP, &sp);
    return sp;
}

/*
 * Some kernels make the next task the current one before they have saved the last one. Whether code
 * still uses the stack of TASK, and has not saved its registers since then. A scheduler that waits
 * on that stack has left sp at the saved registers.
 */
static bool is_in_use(const struct bobbin_task *task, const struct bobbin_context *context)
{
    static const uint8_t modes[] = {MODE_SYS, MODE_SVC};

    for (uint32_t i = 0; i < sizeof(modes); i++) {
        uint32_t sp = sp_of(context, modes[i]);
        if (sp - task->stack_low < task->stack_high - task->stack_low && sp != task->saved)
            return true;
    }
    return false;
}

void bobbin_task_trace(struct bobbin_report *report, const struct bobbin_task *task,
                       const struct bobbin_image_state *image, const struct bobbin_context *context)
{
    uint32_t count = 0, crossings;
    struct bobbin_env env;

    bobbin_trace_env(&env, report->config, image);
    if (!env.foreign)
        env.foreign = &bobbin_cross;
    bobbin_task_begin(&cursor, &env, &banks, task, context->cpsr);
    if (is_in_use(task, context)) {
        cursor.stop = BOBBIN_STOP_LOST;
        cursor.stop_value = BOBBIN_SP;
    }
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
