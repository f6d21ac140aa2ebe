/* SPDX-License-Identifier: MIT */
/* Follows the paths of exception entry code. Private to exceptions. */
#ifndef GEN_EXCEPTIONS_ENTRY_WALK_H
#define GEN_EXCEPTIONS_ENTRY_WALK_H

#include "exceptions/entry_code.h"

/* Follows all paths from the nodes in the queue, until no state changes any more. */
void entry_walk(struct entry_code *code);

/* The address to which NODE jumps, if it always jumps to the same; 0: it does not. */
uint32_t entry_walk_target(const struct entry_code *code, const struct entry_node *node);

#endif
