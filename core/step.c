/* SPDX-License-Identifier: MIT */
/* One step of a trace, for all rules there are. */
#include "apply.h"
#include "bytes.h"
#include "foreign.h"
#include "format.h"
#include "gate.h"
#include "lookup.h"
#include "quick.h"

uint32_t bobbin_lookup_address(uint32_t pc, enum bobbin_kind kind)
{
    return table_lookup_address(pc, kind);
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
    cursor->word = KNOWN_OUTSIDE;
    apply_stop(cursor, BOBBIN_STOP_NONE, 0);
}

void bobbin_begin_wild(struct bobbin_cursor *cursor)
{
    cursor->word = KNOWN_LATER; /* what else is EXACT asks a table */
}

/* The number of the register of the BLX before the return address LR; 15 when there is no such. */
static uint32_t called_register(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                uint32_t lr)
{
    enum gate_what what = lr & 1 ? GATE_CODE_HALF : GATE_CODE_WORD;
    uint32_t instruction;

    if (gate_read(cursor, env, what, (lr & ~1u) - (what & ~1u)) != BOBBIN_STOP_NONE)
        return BOBBIN_PC;
    instruction = cursor->stop_value;
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

/* Where there is no rule for the frame of READING, for that REASON: a guess, or the trace ends here. */
static __attribute__((noinline)) bool guess(struct reading *reading, enum bobbin_stop reason)
{
    struct bobbin_cursor *cursor = reading->cursor;

    if (reason == BOBBIN_STOP_PC_OUTSIDE && called_by_lr(cursor, reading->env)) {
        reading->answer.trust = BOBBIN_TRUST_LR;
        reading_leave(reading);
        return true;
    }
    if (reason != BOBBIN_STOP_UNREADABLE && reason != BOBBIN_STOP_BUDGET) /* of code */
        cursor->stop_value = cursor->r[BOBBIN_PC];
    cursor->stop = (uint8_t)reason;
    return false;
}

/* Where a table of Bobbin's own has no rule. */
static bool step_foreign(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    return cursor->stop == BOBBIN_STOP_NO_RULE && env->foreign && env->foreign->step(cursor, env);
}

/* The rule for the frame of READING, of which that was KNOWN. */
static inline enum bobbin_stop find_rule(struct reading *reading, uint32_t known)
{
    if (known_is_rule(known)) {
        lookup_known(reading, known);
        return BOBBIN_STOP_NONE;
    }
    if (known == KNOWN_LATER && reading->cursor->kind == BOBBIN_KIND_EXACT)
        return BOBBIN_STOP_PC_OUTSIDE;
    return lookup_rule(reading);
}

bool step_slowly(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    struct reading reading;
    uint32_t known = cursor->word;
    enum bobbin_stop reason;

    if (cursor->stop != BOBBIN_STOP_NONE)
        return false;
    reading.cursor = cursor;
    reading.env = env;
    reading.answer.table = 0;
    reading.lost = 0;
    reading.answer.trust = BOBBIN_TRUST_TABLE;
    cursor->word = KNOWN_OUTSIDE;
    if (known == KNOWN_ROOT)
        return apply_stop(cursor, BOBBIN_STOP_OUTERMOST, 0);
    if (cursor->kind == BOBBIN_KIND_EXACT && known_is_run(known)) /* by quick_step_interrupted */
        cursor->valid |= QUICK_ALL;
    reason = find_rule(&reading, known);
    if (reason != BOBBIN_STOP_NONE && !guess(&reading, reason))
        return step_foreign(reading.cursor, reading.env); /* to keep both would take stack */
    return apply_any(&reading);
}
