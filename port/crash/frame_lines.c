/* SPDX-License-Identifier: MIT */
#include "frame_lines.h"

#include "../common/memory.h"
#include "report_hooks.h"

/* NULL unless the firmware links core/small, which only tables made with --small need. */
extern const struct bobbin_small bobbin_small __attribute__((weak));

void bobbin_trace_env(struct bobbin_env *env, const struct bobbin_config *config,
                      const struct bobbin_image_state *image)
{
    env->context = NULL;
    env->read = bobbin_memory_read;
    env->read_bank = NULL;
    env->tables = &image->table;
    env->tables_count = image->has_table ? 1 : 0;
    env->reads_max = 0;
    env->window[BOBBIN_SPACE_STACK].size_bytes = 0; /* no direct reads: memory may be corrupted */
    env->window[BOBBIN_SPACE_CODE].size_bytes = 0;
    env->cache = NULL;
    env->small = &bobbin_small;
    env->guess = bobbin_guess;
    env->foreign = config->foreign;
    env->foreign_cache = NULL;
}

void bobbin_frame_line(struct bobbin_report *report, uint32_t number,
                       const struct bobbin_frame *frame)
{
    bobbin_line_begin(report, REPORT_TYPE_FRAME);
    bobbin_line_format(report, " %d %x", number, frame->pc);
    bobbin_line_fit(report, frame->sp, frame->valid & BOBBIN_VALID_R(BOBBIN_SP));
    bobbin_line_format(report, " %s %s", (uintptr_t)bobbin_kind_name(frame->kind),
                       (uintptr_t)bobbin_trust_name(frame->trust));
    bobbin_line_end(report);
}

void bobbin_stop_line(struct bobbin_report *report, struct bobbin_cursor *cursor,
                      uint32_t frames_count)
{
    bobbin_line_begin(report, REPORT_TYPE_STOP);
    bobbin_line_format(report, " %s %x", (uintptr_t)bobbin_stop_name(cursor->stop),
                       cursor->stop == BOBBIN_STOP_OUTERMOST ? 0 : cursor->stop_value);
    bobbin_line_number(report, " ", frames_count);
    bobbin_line_end(report);
}

/* Weak: port/tasks replaces these functions. */
__attribute__((weak, alias("bobbin_stop_line"))) void
bobbin_trace_end(struct bobbin_report *report, struct bobbin_cursor *cursor, uint32_t frames_count);

__attribute__((weak)) bool bobbin_is_caller(struct bobbin_cursor *cursor,
                                            const struct bobbin_env *env)
{
    return bobbin_follows_call(cursor, env);
}
