/* SPDX-License-Identifier: MIT */
/* Stacks of exception handlers apart from the code that the exceptions interrupted. */
#ifndef GEN_PROFILE_PROFILE_HANDLERS_H
#define GEN_PROFILE_PROFILE_HANDLERS_H

#include "profile/profile_sums.h"

/*
 * Cuts each stack of PROFILE that crosses exceptions: what remains is the stack of the innermost
 * handler, from its entry on, in a context with HANDLER set. PROFILE must not be sorted yet.
 */
void profile_cut_handlers(struct profile *profile);

#endif
