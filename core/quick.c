/* SPDX-License-Identifier: MIT */
#include "quick.h"

#include "bytes.h"
#include "find.h"
#include "format.h"
#include "rule.h"

/* Below the cfa that is all a compact rule has in slots. */
#define SLOTS_BYTES_MAX (4 * (7 + 1 + 8 + 1) + 8 * 15)

static bool is_quick(uint32_t word)
{
    return (word & (FORMAT_RULE_LONG | FORMAT_RULE_RA)) == FORMAT_RULE_RA;
}

static uint32_t look_up(const struct bobbin_env *env, uint32_t return_address, uint32_t *kept)
{
    const struct bobbin_table *table = env->tables;
    uint32_t offset = (return_address & ~1u) - table->quick_start - 1;
    struct table_entry entry;
    uint32_t word;

    if (offset >= table->quick_size_bytes || (return_address & 3) == 2 ||
        !table_entry(&table->first, offset, &entry) || entry.rule - 1 >= table->quick_rules)
        return 0;
    word = rule_word(table, entry.rule - 1);
    if (!is_quick(word))
        return 0;
    if (kept && entry.rule <= env->cache_mask)
        *kept = return_address ^ entry.rule << 1;
    return word;
}

/*
 * An entry of the cache is one word, so that it is never half of one and half of another: the return address, exclusive or
 * twice the number of the rule, which is not longer than the index.
 */
uint32_t quick_find(const struct bobbin_env *env, uint32_t return_address)
{
    uint32_t *kept = env->cache;
    uint32_t number;

    if (kept) {
        kept += return_address >> 1 & env->cache_mask;
        number = *kept ^ return_address;
        number = (number >> 1 | number << 31) - 1;
        if (number < env->cache_mask)
            return rule_word(env->tables, number);
    }
    return look_up(env, return_address, kept);
}

/* The registers of MASK, bit 0 for r4, from the slots below AT, the highest first; returns where the last one was. */
static const uint8_t *restore_words(struct bobbin_cursor *cursor, uint32_t mask, const uint8_t *at)
{
    uint32_t *highest = &cursor->r[11];

    mask <<= 24;
    if (mask)
        do {
            uint32_t i = (uint32_t)__builtin_clz(mask);
            at -= 4;
            highest[-(int32_t)i] = bytes_word(at);
            mask &= ~(0x80000000u >> i);
        } while (mask);
    return at;
}

/* The same for a WORD with more than registers in its slots. */
static const uint8_t *restore_rare(struct bobbin_cursor *cursor, uint32_t word, const uint8_t *at)
{
    uint32_t mask = word & FORMAT_RULE_MASK;
    uint32_t number = word >> FORMAT_RULE_VFP_SHIFT & 15;

    if (word & FORMAT_RULE_SPLIT) {
        at = restore_words(cursor, mask & 15, at);
        mask &= ~15u;
    }
    at = restore_words(cursor, mask, at);
    if (word & FORMAT_RULE_GAP)
        at -= 4;
    while (number-- > 0) {
        at -= 8;
        cursor->d[number & 7] = (uint64_t)bytes_word(at + 4) << 32 | bytes_word(at);
        cursor->valid |= BOBBIN_VALID_D(8) << (number & 7);
    }
    return at;
}

/* Bytes from sp to the cfa by any compact WORD; more than there can be where that is not known. */
static uint32_t rare_size(const struct bobbin_cursor *cursor, uint32_t word)
{
    uint32_t number = (word >> FORMAT_RULE_REGISTER_SHIFT & 15) ^ BOBBIN_SP;
    uint32_t size = 4 * (word >> FORMAT_RULE_CFA_SHIFT & ((1u << FORMAT_RULE_CFA_BITS) - 1)) +
                    cursor->r[number] - cursor->r[BOBBIN_SP];

    return word && (cursor->valid >> number & 1) && (size & 3) == 0 ? size : ~0u;
}

bool quick_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const struct bobbin_window *stack = &env->window[BOBBIN_SPACE_STACK];
    uint32_t word = cursor->word;
    uint32_t sp = cursor->r[BOBBIN_SP];
    uint32_t size = 4 * (word >> FORMAT_RULE_CFA_SHIFT);
    bool rare = (word - FORMAT_RULE_RA) >> FORMAT_RULE_REGISTER_SHIFT;
    uint32_t offset, return_address, next;
    const uint8_t *at;

    if (rare)
        size = rare_size(cursor, word);
    offset = sp - stack->start;
    if (offset > stack->size_bytes || size > stack->size_bytes - offset || offset + size < SLOTS_BYTES_MAX)
        return false;
    at = (const uint8_t *)stack->bytes + offset + size - 4;
    if (rare)
        at -= 4 * (word >> FORMAT_RULE_HOME_SHIFT & 7);
    return_address = bytes_word(at);
    next = quick_find(env, return_address);
    if (!next)
        return false;
    at = rare ? restore_rare(cursor, word, at) : restore_words(cursor, word & FORMAT_RULE_MASK, at);
    if (at < (const uint8_t *)stack->bytes + offset)
        return false;
    cursor->word = next;
    cursor->r[BOBBIN_SP] = sp + size;
    cursor->r[BOBBIN_PC] = return_address & ~1u;
    if ((cursor->cpsr >> 5 ^ return_address) & 1)
        cursor->cpsr ^= BOBBIN_CPSR_T;
    cursor->kind = BOBBIN_KIND_CALL;
    cursor->trust = BOBBIN_TRUST_TABLE;
    cursor->stop = BOBBIN_STOP_NONE;
    cursor->register_steps = 0;
    return true;
}
