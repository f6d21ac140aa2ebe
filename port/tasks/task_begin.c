/* SPDX-License-Identifier: MIT */
#include "task_begin.h"

#include "../common/memory.h"

enum { MODE_USR = 0x10, MODE_SVC = 0x13, MODE_SYS = 0x1f };

/* Whether SAVED may be the rule for TASK. */
static bool fits(const struct bobbin_saved *saved, const struct bobbin_task *task)
{
    uint32_t pointer;

    if (task->resume)
        return saved->function == (task->resume & ~1u);
    if (!saved->takes_block)
        return task->saved != 0;
    return !task->saved || (bobbin_memory_read(NULL, BOBBIN_SPACE_STACK,
                                               task->id + saved->block_offset, &pointer, 4) &&
                            pointer == task->saved);
}

/* Finds the only rule for TASK. A rule for control blocks goes before one for saved pointers. */
static bool find_rule(const struct bobbin_table *table, const struct bobbin_task *task,
                      struct bobbin_saved *found)
{
    struct bobbin_saved saved;
    bool is_unique = false;

    found->program = NULL;
    found->takes_block = false;
    for (uint32_t i = 0; bobbin_saved_at(table, i, &saved); i++) {
        if (!fits(&saved, task) || found->takes_block > saved.takes_block)
            continue;
        is_unique = !found->program || found->takes_block < saved.takes_block ||
                    (is_unique && found->program == saved.program);
        *found = saved;
    }
    return is_unique;
}

void bobbin_task_begin(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                       struct bobbin_banks *banks, const struct bobbin_task *task, uint32_t cpsr)
{
    struct bobbin_saved saved;
    uint32_t mode = cpsr & BOBBIN_CPSR_MODE;

    if (mode != MODE_USR && mode != MODE_SYS)
        mode = MODE_SVC;
    cursor->stop = BOBBIN_STOP_NO_RULE;
    cursor->stop_value = 0;
    if (!env->tables_count || !find_rule(env->tables, task, &saved))
        return;
    if (!bobbin_begin_saved(cursor, env, banks, &saved, saved.takes_block ? task->id : task->saved,
                            mode))
        return;
    cursor->stop_value = cursor->r[BOBBIN_SP];
    if (task->stack_high &&
        (cursor->stop_value < task->stack_low || cursor->stop_value > task->stack_high))
        cursor->stop = BOBBIN_STOP_BAD_SP;
}
