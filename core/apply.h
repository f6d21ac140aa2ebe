/* SPDX-License-Identifier: MIT */
/*
 * Inside core: how a rule is applied, of whatever form it is and wherever it comes from: cfa, return address, checks,
 * and only then the caller's registers.
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

/* The cursor of READING goes to its caller by its rule, or its trace ends: false. */
bool apply_any(const struct reading *reading);

/*
 * The same by its word, if it is a rule, and in the window of stack memory; r4-r11, sp and, if it is the return
 * address, lr are known. False: it cannot be, and nothing is changed.
 */
bool apply_word(const struct reading *reading);

/* The same by RULE, which is read to its end. */
bool apply_rule(const struct reading *reading, struct rule *rule);

#endif
