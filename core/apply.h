/* SPDX-License-Identifier: MIT */
/*
 * Inside core: how a rule is applied, of whatever form it is and wherever it comes from: cfa, return address, checks, and only then
 * the caller's registers.
 */
#ifndef BOBBIN_APPLY_H
#define BOBBIN_APPLY_H

#include "reading.h"

/* The trace of CURSOR ends. False. The word of CURSOR is nothing by then. */
static inline bool apply_stop(struct bobbin_cursor *cursor, enum bobbin_stop reason, uint32_t value)
{
    cursor->stop = (uint8_t)reason;
    cursor->stop_value = value;
    return false;
}

/*
 * The cursor of READING goes to its caller by the rule, in memory that the windows have: false where this way does not lead there, or
 * the rule is no compact word by now, or not all is known, as it is only where code was interrupted; then nothing is changed but
 * what the other way changes too.
 */
bool apply_word(const struct reading *reading);

/* The same by any rule, or its trace ends: false. */
bool apply_rule(struct reading *reading);

#endif
