/* SPDX-License-Identifier: MIT */
#include "quick.h"

#include "bytes.h"
#include "find.h"
#include "format.h"
#include "rule.h"

/* No halfword of a run has fewer bits: it has words to the cfa. */
#define HALF_LEAST (1u << FORMAT_HALF_COUNT_BITS)

/* Below the cfa a halfword has so much in slots, another compact word so much. */
#define HALF_BYTES_MAX  (4 * (1 + 8))
#define SLOTS_BYTES_MAX (4 * (7 + 1 + 8 + 1) + 8 * 15)

/* What a cursor knows of the rule that AT says, which is no halfword that is proved. */
static __attribute__((noinline)) uint32_t rare_word(const struct bobbin_table *table,
                                                    const uint8_t *at)
{
    uint32_t number = table_wide(at) - 1;
    uint32_t word = number < table->quick_rules ? rule_word(table, number) : 0;

    if (word & FORMAT_RULE_LONG)
        return word;
    return (word & FORMAT_RULE_RA) && word >> FORMAT_HALF_BITS && rule_word_is_right(word)
               ? word
               : QUICK_OTHER;
}

/* What a cursor knows of the rule that AT says; NULL: no sense. */
static inline __attribute__((always_inline)) uint32_t word_at(const struct bobbin_table *table,
                                                              const uint8_t *at)
{
    uint32_t number;

    if (!at)
        return QUICK_UNKNOWN;
    number = *at - 1u;
    if (number >= table->quick_shorts)
        return rare_word(table, at);
    return bytes_half(table->shorts + 2 * number);
}

/* As the table says of a call in another range than the first. */
static __attribute__((noinline)) uint32_t look_farther(const struct bobbin_table *table,
                                                       uint32_t return_address)
{
    uint32_t address = return_address - 2 - table->load_bias;
    struct bobbin_range spare;
    const struct bobbin_range *range = table_range_at(table, address, &spare);

    if (!range || !table_has_numbers(range))
        return QUICK_UNKNOWN;
    return word_at(table, table_number_at(range, (address - range->start) >> range->unit_shift));
}

/* As the table says. */
static __attribute__((noinline)) uint32_t look_up(const struct bobbin_table *table,
                                                  uint32_t return_address)
{
    uint32_t offset = return_address - table->quick_start;

    if ((return_address & 3) == 2)
        return QUICK_UNKNOWN;
    if (offset >= table->quick_size_bytes)
        return look_farther(table, return_address);
    return word_at(table, table_number(&table->first, offset >> table->first.unit_shift));
}

/* The two places of the cache for RETURN_ADDRESS. */
static inline __attribute__((always_inline)) struct bobbin_kept *
places_of(const struct bobbin_env *env, uint32_t return_address)
{
    return env->cache + (return_address & env->cache_mask & ~1u);
}

/* The same where the first place of the cache has another one: the second, or the table, and then the cache knows it. */
static __attribute__((noinline)) uint32_t find_new(const struct bobbin_env *env,
                                                   uint32_t return_address)
{
    struct bobbin_kept *first = places_of(env, return_address);
    struct bobbin_kept *second = first + 1;
    uint32_t word = second->word;

    if ((second->key ^ word) == return_address)
        return word;
    word = look_up(env->tables, return_address);
    second->word = first->word;
    second->key = first->key;
    first->word = word;
    first->key = return_address ^ word;
    return word;
}

/* Two words of the cache that do not belong together have another key. */
static inline __attribute__((always_inline)) uint32_t find(const struct bobbin_env *env,
                                                           uint32_t return_address)
{
    const struct bobbin_kept *kept;

    if (!env->cache)
        return look_up(env->tables, return_address);
    kept = places_of(env, return_address);
    if ((kept->key ^ kept->word) == return_address)
        return kept->word;
    return find_new(env, return_address);
}

uint32_t quick_find(const struct bobbin_env *env, uint32_t return_address)
{
    return env->tables_count ? find(env, return_address) : QUICK_UNKNOWN;
}

/* The registers of MASK, bit 0 for r4, from the slots below AT, the highest first; returns where the last one was. */
static const uint8_t *restore_any(struct bobbin_cursor *cursor, uint32_t mask, const uint8_t *at)
{
    uint32_t *highest = &cursor->r[11];

    mask <<= 24;
    while (mask) {
        uint32_t i = (uint32_t)__builtin_clz(mask);
        at -= 4;
        highest[-(int32_t)i] = bytes_word(at);
        mask &= ~(0x80000000u >> i);
    }
    return at;
}

/* The same of COUNT registers from r4 on, up to 8; false when they are more. */
static inline __attribute__((always_inline)) bool
restore_run(struct bobbin_cursor *cursor, uint32_t count, const bytes_any_word *slot)
{
    slot -= count;
    switch (count & FORMAT_HALF_COUNT_MAX) {
    case 8:
        cursor->r[11] = slot[7]; /* fallthrough */
    case 7:
        cursor->r[10] = slot[6]; /* fallthrough */
    case 6:
        cursor->r[9] = slot[5]; /* fallthrough */
    case 5:
        cursor->r[8] = slot[4]; /* fallthrough */
    case 4:
        cursor->r[7] = slot[3]; /* fallthrough */
    case 3:
        cursor->r[6] = slot[2]; /* fallthrough */
    case 2:
        cursor->r[5] = slot[1]; /* fallthrough */
    case 1:
        cursor->r[4] = slot[0]; /* fallthrough */
    case 0:
        return true;
    default:
        return false;
    }
}

/* The same of all in MASK, which are mostly such. */
static const uint8_t *restore_words(struct bobbin_cursor *cursor, uint32_t mask, const uint8_t *at)
{
    uint32_t count;

    if (mask & (mask + 1))
        return restore_any(cursor, mask, at);
    count = (uint32_t)__builtin_ctz(mask + 1);
    restore_run(cursor, count, (const bytes_any_word *)(const void *)at);
    return at - 4 * count;
}

static inline __attribute__((always_inline)) void go_on(struct bobbin_cursor *cursor, uint32_t sp,
                                                        uint32_t return_address, uint32_t next)
{
    quick_go_to(cursor, sp, return_address);
    cursor->word = next;
    cursor->trust = BOBBIN_TRUST_TABLE;
    cursor->stop = BOBBIN_STOP_NONE;
    cursor->register_steps = 0;
}

/* The same as restore_any for a WORD with more than registers in its slots. */
static const uint8_t *restore_rare(struct bobbin_cursor *cursor, uint32_t word, const uint8_t *at)
{
    uint32_t mask = word & FORMAT_RULE_MASK;
    uint32_t number = word >> FORMAT_RULE_VFP_SHIFT & 15;

    if (word & FORMAT_RULE_SPLIT) {
        at = restore_any(cursor, mask & 15, at);
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

bool quick_step_any(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t word,
                    uint32_t number, uint32_t cfa_offset)
{
    const struct bobbin_window *stack = &env->window[BOBBIN_SPACE_STACK];
    uint32_t base = cursor->r[number];
    uint32_t cfa = base + cfa_offset;
    uint32_t offset = cfa - stack->start;
    uint32_t size = cfa - cursor->r[BOBBIN_SP];
    uint32_t return_address = cursor->r[BOBBIN_LR];
    const uint8_t *at, *slot;
    uint32_t next;

    if (!(cursor->valid >> number & 1) || (cfa & 3) || offset > stack->size_bytes ||
        offset < SLOTS_BYTES_MAX || size > offset)
        return false;
    at = (const uint8_t *)stack->bytes + offset;
    slot = at - 4 * (word >> FORMAT_RULE_HOME_SHIFT & 7);
    if (word & FORMAT_RULE_RA) {
        slot -= 4;
        if (slot < at - size) /* below sp: the trace ends here, and nothing is changed */
            return false;
        return_address = bytes_word(slot);
    }
    next = quick_find(env, return_address);
    if (!next)
        return false;
    if (restore_rare(cursor, word, slot) < at - size) {
        cursor->r[number] = base;
        return false;
    }
    go_on(cursor, cfa, return_address, next);
    return true;
}

/* By CURSOR->word, of any compact rule. */
static bool step_word(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    uint32_t word = cursor->word;
    uint32_t number, words;

    if (word & FORMAT_RULE_LONG)
        return false;
    word = rule_of_any(word);
    number = (word >> FORMAT_RULE_REGISTER_SHIFT & 15) ^ BOBBIN_SP;
    words = word >> FORMAT_RULE_CFA_SHIFT & ((1u << FORMAT_RULE_CFA_BITS) - 1);
    return (word & FORMAT_RULE_RA) && quick_step_any(cursor, env, word, number, 4 * words);
}

/* What is no run of registers, or no memory in a window. */
static __attribute__((noinline)) bool step_rarely(struct bobbin_cursor *cursor,
                                                  const struct bobbin_env *env)
{
    if (cursor->word > QUICK_OTHER) {
        if (step_word(cursor, env))
            return true;
    } else if (cursor->kind == BOBBIN_KIND_EXACT && cursor->stop == BOBBIN_STOP_NONE &&
               quick_step_interrupted(cursor, env)) {
        return true;
    }
    return step_slowly(cursor, env);
}

bool bobbin_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const struct bobbin_window *stack = &env->window[BOBBIN_SPACE_STACK];
    uint32_t half = cursor->word;
    uint32_t words = half >> FORMAT_HALF_COUNT_BITS;
    uint32_t count = half & FORMAT_HALF_COUNT_MAX;
    uint32_t sp = cursor->r[BOBBIN_SP] + 4 * words;
    uint32_t offset = sp - stack->start;
    uint32_t return_address, next;
    const bytes_any_word *slot;

    if (half - HALF_LEAST >= FORMAT_HALF_LR - HALF_LEAST || offset > stack->size_bytes ||
        offset < HALF_BYTES_MAX || count >= words) /* below sp */
        return step_rarely(cursor, env);
    slot = (const bytes_any_word *)(const void *)((const uint8_t *)stack->bytes + offset) - 1;
    return_address = *slot;
    next = find(env, return_address);
    if (!next || !restore_run(cursor, count, slot))
        return step_rarely(cursor, env);
    go_on(cursor, sp, return_address, next);
    return true;
}
