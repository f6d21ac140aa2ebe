/* SPDX-License-Identifier: MIT */
#include "unwind/thread_end.h"

#include <bobbin/cross.h>
#include <bobbin/rtos.h>

/* The stack whose upper end is at SP or just above it, or NULL. */
static const struct thread_stack *stack_at(uint32_t sp, const struct thread_stack *stacks,
                                           size_t stacks_count)
{
    for (size_t i = 0; i < stacks_count; i++)
        if (stacks[i].high && stacks[i].high - sp <= BOBBIN_THREAD_TOP_BYTES_MAX)
            return &stacks[i];
    return NULL;
}

/* Whether a function starts at pc: there the return address is in lr and sp is the cfa. */
static bool is_start(struct bobbin_cursor ahead, const struct bobbin_env *env)
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
 * Whether a frame near the top of STACK would reach beyond it. Then it is none: the first function
 * of the thread has returned, and lr still holds the return address of its last call.
 */
static bool is_beyond(struct bobbin_cursor ahead, const struct bobbin_env *env,
                      const struct thread_stack *stack)
{
    uint32_t sp = ahead.r[BOBBIN_SP];
    uint32_t cfa = bobbin_step(&ahead, env) ? ahead.r[BOBBIN_SP] : ahead.reading.cfa_offset;
    bool is_linkage = stack->high - sp <= BOBBIN_THREAD_LINKAGE_BYTES;

    return cfa - stack->high - 1 < BOBBIN_THREAD_TOP_BYTES_MAX ||
           (is_linkage && ahead.stop == BOBBIN_STOP_BAD_SP) ||
           (is_linkage && ahead.stop == BOBBIN_STOP_THREAD_BASE && stack->has_exit);
}

bool thread_end_is_caller(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                          const struct thread_stack *stacks, size_t stacks_count)
{
    bool follows = bobbin_follows_call(cursor, env);
    const struct thread_stack *stack = stack_at(cursor->r[BOBBIN_SP], stacks, stacks_count);
    struct bobbin_cursor ahead = *cursor;
    struct bobbin_banks banks = {0}; /* a step that crosses an exception changes its banks */

    ahead.banks = &banks;
    if (!stack || !(follows ? is_beyond(ahead, env, stack) : is_start(ahead, env)))
        return follows;
    cursor->stop = BOBBIN_STOP_THREAD_BASE;
    cursor->stop_value = cursor->r[BOBBIN_PC];
    return false;
}
