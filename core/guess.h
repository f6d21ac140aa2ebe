/* SPDX-License-Identifier: MIT */
/* Inside core: who has called, where the pc is in no code. */
#ifndef BOBBIN_GUESS_H
#define BOBBIN_GUESS_H

#include "bobbin.h"

/*
 * Whether the pc of CURSOR, in no code, is where a call through a bad pointer went: lr stands behind a BLX whose
 * register still holds that very pc. Anything else (a return to garbage) has no known caller.
 */
bool guess_is_called(struct bobbin_cursor *cursor);

#endif
