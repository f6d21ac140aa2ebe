/* SPDX-License-Identifier: MIT */
/* One step of a trace: the short way that most frames take, and the one for all rules there are. */
#include "apply.h"
#include "readers.h"

/* Copied as one: the compiler takes several words at a time; an array might call memcpy. */
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
    case (count):                                                                                  \
        *(struct words_##count *)to = *(const struct words_##count *)(end - (count)-1);            \
        return true

void bobbin_begin(struct bobbin_cursor *cursor, const struct bobbin_env *env, const uint32_t r[16],
                  uint32_t cpsr)
{
    struct words_8 *to = (struct words_8 *)cursor->r;
    const struct words_8 *from = (const struct words_8 *)r;

    if (env->cache &&
        !env->cache->word) /* of the first place: else it would be that of address 0 */
        env->cache->key = 2;
    to[0] = from[0];
    to[1] = from[1];
    cursor->r[BOBBIN_PC] &= ~1u;
    cursor->cpsr = cpsr;
    cursor->valid = 0xffffu | BOBBIN_VALID_CPSR;
    *(bytes_any_word *)&cursor->kind = BOBBIN_KIND_INTERRUPTED | BOBBIN_TRUST_CONTEXT << 8;
    cursor->word = KNOWN_LATER;
    cursor->reads = 0;
    cursor->stop_value = 0;
}

/* The trace of CURSOR ends for that REASON, or goes on by another format's table. */
static bool give_up(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                    enum bobbin_stop reason)
{
    if (reason == BOBBIN_STOP_NO_RULE && env->foreign)
        return env->foreign->step(cursor, env);
    cursor->stop = (uint8_t)reason;
    if (reason != BOBBIN_STOP_UNREADABLE && reason != BOBBIN_STOP_BUDGET) /* of code */
        cursor->stop_value = cursor->r[BOBBIN_PC];
    return false;
}

/*
 * By what is KNOWN, or found if that is LATER: whether the step is made. Where code was interrupted, it may be a run, by
 * which the step is to be made as if that were a call.
 */
static __attribute__((noinline)) uint32_t step_slowly(struct bobbin_cursor *cursor,
                                                      const struct bobbin_env *env, uint32_t known)
{
    bool is_later = known == KNOWN_LATER;
    enum bobbin_stop reason = BOBBIN_STOP_NONE;

    if (cursor->stop != BOBBIN_STOP_NONE)
        return false;
    cursor->word = KNOWN_LATER;
    known = reading_begin(cursor, env, known);
    if (!is_later || !known_is_run(known) || !(known & FORMAT_RUN_EXPLICIT))
        reason = reading_take(cursor, known);
    if (reason == BOBBIN_STOP_PC_OUTSIDE && env->guess && env->guess(cursor))
        reason = BOBBIN_STOP_NONE;
    if (reason != BOBBIN_STOP_NONE)
        return give_up(cursor, env, reason);
    if (is_later && known_is_run(known) && cursor->reading.trust == BOBBIN_TRUST_TABLE) {
        if (apply_is_quick(cursor, cursor->r[BOBBIN_SP])) {
            cursor->valid &= APPLY_KEPT;
            return known;
        }
        reading_take(cursor, known | FORMAT_RUN_EXPLICIT);
    }
    return apply_rule(cursor);
}

/* COUNT words below END, as a run counts them; false: it is no such count. */
static inline __attribute__((always_inline)) bool copy(uint32_t *to, const uint32_t *end,
                                                       uint32_t count)
{
    switch (count) {
        COPY_WORDS(1);
        COPY_WORDS(2);
        COPY_WORDS(3);
        COPY_WORDS(4);
        COPY_WORDS(5);
        COPY_WORDS(6);
        COPY_WORDS(7);
        COPY_WORDS(8);
    case 0:
        return true;
    }
    return false;
}

/* By a run, in the window of stack memory: all is known, and nothing can go wrong. */
bool bobbin_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const struct bobbin_window *stack = &env->window[BOBBIN_SPACE_STACK];
    uint32_t run = cursor->word;
    uint32_t *to = &cursor->r[4];
    uint32_t offset, cfa, return_address, next;
    const uint32_t *end;

    if (!known_is_run(run)) {
        run = step_slowly(cursor, env, run);
        if (run < KNOWN_RUN)
            return run;
    }
    end = stack->bytes;
    offset = stack->start;
    cfa = cursor->r[BOBBIN_SP] + known_run_bytes(run);
    offset = cfa - offset;
    if (offset > stack->size_bytes || offset < RULE_SLOTS_BYTES_MAX)
        return step_slowly(cursor, env, run | FORMAT_RUN_EXPLICIT);
    end = (const uint32_t *)((const uint8_t *)end + offset);
    FIND_HIDE(end);
    return_address = end[-1];
    if (!find_call(env, return_address, &next))
        return step_slowly(cursor, env, run | FORMAT_RUN_EXPLICIT);
    FIND_HIDE(to);                                 /* else each length has it computed */
    while (!copy(to, end, known_run_count(run))) { /* once: it has more than registers */
        uint32_t doubles = known_run_doubles(run);
        cfa += rule_home_bytes(run);
        run = known_run_registers(run);
        if (doubles)
            apply_doubles(cursor, doubles, end - 1 - run);
    }
    *(bytes_any_word *)&cursor->kind = BOBBIN_KIND_CALL | BOBBIN_TRUST_TABLE << 8;
    cursor->word = next;
    apply_go_to(cursor, cfa, return_address);
    return true;
}
