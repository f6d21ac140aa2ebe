/* SPDX-License-Identifier: MIT */
#include "apply.h"

#include "format.h"
#include "gate.h"
#include "quick.h"

#define QUICK_REGISTERS (0xffu << 4)
#define WORD_REGISTERS  (QUICK_REGISTERS | BOBBIN_VALID_R(BOBBIN_SP))

/*
 * What is found before anything is changed. Whatever reads or finds leaves what it found, or why not, in stop_value:
 * that takes least.
 */
struct caller {
    uint32_t cfa, return_address;
    uint32_t word; /* what is known of it */
};

/* A saved word. What lies below sp belongs to nobody: an interrupt may have written over it. */
static enum bobbin_stop read_slot(const struct reading *reading, uint32_t address)
{
    struct bobbin_cursor *cursor = reading->cursor;

    if (cursor->stop != BOBBIN_STOP_NONE) /* the budget is spent, and it is said where */
        return (enum bobbin_stop)cursor->stop;
    cursor->stop_value = address;
    if ((address & 3) != 0 || address < cursor->r[BOBBIN_SP])
        return BOBBIN_STOP_UNREADABLE;
    return gate_read(cursor, reading->env, GATE_SLOT, address);
}

/* Register NUMBER, if anybody has it. */
static enum bobbin_stop read_register(struct bobbin_cursor *cursor, uint32_t number)
{
    bool known = cursor->valid >> number & 1;

    cursor->stop_value = known ? cursor->r[number] : number;
    return known ? BOBBIN_STOP_NONE : BOBBIN_STOP_LOST;
}

/* The cfa. Only its own registers may be needed. */
static enum bobbin_stop find_cfa(const struct reading *reading, const struct rule *rule)
{
    struct bobbin_cursor *cursor = reading->cursor;
    enum bobbin_stop reason = read_register(cursor, rule->cfa_register);
    uint32_t cfa = cursor->stop_value + (uint32_t)rule->cfa_offset;

    if (reason == BOBBIN_STOP_NONE) /* what is below it could not be told */
        reason = read_register(cursor, BOBBIN_SP);
    if (reason == BOBBIN_STOP_NONE && rule->form == BOBBIN_FORM_DEREF) {
        reason = read_slot(reading, cfa);
        cfa = cursor->stop_value + (uint32_t)rule->cfa_add;
    }
    if (reason != BOBBIN_STOP_NONE)
        return reason;
    cursor->stop_value = cfa;
    return cfa < cursor->r[BOBBIN_SP] || (cfa & 3) ? BOBBIN_STOP_BAD_SP : BOBBIN_STOP_NONE;
}

/*
 * The return address, by PLACE, a slot or register. Within one stack sp never shrinks, and stays only for a few frames
 * that use none. A return address in a register that the rule leaves alone would be found again for ever.
 */
static enum bobbin_stop find_return_address(const struct reading *reading,
                                            const struct rule_place *place, uint32_t cfa)
{
    struct bobbin_cursor *cursor = reading->cursor;
    bool in_slot = place->kind == BOBBIN_SLOT;

    cursor->register_steps = in_slot ? 0 : (uint8_t)(cursor->register_steps + 1);
    cursor->stop_value = cursor->r[BOBBIN_SP];
    if (in_slot ? cfa == cursor->stop_value : cursor->register_steps > BOBBIN_REGISTER_STEPS_MAX)
        return BOBBIN_STOP_NO_PROGRESS;
    if (in_slot)
        return read_slot(reading, cfa + (uint32_t)place->value);
    return read_register(cursor, (uint32_t)place->value & 15);
}

/* The caller, or why the trace ends here. The next place is in PLACE, if there are MORE. Nothing is changed yet. */
static enum bobbin_stop find_caller(const struct reading *reading, struct rule *rule,
                                    struct rule_place *place, bool *more, struct caller *caller)
{
    struct bobbin_cursor *cursor = reading->cursor;
    struct rule_place return_place = {BOBBIN_PLACE_RA, BOBBIN_REGISTER, BOBBIN_LR};
    enum bobbin_stop reason;

    cursor->stop_value = 0;
    if (rule->form == BOBBIN_FORM_ROOT)
        return BOBBIN_STOP_OUTERMOST;
    cursor->stop_value = cursor->r[BOBBIN_PC];
    if (rule->form == BOBBIN_FORM_NONE)
        return BOBBIN_STOP_CORRUPT;
    *more = rule_next_place(rule, place);
    if (*more && place->place == BOBBIN_PLACE_RA) {
        return_place = *place;
        *more = rule_next_place(rule, place);
    }
    cursor->stop_value = BOBBIN_LR;
    if (return_place.kind == BOBBIN_LOST)
        return BOBBIN_STOP_LOST;
    reason = find_cfa(reading, rule);
    caller->cfa = cursor->stop_value;
    if (reason == BOBBIN_STOP_NONE)
        reason = find_return_address(reading, &return_place, caller->cfa);
    if (reason != BOBBIN_STOP_NONE)
        return reason;
    caller->return_address = cursor->stop_value;
    caller->word = quick_find(reading->env, caller->return_address);
    /* One in no code is nobody's frame. One in code without a rule is a frame. */
    return caller->word == KNOWN_OUTSIDE ? BOBBIN_STOP_PC_OUTSIDE : BOBBIN_STOP_NONE;
}

/* PLACE, which is not the return address. BEFORE: what was valid in the callee. */
static void restore(const struct reading *reading, const struct rule_place *place, uint32_t cfa,
                    uint32_t before)
{
    struct bobbin_cursor *cursor = reading->cursor;
    uint32_t number = rule_register_bit(place->place);
    uint32_t slot = cfa + (uint32_t)place->value;
    uint32_t source = (uint32_t)place->value & 15;
    bytes_any_word *to = &cursor->r[number & 15];
    bool found = place->kind != BOBBIN_LOST;
    uint32_t halves = 1;

    if (place->place >= BOBBIN_PLACE_D8) {
        to = (bytes_any_word *)&cursor->d[number - 24];
        halves = 3;
        if (place->kind >= BOBBIN_SLOT_LOW) { /* the other half stays */
            halves = (place->kind - BOBBIN_SLOT_LOW + 1u) & 3;
            found = cursor->valid >> number & 1;
        }
    }
    if (place->kind == BOBBIN_REGISTER) {
        *to = cursor->r[source];
        found = before >> source & 1;
    } else if (place->kind != BOBBIN_LOST) {
        for (; halves; halves >>= 1, to++) {
            if (!(halves & 1))
                continue;
            if (read_slot(reading, slot) == BOBBIN_STOP_NONE)
                *to = cursor->stop_value;
            else
                found = false;
            slot += 4;
        }
    }
    cursor->valid &= ~(1u << number);
    cursor->valid |= (uint32_t)found << number;
}

bool apply_rule(const struct reading *reading, struct rule *rule)
{
    struct bobbin_cursor *cursor = reading->cursor;
    uint32_t before = cursor->valid;
    struct rule_place place;
    struct caller caller;
    bool more;
    enum bobbin_stop reason = find_caller(reading, rule, &place, &more, &caller);

    if (reason != BOBBIN_STOP_NONE) {
        cursor->stop = (uint8_t)reason;
        return false;
    }
    for (; more; more = rule_next_place(rule, &place))
        restore(reading, &place, caller.cfa, before);
    if (cursor->stop != BOBBIN_STOP_NONE) /* the budget is spent */
        return false;
    quick_go_to(cursor, caller.cfa, caller.return_address);
    cursor->valid &= QUICK_KEPT;
    cursor->word = (~cursor->valid & QUICK_REGISTERS) || caller.cfa > QUICK_SP_MAX ? KNOWN_OUTSIDE
                                                                                   : caller.word;
    cursor->trust = reading->answer.trust;
    return true;
}

bool apply_word(const struct reading *reading)
{
    struct bobbin_cursor *cursor;

    if (rule_register(reading->word) == BOBBIN_PC ||
        !quick_step_word(reading->cursor, reading->env, reading->word, reading->cfa_offset))
        return false;
    cursor = reading->cursor; /* not before: what is kept over the call takes stack */
    cursor->register_steps = !(reading->word & FORMAT_RULE_RA);
    cursor->trust = reading->answer.trust;
    cursor->valid &= QUICK_KEPT;
    return true;
}

bool apply_any(const struct reading *reading)
{
    struct rule rule;

    if (reading->env->window[BOBBIN_SPACE_STACK].size_bytes && (reading->word & FORMAT_RULE_RA) &&
        !reading->lost && !(~reading->cursor->valid & WORD_REGISTERS) && apply_word(reading))
        return true;
    reading_open(reading, &rule);
    return apply_rule(reading, &rule);
}
