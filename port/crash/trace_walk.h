/* SPDX-License-Identifier: MIT */
/*
 * Traces a context and writes the frame lines of a report. One of two files includes this header,
 * so that a trace that crosses no exception has no code for it: trace_lines.c, or
 * port/cross/trace_across.c, which replaces it.
 */
#ifndef BOBBIN_TRACE_WALK_H
#define BOBBIN_TRACE_WALK_H

#include "../common/spare_stack.h"
#include "frame_lines.h"
#include "report_hooks.h"
#include "trace.h"
#include <bobbin/cross.h>

#define STEPS_PER_KICK 64

/* What a trace that crosses exceptions has in addition. */
struct trace_across {
    const struct bobbin_banks *banks;
    const struct bobbin_foreign *foreign;
    bool (*read_bank)(void *context, uint32_t mode, uint32_t number, uint32_t *out);
    void (*begin)(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                  const struct bobbin_context *context);
    /* Writes the exception lines if the step to frame NUMBER has crossed an exception. */
    void (*print)(struct bobbin_report *report, uint32_t number,
                  const struct bobbin_cursor *cursor);
};

/* ACROSS: NULL in a trace that crosses no exception. */
static inline void begin(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                         const struct bobbin_context *context, const struct trace_across *across)
{
    uint32_t d_mask = BOBBIN_VALID_D(8) * 0xffu;

    if (across)
        across->begin(cursor, env, context);
    else
        bobbin_begin(cursor, env, context->r, context->cpsr);
    cursor->valid &= bobbin_valid_inner(context->valid);
    cursor->valid |= context->valid & d_mask;
    for (uint32_t i = 0; i < 8; i++)
        cursor->d[i] = context->d[i];
    if (context->cause == BOBBIN_CAUSE_NULL_CALL)
        bobbin_begin_wild(cursor);
}

/* Without a usable table, even a guess by lr is wrong: only a table shows that pc is outside all
   code. */
static void stop_without_table(struct bobbin_cursor *cursor, const struct bobbin_image_state *image)
{
    if (image->has_table)
        return;
    cursor->stop_value = cursor->r[BOBBIN_PC];
    switch (image->error) {
    case BOBBIN_TABLE_EMPTY:
    case BOBBIN_TABLE_IMAGE:
        cursor->stop = BOBBIN_STOP_NO_RULE;
        break;
    case BOBBIN_TABLE_UNREADABLE:
        cursor->stop = BOBBIN_STOP_UNREADABLE;
        cursor->stop_value = (uint32_t)(uintptr_t)__bobbin_start;
        break;
    default:
        cursor->stop = BOBBIN_STOP_CORRUPT;
        break;
    }
}

static void handle_frame(struct bobbin_report *report, uint32_t number,
                         const struct bobbin_cursor *cursor)
{
    uint32_t first =
        report->config->frames_first ? report->config->frames_first : TRACE_FRAMES_FIRST;
    struct bobbin_frame frame = {
        .pc = cursor->r[BOBBIN_PC],
        .sp = cursor->r[BOBBIN_SP],
        .valid = cursor->valid,
        .kind = cursor->kind,
        .trust = cursor->trust,
    };

    if (number < first)
        bobbin_frame_line(report, number, &frame);
    else
        bobbin_spare_stack.later.frames[bobbin_spare_stack.later.count++ % TRACE_FRAMES_LAST] =
            frame;
}

static void print_later(struct bobbin_report *report, uint32_t frames_count)
{
    uint32_t kept = bobbin_spare_stack.later.count < TRACE_FRAMES_LAST
                        ? bobbin_spare_stack.later.count
                        : TRACE_FRAMES_LAST;

    if (!bobbin_report_time_left(report)) {
        report->cut_short = report->cut_short || kept > 0;
        kept = 0;
    }
    if (bobbin_spare_stack.later.count > kept)
        bobbin_line_whole(report, REPORT_TYPE_SKIP, " %d", bobbin_spare_stack.later.count - kept);
    for (uint32_t i = bobbin_spare_stack.later.count - kept; i < bobbin_spare_stack.later.count;
         i++)
        bobbin_frame_line(report, frames_count - bobbin_spare_stack.later.count + i,
                          &bobbin_spare_stack.later.frames[i % TRACE_FRAMES_LAST]);
}

/* True if the trace may take another step. If not, sets the stop reason of CURSOR. */
static bool may_step(struct bobbin_report *report, struct bobbin_cursor *cursor,
                     uint32_t frames_count)
{
    if (cursor->stop != BOBBIN_STOP_NONE)
        return false;
    if (frames_count % STEPS_PER_KICK == 0)
        bobbin_report_kick(report);
    cursor->stop_value = 0;
    if (frames_count == TRACE_STEPS_MAX) {
        cursor->stop = BOBBIN_STOP_DEPTH;
    } else if (!bobbin_report_time_left(report)) {
        cursor->stop = BOBBIN_STOP_BUDGET;
        report->cut_short = true;
    }
    return cursor->stop == BOBBIN_STOP_NONE;
}

/* The next frame of the trace. After an SVC no call comes before a return address. */
static inline bool step(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                        const struct trace_across *across)
{
    uint32_t crossings = across ? across->banks->crossings : 0;

    return bobbin_step(cursor, env) &&
           ((across && across->banks->crossings != crossings) || bobbin_is_caller(cursor, env));
}

static inline void print_trace(struct bobbin_report *report, const struct bobbin_context *context,
                               const struct bobbin_image_state *image,
                               const struct trace_across *across)
{
    struct bobbin_env env;
    struct bobbin_cursor cursor;
    uint32_t frames_count = 0;

    bobbin_trace_env(&env, report->config, image);
    if (across) {
        env.read_bank = across->read_bank;
        if (!env.foreign)
            env.foreign = across->foreign;
    }
    bobbin_spare_stack.later.count = 0;
    begin(&cursor, &env, context, across);
    stop_without_table(&cursor, image);
    do {
        if (across)
            across->print(report, frames_count, &cursor);
        handle_frame(report, frames_count++, &cursor);
    } while (may_step(report, &cursor, frames_count) && step(&cursor, &env, across));
    print_later(report, frames_count);
    bobbin_trace_end(report, &cursor, frames_count);
}

#endif
