/* SPDX-License-Identifier: MIT */
/* Starts a trace of a task by the resume point that fits what is known of the task. */
#include <bobbin/tasks.h>

#include <stddef.h>

/* How well a resume point fits a task. */
enum fit { FITS_NOT, FITS_CALL, FITS_POINTER, FITS_WORD, FITS_BLOCK };

static enum fit fit_of(const struct bobbin_saved *saved, const struct bobbin_saved_task *task)
{
    if (task->function)
        return saved->function == (task->function & ~1u) ? FITS_BLOCK : FITS_NOT;
    if (!saved->takes_block)
        return !task->saved ? FITS_NOT : saved->is_call ? FITS_CALL : FITS_POINTER;
    if (task->block && (!task->saved_at || task->block + saved->block_offset == task->saved_at))
        return FITS_BLOCK;
    return task->saved_at ? FITS_WORD : FITS_NOT;
}

static enum fit best_fit(const struct bobbin_table *table, const struct bobbin_saved_task *task)
{
    struct bobbin_saved saved;
    enum fit best = FITS_NOT;

    for (uint32_t i = 0; bobbin_saved_at(table, i, &saved); i++) {
        enum fit fit = fit_of(&saved, task);
        best = fit > best ? fit : best;
    }
    return best;
}

static uint32_t handle_of(const struct bobbin_saved *saved, const struct bobbin_saved_task *task)
{
    if (!saved->takes_block)
        return task->saved;
    return task->saved_at ? task->saved_at - saved->block_offset : task->block;
}

/* Whether the two frames are the same. */
static bool is_same(const struct bobbin_cursor *a, const struct bobbin_cursor *b)
{
    uint32_t differs = (a->valid ^ b->valid) | (a->cpsr ^ b->cpsr) | (uint32_t)(a->kind ^ b->kind);

    for (uint32_t i = 0; i < 16; i++)
        if (a->valid >> i & 1)
            differs |= a->r[i] ^ b->r[i];
    for (uint32_t i = 0; i < 8; i++)
        if (a->valid & BOBBIN_VALID_D(8 + i))
            differs |= a->d[i] != b->d[i];
    return !differs;
}

bool bobbin_begin_task(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                       struct bobbin_banks *banks, const struct bobbin_saved_task *task,
                       uint32_t cpsr)
{
    struct bobbin_saved saved;
    struct bobbin_cursor other;
    const uint8_t *program = NULL;
    enum fit best = env->tables_count ? best_fit(env->tables, task) : FITS_NOT;

    cursor->stop_value = 0;
    for (uint32_t i = 0; best != FITS_NOT && bobbin_saved_at(env->tables, i, &saved); i++) {
        struct bobbin_cursor *begun = program ? &other : cursor;
        if (fit_of(&saved, task) != best || saved.program == program)
            continue;
        if (!bobbin_begin_saved(begun, env, banks, &saved, handle_of(&saved, task), cpsr)) {
            cursor->stop = begun->stop;
            return false;
        }
        if (program && !is_same(cursor, begun)) {
            best = FITS_NOT;
            break;
        }
        program = saved.program;
    }
    if (best == FITS_NOT)
        cursor->stop = BOBBIN_STOP_NO_RULE;
    return best != FITS_NOT;
}
