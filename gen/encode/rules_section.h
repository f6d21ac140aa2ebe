/* SPDX-License-Identifier: MIT */
/* The section RULES of a table: the rules of a rule set, by number. */
#ifndef GEN_ENCODE_RULES_SECTION_H
#define GEN_ENCODE_RULES_SECTION_H

#include "encode/rule_set.h"
#include "util/buffer.h"

/* Appends the rules of RULE_SET to RULES, and the words of its long rules to LONG_RULES. */
void encode_rules(const struct rule_set *rule_set, struct buffer *rules, struct buffer *long_rules);

#endif
