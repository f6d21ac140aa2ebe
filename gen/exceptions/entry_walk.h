/* SPDX-License-Identifier: MIT */
/* Follows the paths of exception entry code. Private to exceptions. */
#ifndef GEN_EXCEPTIONS_ENTRY_WALK_H
#define GEN_EXCEPTIONS_ENTRY_WALK_H

#include "exceptions/entry_code.h"

/* Follows all paths from the nodes in the queue, until no state changes any more. */
void entry_walk(struct entry_code *code);

/* The address to which NODE jumps, if it always jumps to the same; 0: it does not. */
uint32_t entry_walk_target(const struct entry_code *code, const struct entry_node *node);

/* Whether exceptions do not lead to ADDRESS: a root, or a function that is called. */
bool entry_walk_is_foreign(const struct entry_code *code, uint32_t address);

/*
 * Whether FUNCTION may switch tasks: it is called, and returns with other r4-r11, or not as the
 * analysis of frames understands it.
 */
bool entry_walk_may_switch(const struct entry_code *code, uint32_t function);

#endif
