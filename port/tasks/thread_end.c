/* SPDX-License-Identifier: MIT */
/* Replaces bobbin_trace_end of port/crash: recognises the end of a thread. */
#include "../common/memory.h"
#include "../crash/frame_lines.h"
#include "../crash/report_hooks.h"

/* A kernel may keep words between the frame of a thread's first function and the top of the
   stack. */
#define TOP_BYTES_MAX 128

/* Whether SP, the sp of the caller, is at the top of the stack of a task. */
static bool is_top(struct bobbin_report *report, uint32_t sp)
{
    struct bobbin_task_walk walk = {0};
    struct bobbin_task task;

    while (bobbin_config.task && bobbin_report_time_left(report) &&
           bobbin_config.task(&walk, &task) == BOBBIN_TASK_FOUND)
        if (task.stack_high - sp <= TOP_BYTES_MAX && sp >= task.stack_low)
            return true;
    return false;
}

/*
 * Whether pc of CURSOR is the start of a function: its rule finds the return address in lr and
 * leaves sp unchanged, or it has no caller.
 */
static bool is_start(struct bobbin_cursor *cursor)
{
    uint32_t sp = cursor->r[BOBBIN_SP];

    cursor->kind = BOBBIN_KIND_INTERRUPTED;
    cursor->stop = BOBBIN_STOP_NONE;
    cursor->r[BOBBIN_LR] = cursor->r[BOBBIN_PC];
    cursor->valid |= BOBBIN_VALID_R(BOBBIN_LR);
    return bobbin_step(cursor, cursor->reading.env) ? cursor->r[BOBBIN_SP] == sp
                                                    : cursor->stop == BOBBIN_STOP_OUTERMOST;
}

void bobbin_trace_end(struct bobbin_report *report, struct bobbin_cursor *cursor,
                      uint32_t frames_count)
{
    uint32_t value = cursor->stop_value;

    if (cursor->stop == BOBBIN_STOP_NO_CALL) {
        bool is_end = is_top(report, cursor->r[BOBBIN_SP]) && is_start(cursor);
        cursor->stop = is_end ? BOBBIN_STOP_THREAD_BASE : BOBBIN_STOP_NO_CALL;
        cursor->stop_value = value;
    }
    bobbin_stop_line(report, cursor, frames_count);
}
