/* SPDX-License-Identifier: MIT */
/* A rule as the words of a table (core/format/table_format.h, RULES). */
#ifndef GEN_ENCODE_RULE_H
#define GEN_ENCODE_RULE_H

#include <stddef.h>

#include "core/rules/steps.h"
#include "util/buffer.h"

/* The compact word of RULE; false if RULE has none. */
bool encode_compact(const struct bobbin_rule *rule, uint32_t *word);

/*
 * The run of RULE, or its compact word, or its word with lost registers; false if RULE has none of
 * these.
 */
bool encode_word(const struct bobbin_rule *rule, uint32_t *word);

/* The halfword of RULE, which is a run; false if RULE has none. */
bool encode_short(const struct bobbin_rule *rule, uint32_t *half);

/* Words of a long rule. */
#define ENCODE_LONG_MAX (3 + STEPS_MAX)

/*
 * The long form of RULE (FRAME or DEREF) to OUT, which has ENCODE_LONG_MAX words; how many it
 * takes.
 */
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

/*
 * Appends COUNT words to LONG_RULES, after WORDS_COUNT others. Returns the word of the rule that
 * they are.
 */
uint32_t encode_put_long(struct buffer *long_rules, uint32_t words_count, const uint32_t *words,
                         size_t count);

/* A rule that depends on the flags, of the words of two others; how many words it takes. */
size_t encode_either(uint8_t condition, uint32_t known, uint32_t otherwise, uint32_t *out);

#endif
