/* SPDX-License-Identifier: MIT */
/* Replaces bobbin_is_caller and bobbin_trace_end of port/crash: recognises the end of a thread by
   its stack. */
#include "thread_end.h"
#include "../common/copy_words.h"
#include "../crash/frame_lines.h"
#include "../crash/report_hooks.h"
#include "walk_start.h"
#include <bobbin/cross.h>

/* Like BOBBIN_THREAD_TOP_BYTES_MAX, with thread-local variables and other data of the kernel. */
#define DATA_BYTES_MAX 1024

/* Private to bobbin_is_caller; static, because the crash stack has no room for them. */
static struct bobbin_cursor ahead;
static struct bobbin_banks banks_ahead; /* a step that crosses an exception changes its banks */
static struct bobbin_task task;

uint32_t bobbin_first_end_sp;

/* Finds the task whose stack contains SP or ends there. */
static bool find_task(uint32_t sp)
{
    struct bobbin_task_walk walk;

    walk_start(&walk);
    while (walk_next(&walk, &task))
        if (task.stack_low && sp >= task.stack_low && sp <= task.stack_high)
            return true;
    return false;
}

/*
 * Whether pc of CURSOR is the start of a function: its rule finds the return address in lr and
 * leaves sp unchanged, or it has no caller.
 */
static bool is_start(const struct bobbin_env *env)
{
    uint32_t sp = ahead.r[BOBBIN_SP];

    ahead.kind = BOBBIN_KIND_INTERRUPTED;
    ahead.stop = BOBBIN_STOP_NONE;
    ahead.r[BOBBIN_LR] = ahead.r[BOBBIN_PC];
    ahead.valid |= BOBBIN_VALID_R(BOBBIN_LR);
    return bobbin_step(&ahead, env) ? ahead.r[BOBBIN_SP] == sp
                                    : ahead.stop == BOBBIN_STOP_OUTERMOST;
}

/*
 * Whether the frame, whose sp is near the upper end of its stack, would reach beyond: it is none.
 * The first function of the thread has returned to an exit function, where lr still holds the
 * return address of its last call. A frame pointer no longer leads to the frame then.
 */
static bool is_beyond(const struct bobbin_env *env)
{
    uint32_t sp = ahead.r[BOBBIN_SP], top = task.stack_high;
    uint32_t cfa = bobbin_step(&ahead, env) ? ahead.r[BOBBIN_SP] : ahead.reading.cfa_offset;

    return cfa - top - 1 < BOBBIN_THREAD_TOP_BYTES_MAX ||
           (top - sp <= BOBBIN_THREAD_LINKAGE_BYTES &&
            (ahead.stop == BOBBIN_STOP_BAD_SP ||
             (ahead.stop == BOBBIN_STOP_THREAD_BASE && task.has_exit)));
}

bool bobbin_is_caller(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    bool follows = bobbin_follows_call(cursor, env);

    if (!find_task(cursor->r[BOBBIN_SP]) ||
        task.stack_high - cursor->r[BOBBIN_SP] > BOBBIN_THREAD_TOP_BYTES_MAX)
        return follows;
    copy_words(&ahead, cursor, sizeof(ahead));
    ahead.banks = &banks_ahead;
    if (follows ? !is_beyond(env) : !is_start(env))
        return follows;
    cursor->stop = BOBBIN_STOP_THREAD_BASE;
    cursor->stop_value = cursor->r[BOBBIN_PC];
    return false;
}

void bobbin_trace_end(struct bobbin_report *report, struct bobbin_cursor *cursor,
                      uint32_t frames_count)
{
    if (cursor->stop == BOBBIN_STOP_THREAD_BASE && cursor->stop_value < 2 &&
        find_task(cursor->r[BOBBIN_SP]) &&
        task.stack_high - cursor->reading.cfa_offset > DATA_BYTES_MAX)
        cursor->stop = BOBBIN_STOP_PC_OUTSIDE;
    if (!bobbin_first_end_sp &&
        (cursor->stop == BOBBIN_STOP_THREAD_BASE || cursor->stop == BOBBIN_STOP_OUTERMOST))
        bobbin_first_end_sp = cursor->r[BOBBIN_SP];
    bobbin_stop_line(report, cursor, frames_count);
}
