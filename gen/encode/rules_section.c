/* SPDX-License-Identifier: MIT */
/* Writes the section RULES of a table, and its long rules. */
#include "encode/rules_section.h"

#include "core/format/table_format.h"
#include "core/unwind/rule_word.h"
#include "encode/rule_words.h"
#include "insn/condition.h"

/* Returns the word of ENTRY, which must not be a run. */
static uint32_t encode_entry(const struct rule_set *rule_set, const struct rule_set_rule *entry,
                             struct buffer *long_rules)
{
    struct encode_options options = {(uint32_t)rule_set->count - rule_set->runs_count,
                                     entry->is_explicit, false, entry->trust};
    uint32_t words[ENCODE_LONG_MAX];
    uint32_t word, otherwise;
    size_t count;

    options.is_explicit = options.is_explicit || entry->condition != CONDITION_ALWAYS;
    word = encode_rule(&entry->rule, &options, long_rules);
    if (entry->condition == CONDITION_ALWAYS)
        return word;
    otherwise = encode_rule(&entry->otherwise, &options, long_rules);
    count = encode_flag_choice(entry->condition, word, otherwise, words);
    return encode_put_long(long_rules, options.words_count, words, count);
}

void encode_rules(const struct rule_set *rule_set, struct buffer *rules, struct buffer *long_rules)
{
    for (size_t i = 0; i < rule_set->count; i++) {
        const struct rule_set_rule *entry = &rule_set->rule[i];
        uint32_t half = 0;
        if (entry->is_run) {
            encode_halfword(&entry->rule, &half);
            buffer_u16(rules, entry->is_explicit ? rule_explicit(half) : half);
            continue;
        }
        buffer_align(rules, 4);
        buffer_u32(rules, encode_entry(rule_set, entry, long_rules));
    }
    buffer_align(rules, 4);
}
