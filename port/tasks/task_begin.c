/* SPDX-License-Identifier: MIT */
#include "task_begin.h"
#include <bobbin/port.h>

enum { MODE_USR = 0x10, MODE_SVC = 0x13, MODE_SYS = 0x1f };

/* sp of MODE; 0: not known. SP and CPSR are those of the running code. */
static uint32_t sp_of(uint32_t mode, uint32_t sp, uint32_t cpsr)
{
    uint32_t here = cpsr & BOBBIN_CPSR_MODE;

    if (here == MODE_USR)
        here = MODE_SYS;
    if (here == mode)
        return sp;
    sp = 0;
    bobbin_port_bank(mode, BOBBIN_SP, &sp);
    return sp;
}

/*
 * Some kernels make the next task the current one before they have saved the last one. Whether code
 * still uses the stack of TASK, and has not saved its registers since then. A scheduler that waits
 * on that stack has left sp at the saved registers.
 */
static bool is_in_use(const struct bobbin_task *task, uint32_t sp, uint32_t cpsr)
{
    static const uint8_t modes[] = {MODE_SYS, MODE_SVC};

    for (uint32_t i = 0; i < sizeof(modes); i++) {
        uint32_t at = sp_of(modes[i], sp, cpsr);
        if (at - task->stack_low < task->stack_high - task->stack_low && at != task->saved)
            return true;
    }
    return false;
}

void bobbin_task_begin(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                       struct bobbin_banks *banks, const struct bobbin_task *task, uint32_t sp,
                       uint32_t cpsr)
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
    if (is_in_use(task, sp, cpsr)) {
        cursor->stop = BOBBIN_STOP_LOST;
        cursor->stop_value = BOBBIN_SP;
        return;
    }
    cursor->stop_value = cursor->r[BOBBIN_SP];
    if (task->stack_high &&
        (cursor->stop_value < task->stack_low || cursor->stop_value > task->stack_high))
        cursor->stop = BOBBIN_STOP_BAD_SP;
}
