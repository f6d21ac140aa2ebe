/* SPDX-License-Identifier: MIT */
/* Between the rules of a table and what a cursor knows of them. */
#include "quick.h"

#define WORDS_MAX ((1u << 22) - 1)

/* What is more than a return address and registers right below a cfa from sp. */
#define BEHIND_CFA (~0u << FORMAT_RULE_REGISTER_SHIFT)

/* The run that WORD, without more, is with its cfa so many words above sp; 0: it is none. */
static __attribute__((noinline)) uint32_t run_of(uint32_t word, uint32_t cfa_words)
{
    uint32_t mask = word & FORMAT_RULE_MASK;
    uint32_t count = (uint32_t)__builtin_ctz(mask + 1);

    if (!(word & FORMAT_RULE_RA) || (mask & (mask + 1)) || count >= cfa_words ||
        cfa_words > WORDS_MAX)
        return 0;
    return cfa_words << QUICK_COUNT_BITS | count;
}

/* The run that the long rule from AT to END is, as most of those are that are too large for a compact one; ROOT; 0: neither. */
static uint32_t run_of_long(const uint8_t *at, const uint8_t *end)
{
    uint32_t cfa_offset = 0, shift = 0;
    uint32_t byte, word;

    if (at && *at == BOBBIN_FORM_ROOT)
        return QUICK_ROOT;
    if (!at || *at != FORMAT_FORM_WORD || end - at < 5 + 1)
        return 0;
    word = bytes_u32(at + 1);
    at += 5;
    do
        byte = *at++;
    while (bytes_sleb128_goes_on(byte, &cfa_offset, &shift) && at < end);
    if ((byte & 0x80) || (cfa_offset & 3) || (word & BEHIND_CFA))
        return 0;
    return run_of(word, cfa_offset / 4);
}

bool quick_fits(uint32_t word, uint32_t size_bytes)
{
    uint32_t mask = word & FORMAT_RULE_MASK;
    uint32_t words = bytes_field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS) +
                     bytes_field(word, FORMAT_RULE_GAP_SHIFT, 1) +
                     bytes_field(word, FORMAT_RULE_RA_SHIFT, 1) +
                     2 * bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS);

    if (4 * (words + 8) <= size_bytes) /* as most do, with all there are */
        return true;
    for (; mask; mask &= mask - 1)
        words++;
    return 4 * words <= size_bytes;
}

/* Whether a compact WORD needs no check when a step is made by it but for a cfa that is not sp's. */
static bool is_good(uint32_t word)
{
    return (word & FORMAT_RULE_RA) && rule_word_is_right(word) &&
           (rule_register(word) != BOBBIN_SP ||
            quick_fits(word, 4 * bytes_field(word, FORMAT_RULE_CFA_SHIFT, FORMAT_RULE_CFA_BITS)));
}

uint32_t quick_word(const struct bobbin_table *table, uint32_t number)
{
    uint32_t run = 0;
    uint32_t word;

    if (number >= table->quick_rules)
        return QUICK_OTHER;
    word = rule_word(table, number);
    if (word & FORMAT_RULE_LONG) {
        const uint8_t *end;
        const uint8_t *at = rule_long(table, word, &end);
        run = run_of_long(at, end);
    } else if (!(word & BEHIND_CFA)) {
        run = run_of(word, word >> FORMAT_RULE_CFA_SHIFT);
    }
    if (run)
        return run;
    if (word & FORMAT_RULE_LONG)
        return QUICK_RULE | number << QUICK_NUMBER_SHIFT;
    if (!word)
        return QUICK_LEAF;
    return is_good(word) ? QUICK_RULE | word : QUICK_OTHER;
}

uint32_t quick_body(uint32_t known, int32_t *cfa_offset)
{
    uint32_t words = bytes_field(known, FORMAT_RULE_CFA_SHIFT, FORMAT_RULE_CFA_BITS);
    uint32_t word = known & ~QUICK_RULE;

    if (quick_is_run(known)) {
        words = known >> QUICK_COUNT_BITS;
        word = FORMAT_RULE_RA | (((1u << (known & FORMAT_HALF_COUNT_MAX)) - 1) & FORMAT_RULE_MASK);
    }
    *cfa_offset = (int32_t)(4 * words);
    return word;
}

void quick_open(struct rule *rule, const struct bobbin_table *table, uint32_t known)
{
    if (quick_is_body(known)) {
        int32_t cfa_offset;
        rule_open_word(rule, quick_body(known, &cfa_offset));
        rule->cfa_offset = cfa_offset;
    } else {
        rule_open(rule, table, ((known & ~QUICK_RULE) >> QUICK_NUMBER_SHIFT) + 1, 0);
    }
}
