/* SPDX-License-Identifier: MIT */
/* Starts a trace of a task by the resume point that fits what is known of the task. */
#include <bobbin/tasks.h>

/* How well a resume point fits a task. */
enum fit { FITS_NOT, FITS_CALL, FITS_POINTER, FITS_WORD, FITS_BLOCK };

/* Stores the handle that SAVED takes of TASK to HANDLE. */
static enum fit fit_of(const struct bobbin_saved *saved, const struct bobbin_saved_task *task,
                       uint32_t *handle)
{
    enum fit fit = saved->is_call ? FITS_CALL : FITS_POINTER;

    *handle = task->saved;
    if (saved->takes_block) {
        *handle = task->saved_at ? task->saved_at - saved->block_offset : task->block;
        fit = *handle == task->block ? FITS_BLOCK : FITS_WORD;
    }
    if (*handle == 0 || (task->function && saved->function != (task->function & ~1u)))
        return FITS_NOT;
    return task->function ? FITS_BLOCK : fit;
}

/* A number that is equal for equal results of bobbin_begin_saved. */
static uint32_t sum_of(const struct bobbin_cursor *cursor)
{
    uint32_t sum = cursor->valid ^ cursor->cpsr ^ (uint32_t)(cursor->kind << 8 | cursor->stop);

    for (uint32_t i = 0; i < 16; i++)
        if (cursor->valid >> i & 1)
            sum = 31 * sum + cursor->r[i];
    return sum;
}

bool bobbin_begin_task(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                       struct bobbin_banks *banks, const struct bobbin_saved_task *task,
                       uint32_t cpsr)
{
    struct bobbin_saved saved;
    uint32_t sum = 0, handle;
    enum fit best = FITS_NOT;
    bool agree = false;

    for (uint32_t i = 0; env->tables_count && bobbin_saved_at(env->tables, i, &saved); i++) {
        uint32_t sum_before = sum;
        enum fit fit = fit_of(&saved, task, &handle);
        if (fit == FITS_NOT || fit < best)
            continue;
        bobbin_begin_saved(cursor, env, banks, &saved, handle, cpsr);
        sum = sum_of(cursor);
        agree = fit > best || (agree && sum == sum_before);
        best = fit;
    }
    if (agree)
        return cursor->stop == BOBBIN_STOP_NONE;
    cursor->stop = BOBBIN_STOP_NO_RULE;
    cursor->stop_value = 0;
    return false;
}
