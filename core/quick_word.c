/* SPDX-License-Identifier: MIT */
/* Between the rules of a table and what a cursor knows of them. */
#include "quick.h"

#define WORDS_MAX  ((1u << 22) - 1)
#define OFFSET_MAX ((1u << 30) - 1)
#define OFFSET_LOW (FORMAT_RULE_RA - 1u)

/* What is more than a return address and registers right below a cfa from sp. */
#define BEHIND_CFA (~0u << FORMAT_RULE_REGISTER_SHIFT)

/* The run that WORD, without more, is with its cfa so many words above sp; 0: it is none. */
static inline uint32_t run_of(uint32_t word, uint32_t cfa_words)
{
    uint32_t mask = word & FORMAT_RULE_MASK;
    uint32_t count = (uint32_t)__builtin_ctz(mask + 1);

    if (!(word & FORMAT_RULE_RA) || (mask & (mask + 1)) || count >= cfa_words ||
        cfa_words > WORDS_MAX)
        return 0;
    return cfa_words << QUICK_COUNT_BITS | count;
}

/* With a bit less than it has room for, and back. */
static uint32_t of_offset(uint32_t offset)
{
    return QUICK_RULE | (offset & ~OFFSET_LOW) << 1 | (offset & OFFSET_LOW);
}

static uint32_t to_offset(uint32_t known)
{
    return ((known & ~QUICK_RULE) >> 1 & ~OFFSET_LOW) | (known & OFFSET_LOW);
}

/* Most frames that are too large for a compact rule are as any other. */
static __attribute__((noinline)) uint32_t long_rule(const struct bobbin_table *table,
                                                    uint32_t offset)
{
    const struct bobbin_section *section = &table->section[FORMAT_SECTION_LONG_RULES];
    const uint8_t *at = table->bytes + section->offset + offset;
    uint32_t word;
    uint32_t run = 0;
    int32_t cfa_offset;

    if (offset >= section->size_bytes)
        return QUICK_OTHER;
    if (*at == BOBBIN_FORM_ROOT)
        return QUICK_ROOT;
    if (*at == FORMAT_FORM_WORD &&
        rule_long_word(at + 1, at + section->size_bytes - offset, &word, &cfa_offset) &&
        !(cfa_offset & 3) && !(word & BEHIND_CFA))
        run = run_of(word, (uint32_t)cfa_offset / 4);
    if (run)
        return run;
    return offset <= OFFSET_MAX ? of_offset(offset) : QUICK_OTHER;
}

uint32_t quick_word(const struct bobbin_table *table, uint32_t number)
{
    uint32_t word;

    if (number >= table->quick_rules)
        return QUICK_OTHER;
    word = rule_word(table, number);
    if (word & FORMAT_RULE_LONG)
        return long_rule(table, word & ~FORMAT_RULE_LONG);
    if (!(word & BEHIND_CFA)) {
        uint32_t run = run_of(word, word >> FORMAT_RULE_CFA_SHIFT);
        if (run)
            return run;
    }
    return (word & FORMAT_RULE_RA) && rule_word_is_right(word) ? QUICK_RULE | word : QUICK_OTHER;
}

void quick_open(struct rule *rule, const struct bobbin_table *table, uint32_t known)
{
    uint32_t registers = (1u << (known & FORMAT_HALF_COUNT_MAX)) - 1;

    if (quick_is_word(known)) {
        rule_open_word(rule, known & ~QUICK_RULE);
    } else if (known & QUICK_RULE) {
        rule_open_any(rule, table, FORMAT_RULE_LONG | to_offset(known), 0);
    } else {
        rule_open_word(rule, FORMAT_RULE_RA | (registers & FORMAT_RULE_MASK));
        rule->cfa_offset = (int32_t)(known >> QUICK_COUNT_BITS << 2);
    }
}
