/* SPDX-License-Identifier: MIT */
#include "quick.h"

#include "bytes.h"
#include "find.h"
#include "format.h"
#include "rule.h"

/* Below the cfa a run has so much. */
#define RUN_BYTES_MAX (4 * (1 + 8))

static __attribute__((noinline)) uint32_t wide_word(const struct bobbin_table *table,
                                                    const uint8_t *at)
{
    return quick_word(table, table_wide(at) - 1);
}

/* What a cursor knows of the rule that AT says; NULL: no sense. */
static inline __attribute__((always_inline)) uint32_t word_at(const struct bobbin_table *table,
                                                              const uint8_t *at)
{
    uint32_t number;

    if (!at)
        return QUICK_UNKNOWN;
    number = *at - 1u;
    if (number < table->quick_runs)
        return bytes_half(table->shorts + 2 * number);
    return number < FORMAT_NUMBER_WIDE - 1 ? quick_word(table, number) : wide_word(table, at);
}

/* As the table says of a call that is not quickly found: in another range than the first, or without numbers. */
static __attribute__((noinline)) uint32_t look_farther(const struct bobbin_table *table,
                                                       uint32_t return_address)
{
    uint32_t address = return_address - 2 - table->load_bias;
    struct bobbin_range spare;
    const struct bobbin_range *range = table_range_at(table, address, &spare);

    if (!range)
        return QUICK_UNKNOWN;
    if (!table_has_numbers(range))
        return QUICK_OTHER;
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

/* The number of the place of the cache for RETURN_ADDRESS; the other one is next to it. */
static inline __attribute__((always_inline)) uint32_t place_of(const struct bobbin_env *env,
                                                               uint32_t return_address)
{
    return return_address >> 1 & env->cache_mask;
}

/* The same where the first place of the cache has another one: the second, or the table, and then the cache knows it. */
static __attribute__((noinline)) uint32_t find_new(const struct bobbin_env *env,
                                                   uint32_t return_address)
{
    uint32_t place = place_of(env, return_address);
    struct bobbin_kept *first = env->cache + place;
    struct bobbin_kept *second = env->cache + (place ^ 1);
    uint32_t word = second->word;

    if (word && (second->key ^ word) == return_address)
        return word;
    word = look_up(env->tables, return_address);
    if (!word)
        return word;
    if (first->word) {
        second->word = first->word;
        second->key = first->key;
    }
    first->word = word;
    first->key = return_address ^ word;
    return word;
}

/*
 * Whether the first place of the cache, if there is one, has RETURN_ADDRESS, in *WORD, which is not 0. Two words that do not belong
 * together have another key, and only an empty place has 0.
 */
static inline __attribute__((always_inline)) bool is_kept(const struct bobbin_env *env,
                                                          uint32_t return_address, uint32_t *word)
{
    const struct bobbin_kept *kept;

    if (!env->cache)
        return false;
    kept = env->cache + place_of(env, return_address);
    *word = kept->word;
    return (kept->key ^ *word) == return_address && return_address;
}

/* What is known of it otherwise. */
static inline __attribute__((always_inline)) uint32_t find_unkept(const struct bobbin_env *env,
                                                                  uint32_t return_address)
{
    return env->cache ? find_new(env, return_address) : look_up(env->tables, return_address);
}

static inline __attribute__((always_inline)) uint32_t find(const struct bobbin_env *env,
                                                           uint32_t return_address)
{
    uint32_t word;

    return is_kept(env, return_address, &word) ? word : find_unkept(env, return_address);
}

uint32_t quick_find(const struct bobbin_env *env, uint32_t return_address)
{
    return env->tables_count ? find(env, return_address) : QUICK_UNKNOWN;
}

/* Copied as one: the compiler takes several words at a time. */
#define WORDS(count)                                                                               \
    struct words_##count {                                                                         \
        uint32_t word[count];                                                                      \
    } __attribute__((may_alias))
WORDS(1);
WORDS(2);
WORDS(3);
WORDS(4);
WORDS(5);
WORDS(6);
WORDS(7);
WORDS(8);
#define COPY_WORDS(count)                                                                          \
    case count:                                                                                    \
        *(struct words_##count *)to = *(const struct words_##count *)from;                         \
        return true

/* COUNT words, up to 8; false when they are more. */
static inline __attribute__((always_inline)) bool copy(void *to, const void *from, uint32_t count)
{
    switch (count & FORMAT_HALF_COUNT_MAX) {
    case 0:
        return true;
        COPY_WORDS(1);
        COPY_WORDS(2);
        COPY_WORDS(3);
        COPY_WORDS(4);
        COPY_WORDS(5);
        COPY_WORDS(6);
        COPY_WORDS(7);
        COPY_WORDS(8);
    default:
        return false;
    }
}

static __attribute__((noinline)) void copy_words(void *to, const void *from, uint32_t count)
{
    copy(to, from, count);
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

/* How many registers the mask of WORD has, which is no run or split. */
static __attribute__((noinline)) uint32_t count_any(uint32_t word)
{
    uint32_t count = 0;

    for (word &= FORMAT_RULE_MASK; word; word &= word - 1)
        count++;
    return count;
}

/* The registers of MASK, bit 0 for r4, the highest first, from slots that end at END; returns where the last one is. */
static const uint8_t *restore_mask(struct bobbin_cursor *cursor, uint32_t mask, const uint8_t *end)
{
    uint32_t *lowest = &cursor->r[4];

    while (mask) {
        uint32_t i = 31 - (uint32_t)__builtin_clz(mask);
        end -= 4;
        lowest[i] = bytes_word(end);
        mask &= ~(1u << i);
    }
    return end;
}

/* The same of WORD. */
static __attribute__((noinline)) void restore_any(struct bobbin_cursor *cursor, uint32_t word,
                                                  const uint8_t *end)
{
    uint32_t mask = word & FORMAT_RULE_MASK;

    if (word & FORMAT_RULE_SPLIT) {
        end = restore_mask(cursor, mask & 15, end);
        mask &= ~15u;
    }
    restore_mask(cursor, mask, end);
}

/* So many doubles from d8 on, up to 8, from slots that end at END. */
static inline void restore_doubles(struct bobbin_cursor *cursor, uint32_t count, const uint8_t *end)
{
    uint32_t words = 2 * count;

    if (words > 8) {
        copy_words(&cursor->d[4], end - 4 * (words - 8), words - 8);
        end -= 4 * (words - 8);
        words = 8;
    }
    copy_words(cursor->d, end - 4 * words, words);
    cursor->valid |= ((1u << count) - 1) * BOBBIN_VALID_D(8);
}

bool quick_step_any(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t word,
                    uint32_t cfa_offset)
{
    const struct bobbin_window *stack = &env->window[BOBBIN_SPACE_STACK];
    uint32_t number =
        bytes_field(word, FORMAT_RULE_REGISTER_SHIFT, FORMAT_RULE_REGISTER_BITS) ^ BOBBIN_SP;
    uint32_t cfa = cursor->r[number] + cfa_offset;
    uint32_t offset = cfa - stack->start;
    uint32_t size = cfa - cursor->r[BOBBIN_SP];
    uint32_t doubles = bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS);
    uint32_t above = bytes_field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS) +
                     bytes_field(word, FORMAT_RULE_RA_SHIFT, 1);
    uint32_t mask = word & FORMAT_RULE_MASK;
    bool is_run = !(mask & (mask + 1)) && !(word & FORMAT_RULE_SPLIT);
    uint32_t count = is_run ? (uint32_t)__builtin_ctz(mask + 1) : count_any(word);
    uint32_t gap = bytes_field(word, FORMAT_RULE_GAP_SHIFT, 1);
    uint32_t return_address = cursor->r[BOBBIN_LR];
    const uint8_t *slot;
    uint32_t next;

    /* Below sp is nobody's: nothing is changed, and the other way says so. */
    if (!(cursor->valid >> number & 1) || (cfa & 3) || offset > stack->size_bytes ||
        size > offset || 4 * (above + count + gap) + 8 * doubles > size || !env->tables_count)
        return false;
    slot = (const uint8_t *)stack->bytes + offset - 4 * above;
    if (word & FORMAT_RULE_RA)
        return_address = bytes_word(slot);
    next = find(env, return_address);
    if (!next)
        return false;
    if (is_run)
        copy_words(&cursor->r[4], slot - 4 * count, count);
    else
        restore_any(cursor, word, slot);
    if (doubles)
        restore_doubles(cursor, doubles, slot - 4 * (count + gap));
    go_on(cursor, cfa, return_address, next);
    return true;
}

/* What is no run of registers, or no memory in a window. */
static __attribute__((noinline)) bool step_rarely(struct bobbin_cursor *cursor,
                                                  const struct bobbin_env *env)
{
    uint32_t word = cursor->word;
    uint32_t words = bytes_field(word, FORMAT_RULE_CFA_SHIFT, FORMAT_RULE_CFA_BITS);

    if (quick_is_word(word)) {
        if (quick_step_any(cursor, env, word, 4 * words))
            return true;
    } else if (!word && cursor->kind == BOBBIN_KIND_EXACT && cursor->stop == BOBBIN_STOP_NONE &&
               quick_step_interrupted(cursor, env)) {
        return true;
    }
    return step_slowly(cursor, env);
}

/* RUN is known. */
static inline __attribute__((always_inline)) bool
step_run(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t run)
{
    const struct bobbin_window *stack = &env->window[BOBBIN_SPACE_STACK];
    uint32_t count = run & FORMAT_HALF_COUNT_MAX;
    uint32_t sp = cursor->r[BOBBIN_SP] + 4 * (run >> QUICK_COUNT_BITS);
    uint32_t offset = sp - stack->start;
    uint32_t return_address, next;
    const uint8_t *slot;

    if (offset > stack->size_bytes || offset < RUN_BYTES_MAX)
        return step_slowly(cursor, env);
    slot = (const uint8_t *)stack->bytes + offset - 4;
    return_address = bytes_word(slot);
    if (!is_kept(env, return_address, &next)) {
        next = find_unkept(env, return_address);
        if (!next)
            return step_slowly(cursor, env);
    }
    if (!copy(&cursor->r[4], slot - 4 * count, count))
        return step_slowly(cursor, env);
    go_on(cursor, sp, return_address, next);
    return true;
}

bool bobbin_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    uint32_t run = cursor->word;

    return quick_is_run(run) ? step_run(cursor, env, run) : step_rarely(cursor, env);
}
