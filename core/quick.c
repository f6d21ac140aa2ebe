/* SPDX-License-Identifier: MIT */
#include "quick.h"

#include "bytes.h"
#include "find.h"
#include "format.h"
#include "rule.h"

/* Below the cfa a run has so much; and any word: what is below its home, all registers, the gap, all doubles. */
#define RUN_BYTES_MAX  (4 * (1 + 8))
#define WORD_BYTES_MAX (4 * ((1 << FORMAT_RULE_HOME_BITS) - 1 + 1 + 8 + 1) + 8 * 8)

__attribute__((noinline)) uint32_t quick_known(const struct bobbin_table *table, uint32_t offset,
                                               const uint8_t *behind, uint8_t *how)
{
    uint32_t number = table_number(&table->first, offset, behind, how);

    return number - 1 < table->quick_rules ? rule_known(table, number) : KNOWN_LATER;
}

/* As the tables say. */
static __attribute__((noinline)) uint32_t look_up(const struct bobbin_env *env,
                                                  uint32_t return_address)
{
    const struct bobbin_table *table = env->tables;
    uint32_t start = table->quick_start, size_bytes = table->quick_size_bytes;
    uint32_t offset, number, runs;
    const uint8_t *behind, *shorts;

    FIND_PAIR(start, size_bytes);
    offset = return_address - start;
    if ((return_address & 3) == 2)
        return KNOWN_OUTSIDE;
    if (offset >= size_bytes)
        return table_aside(env, return_address);
    behind = table_entry(&table->first, offset);
    if (!behind)
        return KNOWN_LATER;
    number = behind[-1] - 1u;
    shorts = table->shorts;
    runs = table->quick_runs;
    FIND_PAIR(shorts, runs);
    return number < runs ? bytes_half(shorts + 2 * number) : quick_known(table, offset, behind, 0);
}

/*
 * The same where the first PLACE of the cache has another one: by the second, or the table, to be kept in one that is
 * free, or in the first.
 */
static __attribute__((noinline)) uint32_t find_again(const struct bobbin_env *env,
                                                     uint32_t return_address, uint32_t place)
{
    struct bobbin_kept *first = env->cache + place;
    struct bobbin_kept *second =
        env->cache + (place ^ ((return_address >> 7 | 1) & env->cache_mask));
    uint32_t word = second->word;

    if (word && second->key == return_address)
        return word;
    if (first->word && !word)
        first = second;
    word = look_up(env, return_address);
    if (word != KNOWN_OUTSIDE)
        *first = (struct bobbin_kept){return_address, word};
    return word;
}

/*
 * What is known of RETURN_ADDRESS, which its first place in the cache mostly has. An empty place has 0, of which
 * nothing is known.
 */
static inline __attribute__((always_inline)) uint32_t find(const struct bobbin_env *env,
                                                           uint32_t return_address)
{
    const struct bobbin_kept *kept = env->cache;
    uint32_t mask = env->cache_mask;
    uint32_t word;

    FIND_PAIR(kept, mask);
    if (!kept)
        return look_up(env, return_address);
    mask &= return_address >> 1; /* is the place now */
    kept += mask;
    FIND_HIDE(kept); /* which makes it load both at once, too */
    word = kept->word;
    return kept->key == return_address ? word : find_again(env, return_address, mask);
}

uint32_t quick_find(const struct bobbin_env *env, uint32_t return_address)
{
    return env->tables_count ? find(env, return_address) : KNOWN_OUTSIDE;
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
    switch (count & FORMAT_RUN_COUNT_MAX) {
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

static inline __attribute__((always_inline)) void go_on(struct bobbin_cursor *cursor, uint32_t sp,
                                                        uint32_t return_address, uint32_t next)
{
    quick_go_to(cursor, sp, return_address);
    cursor->trust = BOBBIN_TRUST_TABLE;
    cursor->stop = BOBBIN_STOP_NONE;
    cursor->register_steps = 0;
    cursor->word = next;
}

static __attribute__((noinline)) void copy_words(void *to, const void *from, uint32_t count)
{
    copy(to, from, count);
}

/*
 * The registers of WORD, the first slot first, from slots that end at END; returns where the last one is.
 */
static __attribute__((noinline)) const uint8_t *restore_any(struct bobbin_cursor *cursor,
                                                            uint32_t word, const uint8_t *end)
{
    uint32_t half = word & FORMAT_RULE_SPLIT ? 4 : 0;
    uint32_t mask = word & FORMAT_RULE_MASK;

    while (mask) {
        uint32_t i = 31 - (uint32_t)__builtin_clz(mask);
        end -= 4;
        cursor->r[4 + (i ^ half)] = bytes_word(end);
        mask &= ~(1u << i);
    }
    return end;
}

/* COUNT doubles, from d8 on, from slots that end at END. */
static inline __attribute__((always_inline)) void
restore_doubles(struct bobbin_cursor *cursor, uint32_t count, const uint8_t *end)
{
    struct words_2 *to = (struct words_2 *)cursor->d + count;
    const struct words_2 *from = (const struct words_2 *)(const void *)end;

    cursor->valid |= ((1u << count) - 1) * BOBBIN_VALID_D(8);
    for (; count; count--)
        *--to = *--from;
}

/* Whether all slots of WORD are in the SIZE_BYTES below its cfa: as they would be, mostly, if all registers had one. */
static inline bool fits(uint32_t word, uint32_t size_bytes)
{
    uint32_t doubles = bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS);

    return 4 * ((1 << FORMAT_RULE_HOME_BITS) + 1 + 8 + 1 + 2 * doubles) <= size_bytes ||
           rule_slots_bytes(word) <= size_bytes;
}

/* By WORD with its CFA, a multiple of 4 at or above sp, between which and sp all slots are. */
static __attribute__((noinline)) bool
step_word(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t word, uint32_t cfa)
{
    const struct bobbin_window *stack = &env->window[BOBBIN_SPACE_STACK];
    uint32_t offset = cfa - stack->start;
    uint32_t mask = word & FORMAT_RULE_MASK;
    uint32_t return_address = cursor->r[BOBBIN_LR];
    uint32_t doubles = bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS);
    const uint8_t *slot;
    uint32_t next;

    if (offset > stack->size_bytes || offset < WORD_BYTES_MAX || doubles > 8)
        return false;
    slot = (const uint8_t *)stack->bytes + offset;
    slot -= 4 * (bytes_field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS) +
                 bytes_field(word, FORMAT_RULE_RA_SHIFT, 1));
    if (word & FORMAT_RULE_RA)
        return_address = bytes_word(slot);
    next = quick_find(env, return_address);
    if (next == KNOWN_OUTSIDE)
        return false;
    if ((mask & (mask + 1)) || (word & FORMAT_RULE_SPLIT)) {
        slot = restore_any(cursor, word, slot);
    } else {
        uint32_t count = (uint32_t)__builtin_ctz(mask + 1);
        slot -= 4 * count;
        copy_words(&cursor->r[4], slot, count);
    }
    if (doubles)
        restore_doubles(cursor, doubles, slot - 4 * bytes_field(word, FORMAT_RULE_GAP_SHIFT, 1));
    go_on(cursor, cfa, return_address, next);
    return true;
}

bool quick_step_word(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t word,
                     uint32_t cfa_offset)
{
    uint32_t number = rule_register(word);
    uint32_t cfa = cursor->r[number] + cfa_offset;
    uint32_t size_bytes = cfa - cursor->r[BOBBIN_SP];

    /* What is below sp is nobody's. */
    if (!(cursor->valid >> number & 1) || (cfa & 3) || cfa < cursor->r[BOBBIN_SP] ||
        !fits(word, size_bytes) || (!size_bytes && (word & FORMAT_RULE_RA)))
        return false;
    return step_word(cursor, env, word, cfa);
}

/* By WORD, what is known, which is no run. */
static __attribute__((noinline)) bool step_rule(struct bobbin_cursor *cursor,
                                                const struct bobbin_env *env, uint32_t word)
{
    uint32_t bytes = 4 * bytes_field(word, FORMAT_RULE_CFA_SHIFT, FORMAT_RULE_CFA_BITS);
    uint32_t number = rule_register(word);

    if ((word & FORMAT_RULE_RA) && number != BOBBIN_PC &&
        (number == BOBBIN_SP && bytes ? step_word(cursor, env, word, cursor->r[BOBBIN_SP] + bytes)
                                      : quick_step_word(cursor, env, word, bytes)))
        return true;
    return step_slowly(cursor, env);
}

/* RUN is known. */
static inline __attribute__((always_inline)) bool
step_run(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t run)
{
    const struct bobbin_window *stack = &env->window[BOBBIN_SPACE_STACK];
    uint32_t count = run & FORMAT_RUN_COUNT_MAX;
    uint32_t *to = &cursor->r[4];
    const uint8_t *slot = stack->bytes;
    uint32_t offset = stack->start;
    uint32_t sp = cursor->r[BOBBIN_SP] + known_run_bytes(run);
    uint32_t return_address, next;

    FIND_PAIR(slot, offset);
    offset = sp - offset;
    if (offset > stack->size_bytes || offset < RUN_BYTES_MAX)
        return step_slowly(cursor, env);
    slot += offset - 4;
    return_address = bytes_word(slot);
    next = find(env, return_address);
    if (next == KNOWN_OUTSIDE)
        return step_slowly(cursor, env);
    FIND_HIDE(to); /* else each length has it computed */
    if (!copy(to, slot - 4 * count, count))
        return step_slowly(cursor, env);
    go_on(cursor, sp, return_address, next);
    return true;
}

bool bobbin_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    uint32_t word = cursor->word;

    if (!known_is_run(word)) {
        if (word & KNOWN_RULE)
            return step_rule(cursor, env, word);
        word = quick_step_interrupted(cursor, env);
        if (word <= 1)
            return word ? true : step_slowly(cursor, env);
    }
    return step_run(cursor, env, word);
}
