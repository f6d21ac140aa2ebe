/* SPDX-License-Identifier: MIT */
/* Inside core: unwind rules as struct bobbin_rule. */
#ifndef BOBBIN_EXPAND_H
#define BOBBIN_EXPAND_H

#include <bobbin/rule.h>

/* Initializes RULE: form FRAME, cfa = sp, all places SAME. */
void rule_begin(struct bobbin_rule *rule);

/* Expands the rule in cursor->reading, which must have one, to RULE. */
void reading_expand(const struct bobbin_cursor *cursor, struct bobbin_rule *rule);

#endif
