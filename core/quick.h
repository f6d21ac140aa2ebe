/* SPDX-License-Identifier: MIT */
/* Inside core: the step that most frames take, without detours. */
#ifndef BOBBIN_QUICK_H
#define BOBBIN_QUICK_H

#include "find.h"

/*
 * Steps as bobbin_step does if the rule is a halfword with the return address in the stack, the frame lies in the window of
 * stack memory and the caller's rule is found. Otherwise false, and what was changed is what the other way changes too.
 */
bool quick_step(struct bobbin_cursor *cursor, const struct bobbin_env *env);

/* What the tables, or the cache, say of the caller's LOOKUP_ADDRESS. */
void quick_find(const struct bobbin_env *env, uint32_t lookup_address, struct table_answer *answer);

#endif
