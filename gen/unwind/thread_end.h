/* SPDX-License-Identifier: MIT */
/* Recognises the end of a thread by its stack, as port/tasks/thread_end.c does on the device. */
#ifndef GEN_UNWIND_THREAD_END_H
#define GEN_UNWIND_THREAD_END_H

#include <stddef.h>

#include <bobbin/bobbin.h>

/* The upper end of a task's stack. */
struct thread_stack {
    uint32_t high;
    bool has_exit; /* the first function of the task returns to a function, never to 0 */
};

/*
 * Whether the frame of CURSOR is a caller: a call comes before its pc, and its stack does not say
 * that the thread ends there. If not, the stop of CURSOR says why: NO_CALL or THREAD_BASE.
 */
bool thread_end_is_caller(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                          const struct thread_stack *stacks, size_t stacks_count);

#endif
