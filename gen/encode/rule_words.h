/* SPDX-License-Identifier: MIT */
/* Encodes a rule as words of a table (core/format/table_format.h, RULES). */
#ifndef GEN_ENCODE_RULE_WORDS_H
#define GEN_ENCODE_RULE_WORDS_H

#include <stddef.h>

#include "core/rules/steps.h"
#include "util/buffer.h"

/* Encodes RULE as a compact word. Returns false if no compact word can express RULE. */
bool encode_compact(const struct bobbin_rule *rule, uint32_t *word);

/*
 * Encodes RULE in one word: as a run, a compact word, or a word with lost registers. Returns false
 * if RULE has none of these.
 */
bool encode_word(const struct bobbin_rule *rule, uint32_t *word);

/* Encodes RULE as a halfword. Returns false if RULE is no run, or is a run that needs a word. */
bool encode_halfword(const struct bobbin_rule *rule, uint32_t *half);

/* Maximum number of words of a long rule. */
#define ENCODE_LONG_MAX (3 + STEPS_MAX)

/*
 * Writes the long form of RULE (form FRAME or DEREF) to OUT, which has ENCODE_LONG_MAX words.
 * Returns the number of words.
 */
size_t encode_long(const struct bobbin_rule *rule, uint32_t *out);

/* Properties of an encoded rule besides the locations of the registers. */
struct encode_options {
    uint32_t words_count; /* number of words in section RULES; the numbers of long rules follow */
    bool is_explicit;     /* no code is read at its addresses */
    bool is_compact;      /* prefer a compact word to a run */
    /* CFI and EXIDX force a form of the rule that can state them, which is longer. */
    enum bobbin_trust trust;
};

/*
 * Returns the word of RULE for section RULES. If RULE does not fit in one word, appends its long
 * form to LONG_RULES.
 */
uint32_t encode_rule(const struct bobbin_rule *rule, const struct encode_options *options,
                     struct buffer *long_rules);

/*
 * Appends COUNT words to LONG_RULES, whose numbers start at WORDS_COUNT. Returns the word that
 * refers to them.
 */
uint32_t encode_put_long(struct buffer *long_rules, uint32_t words_count, const uint32_t *words,
                         size_t count);

/*
 * Writes a rule that depends on the flags to OUT: word KNOWN if CONDITION holds, else word
 * OTHERWISE. Returns the number of words.
 */
size_t encode_flag_choice(uint8_t condition, uint32_t known, uint32_t otherwise, uint32_t *out);

#endif
