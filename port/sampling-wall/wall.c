/* SPDX-License-Identifier: MIT */
/* Samples all tasks in rounds, a few in each interrupt. */
#include "../common/copy_words.h"
#include "../sampling/sampler_steps.h"
#include "../tasks/task_begin.h"
#include "../tasks/walk_start.h"

#include <bobbin/wall.h>

/* NULL unless the firmware's traces cross exceptions. */
extern const struct bobbin_foreign bobbin_cross __attribute__((weak));
extern __typeof__(bobbin_begin_across) bobbin_begin_across __attribute__((weak));
extern __typeof__(bobbin_profile_sample_across) bobbin_profile_sample_across __attribute__((weak));
extern __typeof__(bobbin_port_cross_bank) bobbin_port_cross_bank __attribute__((weak));
extern __typeof__(bobbin_port_cross_lost) bobbin_port_cross_lost __attribute__((weak));

void bobbin_wall_describe(const struct bobbin_wall_config *config,
                          const struct bobbin_sampler_config *sampler_config,
                          struct bobbin_profile_config *out)
{
    bobbin_sampler_describe(sampler_config, out);
    out->flags |= PROFILE_FLAG_WALL;
    out->period_ticks = sampler_config->period_ticks * config->interrupts_per_round;
}

static bool crosses(void)
{
    return bobbin_profile_sample_across && bobbin_begin_across;
}

void bobbin_wall_open(struct bobbin_wall *wall, const struct bobbin_wall_config *config,
                      struct bobbin_sampler *sampler)
{
    wall->config = config;
    wall->sampler = sampler;
    copy_words(&wall->env, &sampler->env, sizeof(wall->env));
    if (crosses()) {
        wall->env.read_bank = crossing_bank;
        if (!wall->env.foreign)
            wall->env.foreign = &bobbin_cross;
    }
    wall->skipped = 0;
    wall->until_round = 0;
    wall->last = 0;
    wall->in_round = false;
}

/* ---- one task -------------------------------------------------------------------------------- */

/* Starts a trace of the interrupted code: of the task that runs on this processor. */
static void begin_running(struct bobbin_wall *wall, const struct bobbin_sampled *sampled,
                          struct bobbin_cursor *cursor, struct bobbin_banks *banks)
{
    if (crosses()) {
        bobbin_begin_across(cursor, &wall->env, banks, sampled->r, sampled->cpsr);
        bobbin_banks_mark(banks, bobbin_port_cross_lost(), BOBBIN_BANKED_LOST);
    } else {
        bobbin_begin(cursor, &wall->env, sampled->r, sampled->cpsr);
    }
    complete_cursor(wall->sampler, sampled, cursor);
}

static void sample_task(struct bobbin_wall *wall, const struct bobbin_sampled *sampled,
                        const struct bobbin_task *task)
{
    uint32_t frames[BOBBIN_SAMPLER_DEPTH_MAX];
    struct bobbin_profile_what what = {
        .task = task->id, .name = task->name, .flags = PROFILE_IS_TASK};
    struct bobbin_cursor cursor;
    struct bobbin_banks banks;

    open_window(&wall->env.window[BOBBIN_SPACE_CODE], sampled->r[BOBBIN_PC]);
    if (task->state == BOBBIN_TASK_RUNNING) {
        open_window(&wall->env.window[BOBBIN_SPACE_STACK], sampled->r[BOBBIN_SP]);
        begin_running(wall, sampled, &cursor, &banks);
    } else {
        what.flags |= PROFILE_IS_WAITING;
        open_window(&wall->env.window[BOBBIN_SPACE_STACK], task->saved ? task->saved : task->id);
        bobbin_task_begin(&cursor, &wall->env, &banks, task, sampled->r[BOBBIN_SP], sampled->cpsr);
        if (cursor.stop != BOBBIN_STOP_NONE) {
            wall->skipped++;
            return;
        }
        open_windows(&wall->env, cursor.r);
    }
    if (crosses())
        bobbin_profile_sample_across(wall->config->profile, &cursor, &wall->env, frames, &what,
                                     crossed);
    else
        bobbin_profile_sample(wall->config->profile, &cursor, &wall->env, frames, &what);
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* The next tasks of a round, by ascending id. */
struct chosen {
    struct bobbin_task task[BOBBIN_WALL_TASKS_MAX];
    uint32_t count;
};

/* Adds TASK to CHOSEN, which has room for MAX, if its id is among the lowest. */
static void choose(struct chosen *chosen, uint32_t max, const struct bobbin_task *task)
{
    uint32_t at = chosen->count < max ? chosen->count++ : max;

    for (; at > 0 && chosen->task[at - 1].id > task->id; at--)
        if (at < max)
            copy_words(&chosen->task[at], &chosen->task[at - 1], sizeof(*task));
    if (at < max)
        copy_words(&chosen->task[at], task, sizeof(*task));
}

/*
 * The walk begins anew in each interrupt, because tasks start and end, and the running one comes
 * first in it. The order of ids stays. A task that runs on another processor has no registers here.
 */
static void sample_some(struct bobbin_wall *wall, const struct bobbin_sampled *sampled)
{
    uint32_t max = wall->config->tasks_per_interrupt;
    struct bobbin_task_walk walk;
    struct bobbin_task task;
    struct chosen chosen;

    max = max < BOBBIN_WALL_TASKS_MAX ? max : BOBBIN_WALL_TASKS_MAX;
    chosen.count = 0;
    walk_start(&walk);
    while (walk_next(&walk, &task))
        if (task.id > wall->last)
            choose(&chosen, max, &task);
    wall->in_round = chosen.count == max;
    for (uint32_t i = 0; i < chosen.count; i++) {
        const struct bobbin_task *next = &chosen.task[i];
        wall->last = next->id;
        if (next->state != BOBBIN_TASK_RUNNING || next->processor == wall->config->processor)
            sample_task(wall, sampled, next);
    }
}

void bobbin_wall_interrupt(struct bobbin_wall *wall, const struct bobbin_sampled *sampled)
{
    if (!wall->sampler->running || !bobbin_config.task)
        return;
    if (wall->until_round == 0) {
        wall->until_round = wall->config->interrupts_per_round;
        if (!wall->in_round)
            wall->last = 0;
        wall->in_round = true;
    }
    wall->until_round--;
    if (wall->in_round)
        sample_some(wall, sampled);
}
