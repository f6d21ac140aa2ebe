/* SPDX-License-Identifier: MIT */
/*
 * Traces of tasks that do not run: they start from the registers that a context switch has saved.
 * The table says where they are; firmware says which tasks exist. Firmware that does not reference
 * bobbin_begin_saved links nothing of this.
 *
 *     struct bobbin_saved saved;
 *
 *     if (bobbin_saved_at(&table, 0, &saved) &&
 *         bobbin_begin_saved(&cursor, &env, &banks, &saved, (uint32_t)tcb, cpsr))
 *         do
 *             show(&cursor);
 *         while (bobbin_step(&cursor, &env));
 *
 * The guarantees of bobbin.h hold here too.
 */
#ifndef BOBBIN_TASKS_H
#define BOBBIN_TASKS_H

#include <bobbin/cross.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A resume point: code that takes the registers of a task. */
struct bobbin_saved {
    uint32_t point; /* the address of that instruction */
    /* The start of the function with POINT, without Thumb bit: firmware can choose a rule by it. */
    uint32_t function;
    /* The handle is a control block, and the saved pointer is the word at this offset of it. */
    bool takes_block;
    bool is_call; /* each task that it resumes called a function, as with longjmp */
    uint32_t block_offset;
    const uint8_t *program, *programs_end; /* private to the core */
};

/* Gives resume point number WHICH (0, 1, ...) of TABLE. Returns false if there are no more. */
bool bobbin_saved_at(const struct bobbin_table *table, uint32_t which, struct bobbin_saved *saved);

/*
 * Starts a trace of a task that the code at SAVED would resume. HANDLE is the address of its
 * control block if SAVED->takes_block, else the pointer to its saved registers. CPSR gives the mode
 * if the saved registers do not. BANKS must exist as long as CURSOR. All banked registers that were
 * not saved are lost: they belong to other tasks.
 *
 * The frame is INTERRUPTED if an exception stopped the task, or if it has never run, and a CALL if
 * the task called the function that switched. Returns false if there is no frame; cursor->stop
 * says why: UNREADABLE, LOST (no sp or mode; stop_value: a place number of
 * core/format/crossing_format.h), PC_OUTSIDE, BAD_SP, CORRUPT.
 *
 * Maximum calls of env->read, if no window has the memory: 17 for each word of the program, and
 * those of bobbin_follows_call.
 */
bool bobbin_begin_saved(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                        struct bobbin_banks *banks, const struct bobbin_saved *saved,
                        uint32_t handle, uint32_t cpsr);

/* What is known of a task. What is not known is 0. */
struct bobbin_saved_task {
    uint32_t block;    /* the address of its control block */
    uint32_t saved;    /* the pointer to its saved registers */
    uint32_t saved_at; /* the address of the word that holds SAVED */
    uint32_t function; /* the function whose code resumes the task */
};

/*
 * The same, and chooses the resume point of the first table of ENV. If TASK->function is known,
 * those of that function. Otherwise: those that find SAVED in the control block BLOCK, at SAVED_AT
 * if that is known; else those that find it at SAVED_AT; else those that take SAVED itself, and of
 * them those that are exception returns, if there are any. All that are left must give the same
 * frame: false with the stop NO_RULE if they do not, or if there are none.
 */
bool bobbin_begin_task(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                       struct bobbin_banks *banks, const struct bobbin_saved_task *task,
                       uint32_t cpsr);

#ifdef __cplusplus
}
#endif

#endif
