/* SPDX-License-Identifier: MIT */
/*
 * Starts a trace and makes one step of it: from a frame to its caller's. bobbin_step applies a run
 * that it knows without any search; step_slowly does everything else.
 */
#include "apply.h"
#include "compiler.h"
#include "readers.h"

/*
 * Words that are copied as one struct: then the compiler uses load-multiple, and never calls
 * memcpy.
 */
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

/*
 * Restores COUNT registers, the lowest one at TO, from the words below the return address, which
 * ends at END.
 */
#define RESTORE(count)                                                                             \
    case (count):                                                                                  \
        *(struct words_##count *)to = *(const struct words_##count *)(end - (count)-1);            \
        break

/*
 * Sets KIND and TRUST of the current frame. The trace has not stopped, and the count of
 * register_steps starts again.
 */
static inline void set_frame_kind(struct bobbin_cursor *cursor, enum bobbin_kind kind,
                                  enum bobbin_trust trust)
{
    cursor->kind = (uint8_t)kind;
    cursor->trust = (uint8_t)trust;
    cursor->stop = BOBBIN_STOP_NONE;
    cursor->register_steps = 0;
}

void bobbin_begin(struct bobbin_cursor *cursor, const struct bobbin_env *env, const uint32_t r[16],
                  uint32_t cpsr)
{
    struct words_8 *to = (struct words_8 *)cursor->r;
    const struct words_8 *from = (const struct words_8 *)r;

    /*
     * find_call compares the key of the first entry before it knows whether the entry is in use. In
     * a zeroed cache that key would be return address 0. Address 2 belongs to the second entry and
     * so never matches here.
     */
    if (env->cache && !env->cache->word)
        env->cache->key = 2;
    to[0] = from[0];
    to[1] = from[1];
    cursor->r[BOBBIN_PC] &= ~1u;
    cursor->cpsr = cpsr;
    cursor->valid = bobbin_valid_inner(0xffffu | BOBBIN_VALID_CPSR);
    set_frame_kind(cursor, BOBBIN_KIND_INTERRUPTED, BOBBIN_TRUST_CONTEXT);
    cursor->word = KNOWN_LATER;
    cursor->reads = 0;
    cursor->stop_value = 0;
}

/*
 * Bobbin's own tables have no rule, for REASON. Tries a table of another format; if there is none,
 * ends the trace.
 */
static bool give_up(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                    enum bobbin_stop reason)
{
    if (reason == BOBBIN_STOP_NO_RULE && env->foreign)
        return env->foreign->step(cursor, env);
    cursor->stop = (uint8_t)reason;
    if (reason != BOBBIN_STOP_UNREADABLE && reason != BOBBIN_STOP_BUDGET) /* gate_read set it */
        cursor->stop_value = cursor->r[BOBBIN_PC];
    return false;
}

enum outcome {
    STOPPED, /* the trace has ended */
    STEPPED, /* the cursor is at the caller's frame */
    BY_RUN,  /* cursor->word is now the run of this frame; the caller of this function applies it */
};

/*
 * Makes a step with KNOWN, or looks up the rule first if KNOWN is KNOWN_LATER. The outcome is
 * BY_RUN only after a look-up: if no code has to be read, the frame of an interrupted instruction
 * is unwound like a call frame.
 */
static __attribute__((noinline)) enum outcome
step_slowly(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t known)
{
    bool is_later = known == KNOWN_LATER;
    enum bobbin_stop reason = BOBBIN_STOP_NONE;

    if (cursor->stop != BOBBIN_STOP_NONE)
        return STOPPED;
    cursor->word = KNOWN_LATER;
    known = reading_begin(cursor, env, known);
    if (!is_later || !known_is_run(known) || !(known & FORMAT_RUN_EXPLICIT))
        reason = reading_take(cursor, known);
    if (reason == BOBBIN_STOP_PC_OUTSIDE && env->guess && env->guess(cursor))
        reason = BOBBIN_STOP_NONE;
    if (reason != BOBBIN_STOP_NONE)
        return give_up(cursor, env, reason) ? STEPPED : STOPPED;
    /* The run applies, unless code was read to change the rule (trust CODE). */
    if (is_later && known_is_run(known) && cursor->reading.trust == BOBBIN_TRUST_TABLE) {
        if (apply_is_quick(cursor, cursor->r[BOBBIN_SP])) {
            cursor->valid &= APPLY_KEPT;
            cursor->word = known;
            return BY_RUN;
        }
        reading_take(cursor, known | FORMAT_RUN_EXPLICIT);
    }
    return apply_rule(cursor) ? STEPPED : STOPPED;
}

/*
 * The quick case: a run needs no search and no checks if the slots are in the window of stack
 * memory and the tables have a rule for the caller. cursor->word is a run only if apply_is_quick
 * was true.
 */
bool bobbin_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const struct bobbin_window *stack = &env->window[BOBBIN_SPACE_STACK];
    uint32_t run = cursor->word;
    uint32_t *to = &cursor->r[4];
    uint32_t start, cfa, offset, return_address, next, doubles;
    const uint8_t *bytes;
    const uint32_t *end;

    if (!known_is_run(run)) {
        enum outcome outcome = step_slowly(cursor, env, run);
        if (outcome != BY_RUN)
            return outcome == STEPPED;
        run = cursor->word;
    }
    cfa = cursor->r[BOBBIN_SP] + known_run_bytes(run);
    bytes = stack->bytes;
    start = stack->start;
    OPTIMIZER_BARRIER_PAIR(bytes, start); /* saves 1 instruction: one load for both */
    offset = cfa - start;
    if (offset > stack->size_bytes || offset < RULE_SLOTS_BYTES_MAX)
        goto slow;
    end = (const uint32_t *)(const void *)(bytes + offset);
    return_address = end[-1];
    if (!find_call(env, return_address, &next))
        goto slow;
    OPTIMIZER_BARRIER(to); /* saves 52 bytes: else each case below computes it anew */
restore_registers:
    switch (known_run_count(run)) {
        RESTORE(1);
        RESTORE(2);
        RESTORE(3);
        RESTORE(4);
        RESTORE(5);
        RESTORE(6);
        RESTORE(7);
        RESTORE(8);
    case 0:
        break;
    default: /* the run has a home or doubles, too */
        if (cfa > ~(uint32_t)RULE_HOME_BYTES_MAX)
            goto slow; /* the home may pass the end of the address space */
        doubles = known_run_doubles(run);
        cfa += rule_home_bytes(run);
        run = known_run_registers(run); /* now known_run_count of it is this number */
        if (doubles)
            apply_doubles(cursor, doubles, end - 1 - known_run_count(run));
        goto restore_registers; /* once: a plain run saves 8 at most */
    }
    set_frame_kind(cursor, BOBBIN_KIND_CALL, BOBBIN_TRUST_TABLE);
    cursor->word = next;
    apply_go_to(cursor, cfa, return_address);
    return true;
slow:
    return step_slowly(cursor, env, run | FORMAT_RUN_EXPLICIT) == STEPPED;
}
