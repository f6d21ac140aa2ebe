/* SPDX-License-Identifier: MIT */
/* Rules as sections of a table have them. Single words and halfwords are in encode.h, for tests. */
#ifndef GEN_ENCODE_RULE_H
#define GEN_ENCODE_RULE_H

#include <stddef.h>

#include "core/rules/steps.h"
#include "encode/rule_set.h"
#include "util/buffer.h"

/* Words of a long rule. */
#define ENCODE_LONG_MAX (3 + STEPS_MAX)

/* The long form of RULE (FRAME or DEREF) to OUT, which has ENCODE_LONG_MAX words; how many it takes. */
size_t encode_long(const struct bobbin_rule *rule, uint32_t *out);

/* How a rule is told, besides what it says. */
struct encode_way {
    uint32_t words_count; /* of section RULES: words of long rules come behind them */
    bool is_explicit;     /* no code is read around it */
    bool exidx;           /* it comes from .ARM.exidx */
    bool is_compact;      /* a run only where a compact word will not do */
};

/* The word of RULE in section RULES; where none can tell it, its own are put to LONG_RULES. */
uint32_t encode_rule(const struct bobbin_rule *rule, const struct encode_way *way,
                     struct buffer *long_rules);

/* The section RULES of DICTIONARY, and what stands behind its words. */
void encode_rules(const struct rule_set *rule_set, struct buffer *rules, struct buffer *long_rules);

/* A rule that depends on the flags, of the words of two others; how many words it takes. */
size_t encode_either(uint8_t condition, uint32_t known, uint32_t otherwise, uint32_t *out);

#endif
