/* SPDX-License-Identifier: MIT */
/* Inside core: the step that most frames take, without detours. */
#ifndef BOBBIN_QUICK_H
#define BOBBIN_QUICK_H

#include "bobbin.h"

/*
 * What a cursor knows of its frame. Beyond QUICK_OTHER, the word of its compact rule, with the return address in the stack
 * and all of r4-r11 known: such a frame can be left quickly.
 */
enum {
    QUICK_UNKNOWN, /* nothing */
    QUICK_OTHER,   /* pc is in code, with an entry of its own */
};

/* The same of the frame that RETURN_ADDRESS leads to, when r4-r11 are known in it. */
uint32_t quick_find(const struct bobbin_env *env, uint32_t return_address);

/*
 * Steps by CURSOR->word, any there is, in the window of stack memory, with r4-r11 and sp known. False: it could not be,
 * and what was changed is what the other way changes too.
 */
bool quick_step_any(struct bobbin_cursor *cursor, const struct bobbin_env *env);

/* bobbin_step where there is no short way. */
bool step_slowly(struct bobbin_cursor *cursor, const struct bobbin_env *env);

#endif
