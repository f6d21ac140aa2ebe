/* SPDX-License-Identifier: MIT */
/*
 * Inside core: how a rule is applied, of whatever form it is and wherever it comes from: cfa, return address, checks, and only then
 * the caller's registers. Compiled where it is needed, so that those who need it twice pay for it twice, and nobody else.
 */
#ifndef BOBBIN_APPLY_H
#define BOBBIN_APPLY_H

#include "find.h"
#include "gate.h"
#include "quick.h"
#include "rule.h"

#define QUICK_REGISTERS (0xffu << 4)

/* The word of CURSOR is nothing by then. */
static bool stop(struct bobbin_cursor *cursor, enum bobbin_stop reason, uint32_t value)
{
    cursor->stop = (uint8_t)reason;
    cursor->stop_value = value;
    return false;
}

/* A saved word. What lies below sp belongs to nobody: an interrupt may have written over it. */
static enum bobbin_stop read_slot(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                  uint32_t address, uint32_t *out)
{
    if ((address & 3) != 0 || address < cursor->r[BOBBIN_SP])
        return BOBBIN_STOP_UNREADABLE;
    return gate_read(cursor, env, BOBBIN_SPACE_STACK, address, 4, out);
}

/* The same, for a word without which there is no going on. */
static bool need_slot(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t address,
                      uint32_t *out)
{
    enum bobbin_stop reason = read_slot(cursor, env, address, out);

    return reason == BOBBIN_STOP_NONE || stop(cursor, reason, address);
}

/* REGISTER in OUT, or a stop where nobody has it. */
static bool need_register(struct bobbin_cursor *cursor, uint32_t number, uint32_t *out)
{
    *out = cursor->r[number];
    return cursor->valid >> number & 1 || stop(cursor, BOBBIN_STOP_LOST, number);
}

/* cfa by RULE, in CFA. Only its own registers may be needed, so nothing is changed yet. */
static bool find_cfa(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                     const struct rule *rule, uint32_t *cfa)
{
    uint32_t sp;

    if (!need_register(cursor, rule->cfa_register, cfa) ||
        !need_register(cursor, BOBBIN_SP, &sp)) /* what is below it could not be told */
        return false;
    *cfa += (uint32_t)rule->cfa_offset;
    if (rule->form == BOBBIN_FORM_DEREF) {
        if (!need_slot(cursor, env, *cfa, cfa))
            return false;
        *cfa += (uint32_t)rule->cfa_add;
    }
    return (*cfa >= sp && (*cfa & 3) == 0) || stop(cursor, BOBBIN_STOP_BAD_SP, *cfa);
}

/*
 * Within one stack sp never shrinks, and stays only for a few frames that use none. A return address in a
 * register that the rule leaves alone would be found again for ever.
 */
static bool check_progress(struct bobbin_cursor *cursor, bool in_slot, uint32_t cfa)
{
    uint32_t sp = cursor->r[BOBBIN_SP];

    if (!in_slot)
        cursor->register_steps++;
    else if (cfa > sp)
        cursor->register_steps = 0;
    else
        return stop(cursor, BOBBIN_STOP_NO_PROGRESS, sp);
    return cursor->register_steps <= BOBBIN_REGISTER_STEPS_MAX ||
           stop(cursor, BOBBIN_STOP_NO_PROGRESS, sp);
}

/* By PLACE, which is not another register's. */
static bool find_return_address(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                const struct rule_place *place, uint32_t cfa, uint32_t *out)
{
    uint32_t number = place->kind == BOBBIN_REGISTER ? (uint32_t)place->value & 15 : BOBBIN_LR;

    if (!check_progress(cursor, place->kind == BOBBIN_SLOT, cfa))
        return false;
    if (place->kind == BOBBIN_SLOT)
        return need_slot(cursor, env, cfa + (uint32_t)place->value, out);
    return need_register(cursor, number, out);
}

static __attribute__((noinline)) void know(struct bobbin_cursor *cursor, uint32_t number,
                                           bool found)
{
    uint32_t bit = 1u << number;

    cursor->valid &= ~bit;
    if (found)
        cursor->valid |= bit;
}

/* The halves of d NUMBER that HALVES has, bit 0 the low one, from SLOT on; the others stay. */
static void restore_double(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                           uint32_t number, uint32_t slot, uint32_t halves)
{
    uint64_t *d = &cursor->d[number - 24];
    uint32_t words[2] = {(uint32_t)*d, (uint32_t)(*d >> 32)};
    bool found = halves == 3 || (cursor->valid >> number & 1);

    for (uint32_t half = 0; half < 2; half++) {
        if (!(halves >> half & 1))
            continue;
        found = read_slot(cursor, env, slot, &words[half]) == BOBBIN_STOP_NONE && found;
        slot += 4;
    }
    *d = (uint64_t)words[1] << 32 | words[0];
    know(cursor, number, found);
}

/* BEFORE: what was valid in the callee. */
static void restore(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                    const struct rule_place *place, uint32_t cfa, uint32_t before)
{
    uint32_t number = rule_bit(place->place);
    uint32_t slot = cfa + (uint32_t)place->value;
    uint32_t source = (uint32_t)place->value & 15;

    if (place->kind == BOBBIN_REGISTER) {
        cursor->r[number] = cursor->r[source];
        know(cursor, number, before >> source & 1);
    } else if (place->kind == BOBBIN_LOST) {
        know(cursor, number, false);
    } else if (place->place >= BOBBIN_PLACE_D8) {
        restore_double(cursor, env, number, slot,
                       place->kind == BOBBIN_SLOT ? 3 : place->kind - BOBBIN_SLOT_LOW + 1u);
    } else {
        know(cursor, number, read_slot(cursor, env, slot, &cursor->r[number]) == BOBBIN_STOP_NONE);
    }
}

/* Whether RULE has a caller; else the trace ends here. */
static bool is_frame(struct bobbin_cursor *cursor, const struct rule *rule)
{
    if (rule->form == BOBBIN_FORM_NONE)
        return stop(cursor, BOBBIN_STOP_CORRUPT, cursor->r[BOBBIN_PC]);
    return rule->form != BOBBIN_FORM_ROOT || stop(cursor, BOBBIN_STOP_OUTERMOST, 0);
}

/* All the other places, from PLACE on if there is MORE, once the cfa and the return address have been found good. */
static bool restore_all(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                        struct rule *rule, struct rule_place *place, bool more, uint32_t cfa)
{
    uint32_t before = cursor->valid;

    for (; more; more = rule_next_place(rule, place))
        restore(cursor, env, place, cfa, before);
    if (rule->form == BOBBIN_FORM_NONE)
        return stop(cursor, BOBBIN_STOP_CORRUPT, cursor->r[BOBBIN_PC]);
    return cursor->stop == BOBBIN_STOP_NONE;
}

/* The place of the return address, and the next one in PLACE if it returns true. */
static bool first_places(struct rule *rule, struct rule_place *return_place,
                         struct rule_place *place)
{
    bool more = rule_next_place(rule, place);

    return_place->kind = BOBBIN_SAME;
    return_place->value = 0;
    if (!more || place->place != BOBBIN_PLACE_RA)
        return more;
    return_place->kind = place->kind;
    return_place->value = place->value;
    return rule_next_place(rule, place);
}

static bool leads_to_code(const struct bobbin_env *env, uint32_t return_address)
{
    struct table_answer answer;

    table_find(env, bobbin_lookup_address(return_address & ~1u, BOBBIN_KIND_CALL), false, &answer);
    return (return_address & 3) != 2 && answer.found != BOBBIN_STOP_PC_OUTSIDE;
}

/* Steps by RULE, which is of any form. */
static __attribute__((noinline)) bool step_by(struct bobbin_cursor *cursor,
                                              const struct bobbin_env *env, struct rule *rule)
{
    struct rule_place return_place, place;
    uint32_t cfa, return_address, word;
    bool more = first_places(rule, &return_place, &place);

    if (rule->form == BOBBIN_FORM_NONE)
        return stop(cursor, BOBBIN_STOP_CORRUPT, cursor->r[BOBBIN_PC]);
    if (return_place.kind == BOBBIN_LOST)
        return stop(cursor, BOBBIN_STOP_LOST, BOBBIN_LR);
    if (!find_cfa(cursor, env, rule, &cfa) ||
        !find_return_address(cursor, env, &return_place, cfa, &return_address))
        return false;
    word = quick_find(env, return_address);
    /* One in no code is nobody's frame: it ends the trace here. One in code without a rule is a frame. */
    if (word == QUICK_UNKNOWN && !leads_to_code(env, return_address))
        return stop(cursor, BOBBIN_STOP_PC_OUTSIDE, return_address);
    if (!restore_all(cursor, env, rule, &place, more, cfa))
        return false;
    quick_go_to(cursor, cfa, return_address);
    cursor->word = word;
    return true;
}

/* What is left to do behind a step by a rule of TRUST. */
static void arrive(struct bobbin_cursor *cursor, uint8_t trust)
{
    cursor->valid &= QUICK_KEPT;
    if (~cursor->valid & QUICK_REGISTERS)
        cursor->word = QUICK_UNKNOWN;
    cursor->trust = trust;
}

#endif
