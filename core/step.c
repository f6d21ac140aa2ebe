/* SPDX-License-Identifier: MIT */
/* One step of a trace, for all rules there are. */
#include "apply.h"
#include "bytes.h"
#include "foreign.h"
#include "format.h"
#include "lookup.h"

uint32_t bobbin_lookup_address(uint32_t pc, enum bobbin_kind kind)
{
    /* A call may be the last instruction of its function: its return address belongs to the next. */
    return kind == BOBBIN_KIND_CALL ? pc - 1 : pc;
}

/* Copied as one: an array might call memcpy. */
struct eight {
    uint32_t word[8];
};

void bobbin_begin(struct bobbin_cursor *cursor, const struct bobbin_env *env, const uint32_t r[16],
                  uint32_t cpsr)
{
    struct eight *to = (struct eight *)cursor->r;
    const struct eight *from = (const struct eight *)r;

    (void)env;
    to[0] = from[0];
    to[1] = from[1];
    cursor->r[BOBBIN_PC] &= ~1u;
    cursor->cpsr = cpsr;
    cursor->valid = QUICK_ALL;
    cursor->kind = BOBBIN_KIND_EXACT;
    cursor->trust = BOBBIN_TRUST_CONTEXT;
    cursor->register_steps = 0;
    cursor->reads = 0;
    cursor->word = QUICK_UNKNOWN;
    stop(cursor, BOBBIN_STOP_NONE, 0);
}

void bobbin_begin_wild(struct bobbin_cursor *cursor)
{
    cursor->word = QUICK_OTHER; /* what else is EXACT asks a table */
}

/* The number of the register of the BLX before the return address LR; 15 when there is no such. */
static uint32_t called_register(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                uint32_t lr)
{
    uint32_t size_bytes = lr & 1 ? 2 : 4;
    uint32_t instruction;

    if (gate_read(cursor, env, BOBBIN_SPACE_CODE, (lr & ~1u) - size_bytes, size_bytes,
                  &instruction) != BOBBIN_STOP_NONE)
        return BOBBIN_PC;
    if (lr & 1) /* ARM ARM A8.8.26 BLX (register), T1 */
        return (instruction & 0xff87) == 0x4780 ? instruction >> 3 & 15 : BOBBIN_PC;
    /* A1; condition 15 is another instruction */
    if ((instruction & 0x0ffffff0) != 0x012fff30 || instruction >> 28 == 15)
        return BOBBIN_PC;
    return instruction & 15;
}

/*
 * At a pc that is in no code: a call through a bad pointer, if lr stands behind a BLX whose register
 * still holds that very pc. Anything else (a return to garbage) has no known caller.
 */
static bool called_by_lr(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    uint32_t number;

    if (cursor->kind != BOBBIN_KIND_EXACT || !(cursor->valid & BOBBIN_VALID_R(BOBBIN_LR)))
        return false;
    number = called_register(cursor, env, cursor->r[BOBBIN_LR]);
    return number < BOBBIN_SP && (cursor->valid >> number & 1) &&
           (cursor->r[number] & ~1u) == cursor->r[BOBBIN_PC];
}

/* The rule for the frame of CURSOR, of which WORD was known, and its trust; false when the trace ends here. */
static bool find_rule(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t word,
                      struct rule *rule, uint8_t *trust)
{
    uint32_t pc = cursor->r[BOBBIN_PC];
    enum bobbin_stop reason = BOBBIN_STOP_PC_OUTSIDE;

    if (cursor->kind == BOBBIN_KIND_EXACT)
        cursor->valid |= cursor->stop_value; /* of quick_step_interrupted, or 0 */
    if (word != QUICK_OTHER || cursor->kind != BOBBIN_KIND_EXACT)
        reason = lookup_rule(cursor, env, rule, trust);
    if (reason == BOBBIN_STOP_PC_OUTSIDE && called_by_lr(cursor, env)) {
        *trust = BOBBIN_TRUST_LR;
        rule_open_word(rule, 0);
        return true;
    }
    if (reason == BOBBIN_STOP_UNREADABLE || reason == BOBBIN_STOP_BUDGET)
        pc = cursor->stop_value; /* of code */
    if (reason != BOBBIN_STOP_NONE)
        return stop(cursor, reason, pc);
    return is_frame(cursor, rule);
}

/* The same of WORD, which tells it. */
static bool open_known(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t word,
                       struct rule *rule)
{
    if (word == QUICK_ROOT)
        return stop(cursor, BOBBIN_STOP_OUTERMOST, 0);
    quick_open(rule, env->tables, word);
    return is_frame(cursor, rule);
}

/* Where a table of Bobbin's own has no rule. */
static __attribute__((noinline)) bool step_foreign(struct bobbin_cursor *cursor,
                                                   const struct bobbin_env *env)
{
    return cursor->stop == BOBBIN_STOP_NO_RULE && env->foreign && env->foreign->step(cursor, env);
}

/* Steps by RULE, if that is a compact word as it stands, in memory that the windows have; where all is known, as it is only where code was interrupted. */
static bool step_word(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                      const struct rule *rule)
{
    if (((~cursor->valid & QUICK_ALL) | ~rule->keep | (rule->word & FORMAT_WORD_LOST)) ||
        rule->at || rule->cfa_register != BOBBIN_SP ||
        !quick_step_any(cursor, env, rule->word, (uint32_t)rule->cfa_offset))
        return false;
    cursor->register_steps = !(rule->word & FORMAT_RULE_RA);
    return true;
}

bool step_slowly(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    struct rule rule;
    uint8_t trust = BOBBIN_TRUST_TABLE;
    uint32_t word = cursor->word;

    cursor->word = QUICK_UNKNOWN;
    if (word > QUICK_LEAF) { /* tried by word, if it is none of the long */
        if (!open_known(cursor, env, word, &rule))
            return false;
    } else {
        if (cursor->stop != BOBBIN_STOP_NONE)
            return false;
        if (!find_rule(cursor, env, word, &rule, &trust))
            return step_foreign(cursor, env);
    }
    if (!step_word(cursor, env, &rule) && !step_by(cursor, env, &rule))
        return false;
    arrive(cursor, trust);
    return true;
}
