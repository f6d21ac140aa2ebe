/* SPDX-License-Identifier: MIT */
/*
 * Jumps and calls of exception entry code: which of them the walk follows, and in which state it
 * comes back. For entry_walk.c.
 */
#ifndef GEN_EXCEPTIONS_ENTRY_JUMP_H
#define GEN_EXCEPTIONS_ENTRY_JUMP_H

#include "exceptions/entry_code.h"

/* One state on its way through NODE. */
struct step {
    struct entry_code *code;
    const struct entry_node *node;
    struct bank_state state;
};

/* The address after NODE. */
static inline uint32_t entry_step_after(const struct entry_node *node)
{
    return node->in.at.address + node->in.at.size_bytes;
}

/* The state of STEP arrives at ADDRESS. */
static inline void entry_step_arrive(const struct step *step, uint32_t address)
{
    entry_code_arrive(step->code, address, &step->state, step->node->handler);
}

/*
 * Jumps to ADDRESS. Functions that are called have a caller, so a handler that jumps to one never
 * comes back.
 */
void entry_jump(const struct step *step, uint32_t address);

/* Jumps to the targets of a table jump. */
void entry_jump_by_table(struct step *step);

/* pc = PC, by a jump that is no call instruction. */
void entry_jump_to_value(struct step *step, struct bank_value pc);

/* Calls TARGET (0: unknown) and comes back to BACK. */
void entry_call(struct step *step, uint32_t target, uint32_t back);

/* Whether exceptions do not lead to ADDRESS: a root, or a function that is called. */
bool entry_jump_is_foreign(const struct entry_code *code, uint32_t address);

/*
 * Whether FUNCTION may switch tasks: it is called, and returns with other r4-r11, or not as the
 * analysis of frames understands it.
 */
bool entry_jump_may_switch(const struct entry_code *code, uint32_t function);

#endif
