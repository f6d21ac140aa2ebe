/* SPDX-License-Identifier: MIT */
/* Inside core: the step that most frames take, without detours. */
#ifndef BOBBIN_QUICK_H
#define BOBBIN_QUICK_H

#include "bobbin.h"

/*
 * A frame that can be left so has a compact rule with the return address in the stack, and all of r4-r11 are known; its
 * word stands in the cursor. All else has 0 there.
 */

/* The word of the frame that RETURN_ADDRESS leads to; 0: it is another's, or there is none. */
uint32_t quick_find(const struct bobbin_env *env, uint32_t return_address);

/*
 * Steps as bobbin_step does from a frame with CURSOR->word, which lies in the window of stack memory, if its caller's frame
 * has a word too. Otherwise false, and what was changed is what the other way changes too.
 */
bool quick_step(struct bobbin_cursor *cursor, const struct bobbin_env *env);

#endif
