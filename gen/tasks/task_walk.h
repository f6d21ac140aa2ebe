/* SPDX-License-Identifier: MIT */
/*
 * Follows code that saves or restores a task, from a state of its own. The states are those of
 * entry code (exceptions/bank_state.h), with other starts:
 *
 * restore    each register holds an unknown address of its own, so everything that the code loads
 *            is a word at a known offset from one of them
 * function   a called function: lr is the pc of its caller (BANK_PC); r0-r3 are unknown addresses
 */
#ifndef GEN_TASKS_TASK_WALK_H
#define GEN_TASKS_TASK_WALK_H

#include "exceptions/entry_code.h"

struct task_walk {
    struct bank_bases bases;
    struct entry_code code;
    uint8_t old_stack; /* of a restore: the base of sp at its start */
};

/* Follows the code at START, which runs in MODE. Returns STATUS_...; free it in every case. */
int task_walk_restore(struct task_walk *walk, const struct reference *reference, uint32_t start,
                      uint8_t mode);

/* The calls of a function that switches tasks, in exception handlers. */
enum { TASK_CALLERS_MAX = 8 };
struct task_callers {
    uint32_t function;
    uint32_t back[TASK_CALLERS_MAX]; /* return addresses, with the Thumb bit */
    unsigned count;
    uint8_t mode; /* as in struct restore_point */
};

/* Like task_walk_restore, from the start of the function of CALLERS on, once for each of them. */
int task_walk_called(struct task_walk *walk, const struct reference *reference,
                     const struct task_callers *callers);
int task_walk_function(struct task_walk *walk, const struct reference *reference, uint32_t start);
/* task_walk_function that also follows jumps to functions that never return: to a scheduler. */
int task_walk_switch(struct task_walk *walk, const struct reference *reference, uint32_t start);
void task_walk_free(struct task_walk *walk);

/* The register 0..14 whose unknown address at the start is VALUE; -1: none. */
int task_walk_register(const struct bank_bases *bases, struct bank_value value);

/* An instruction that leaves the code. */
struct task_exit {
    struct bank_state state; /* after it */
    struct bank_value pc, psr;
    bool is_exception; /* an exception return, with PSR */
    bool is_jump;      /* a jump to a function that is not followed */
};

/* Whether NODE leaves the code in STATE, one of those before it. Then fills EXIT. */
bool task_walk_leaves(struct task_walk *walk, const struct entry_node *node,
                      const struct bank_state *state, struct task_exit *exit);

#endif
