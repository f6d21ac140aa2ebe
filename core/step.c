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
    cursor->valid = 0xffffu | BOBBIN_VALID_CPSR;
    cursor->kind = BOBBIN_KIND_EXACT;
    cursor->trust = BOBBIN_TRUST_CONTEXT;
    cursor->register_steps = 0;
    cursor->reads = 0;
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

/* The rule for the frame of CURSOR, and its trust; false when the trace ends here. */
static bool find_rule(struct bobbin_cursor *cursor, const struct bobbin_env *env, struct rule *rule,
                      uint8_t *trust)
{
    uint32_t pc = cursor->r[BOBBIN_PC];
    enum bobbin_stop reason = BOBBIN_STOP_PC_OUTSIDE;

    if (cursor->kind == BOBBIN_KIND_EXACT)
        cursor->valid |= cursor->stop_value; /* of quick_step_interrupted, or 0 */
    if (cursor->word != QUICK_OTHER || cursor->kind != BOBBIN_KIND_EXACT)
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

/* The same of what is known. */
static bool open_known(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                       struct rule *rule)
{
    if (cursor->word == QUICK_ROOT)
        return stop(cursor, BOBBIN_STOP_OUTERMOST, 0);
    quick_open(rule, env->tables, cursor->word);
    return is_frame(cursor, rule);
}

/* Where a table of Bobbin's own has no rule. */
static __attribute__((noinline)) bool step_foreign(struct bobbin_cursor *cursor,
                                                   const struct bobbin_env *env)
{
    return cursor->stop == BOBBIN_STOP_NO_RULE && env->foreign && env->foreign->step(cursor, env);
}

bool step_slowly(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    struct rule rule;
    uint8_t trust = BOBBIN_TRUST_TABLE;
    bool known = cursor->word > QUICK_LEAF; /* tried by word, if it is none of the long */

    if (known) {
        if (!open_known(cursor, env, &rule))
            return false;
    } else {
        if (cursor->stop != BOBBIN_STOP_NONE)
            return false;
        if (!find_rule(cursor, env, &rule, &trust))
            return step_foreign(cursor, env);
    }
    cursor->word = QUICK_UNKNOWN;
    if (!step_by(cursor, env, &rule))
        return false;
    arrive(cursor, trust);
    return true;
}
