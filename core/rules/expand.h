/* SPDX-License-Identifier: MIT */
/* Inside core: unwind rules at length, as struct bobbin_rule. */
#ifndef BOBBIN_EXPAND_H
#define BOBBIN_EXPAND_H

#include <bobbin/rule.h>

/* A rule on sp with the cfa there and all places SAME. */
void rule_begin(struct bobbin_rule *rule);

/* What the rule of CURSOR, which has one, says at length. */
void reading_expand(const struct bobbin_cursor *cursor, struct bobbin_rule *rule);

#endif
