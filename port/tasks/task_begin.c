/* SPDX-License-Identifier: MIT */
#include "task_begin.h"

enum { MODE_USR = 0x10, MODE_SVC = 0x13, MODE_SYS = 0x1f };

void bobbin_task_begin(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                       struct bobbin_banks *banks, const struct bobbin_task *task, uint32_t cpsr)
{
    struct bobbin_saved_task saved;
    uint32_t mode = cpsr & BOBBIN_CPSR_MODE;

    saved.block = task->id;
    saved.saved = task->saved;
    saved.saved_at = task->saved_at;
    saved.function = task->resume;
    if (mode != MODE_USR && mode != MODE_SYS)
        mode = MODE_SVC;
    if (!bobbin_begin_task(cursor, env, banks, &saved, mode))
        return;
    cursor->stop_value = cursor->r[BOBBIN_SP];
    if (task->stack_high &&
        (cursor->stop_value < task->stack_low || cursor->stop_value > task->stack_high))
        cursor->stop = BOBBIN_STOP_BAD_SP;
}
