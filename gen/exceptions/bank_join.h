/* SPDX-License-Identifier: MIT */
/* Joins and compares bank states, where paths of exception entry code meet. */
#ifndef GEN_EXCEPTIONS_BANK_JOIN_H
#define GEN_EXCEPTIONS_BANK_JOIN_H

#include "exceptions/bank_state.h"

/* Joins WITH into STATE, so that STATE is true on both paths. Returns true if STATE changed. */
bool bank_join(struct bank_state *state, const struct bank_state *with);

/* Whether A and B are equal apart from what the flags and the tests say. */
bool bank_join_same_values(const struct bank_state *a, const struct bank_state *b);

#endif
