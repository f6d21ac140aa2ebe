/* SPDX-License-Identifier: MIT */
/* One step of a trace: rule, cfa, return address, checks, and only then the caller's registers. */
#include "format.h"
#include "gate.h"
#include "lookup.h"
#include "quick.h"
#include "rule.h"

/* r4-r11 and d8-d15, as bits of valid. */
#define CALLEE_SAVED (0xffu << 4 | 0xffu << 24)

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

uint32_t bobbin_lookup_address(uint32_t pc, enum bobbin_kind kind)
{
    /* A call may be the last instruction of its function: its return address belongs to the next. */
    return kind == BOBBIN_KIND_CALL ? pc - 1 : pc;
}

void bobbin_begin(struct bobbin_cursor *cursor, const struct bobbin_env *env, const uint32_t r[16],
                  uint32_t cpsr)
{
    struct table_answer answer;

    for (uint32_t i = 0; i < 16; i++)
        cursor->r[i] = r[i];
    for (uint32_t i = 0; i < 8; i++)
        cursor->d[i] = 0;
    cursor->r[BOBBIN_PC] &= ~1u;
    cursor->cpsr = cpsr;
    cursor->valid = 0xffffu | BOBBIN_VALID_CPSR;
    cursor->kind = BOBBIN_KIND_EXACT;
    cursor->trust = BOBBIN_TRUST_CONTEXT;
    cursor->register_steps = 0;
    cursor->reads = 0;
    stop(cursor, BOBBIN_STOP_NONE, 0);
    table_find(env, cursor->r[BOBBIN_PC], &answer);
    lookup_note(cursor, &answer);
}

void bobbin_begin_wild(struct bobbin_cursor *cursor)
{
    cursor->rule = 0;
    cursor->rule_stop = BOBBIN_STOP_PC_OUTSIDE;
}

/* cfa by RULE, in CFA. Only its own registers may be needed, so nothing is changed yet. */
static bool find_cfa(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                     const struct rule *rule, uint32_t *cfa)
{
    uint32_t value = cursor->r[rule->cfa_register] + (uint32_t)rule->cfa_offset;

    if (!(cursor->valid & BOBBIN_VALID_R(rule->cfa_register)))
        return stop(cursor, BOBBIN_STOP_LOST, rule->cfa_register);
    if (!(cursor->valid & BOBBIN_VALID_R(BOBBIN_SP))) /* what is below it could not be told */
        return stop(cursor, BOBBIN_STOP_LOST, BOBBIN_SP);
    if (rule->form == BOBBIN_FORM_DEREF) {
        if (!need_slot(cursor, env, value, &value))
            return false;
        value += (uint32_t)rule->cfa_add;
    }
    *cfa = value;
    return (value & 3) == 0 || stop(cursor, BOBBIN_STOP_BAD_SP, value);
}

static bool find_return_address(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                const struct rule_place *place, uint32_t cfa, uint32_t *out)
{
    uint32_t number = place->kind == BOBBIN_REGISTER ? (uint32_t)place->value & 15 : BOBBIN_LR;

    if (place->kind == BOBBIN_SLOT)
        return need_slot(cursor, env, cfa + (uint32_t)place->value, out);
    if (!(cursor->valid & BOBBIN_VALID_R(number)))
        return stop(cursor, BOBBIN_STOP_LOST, number);
    *out = cursor->r[number];
    return true;
}

/*
 * Within one stack sp never shrinks, and stays only for a few frames that use none. A return address in a
 * register that the rule leaves alone would be found again for ever.
 */
static bool check_progress(struct bobbin_cursor *cursor, const struct rule_place *place,
                           uint32_t cfa)
{
    uint32_t sp = cursor->r[BOBBIN_SP];

    if (cfa < sp)
        return stop(cursor, BOBBIN_STOP_BAD_SP, cfa);
    if (place->kind != BOBBIN_SLOT)
        cursor->register_steps++;
    else if (cfa > sp)
        cursor->register_steps = 0;
    else
        return stop(cursor, BOBBIN_STOP_NO_PROGRESS, sp);
    return cursor->register_steps <= BOBBIN_REGISTER_STEPS_MAX ||
           stop(cursor, BOBBIN_STOP_NO_PROGRESS, sp);
}

static void know(struct bobbin_cursor *cursor, uint32_t bit, bool found)
{
    if (found)
        cursor->valid |= bit;
    else
        cursor->valid &= ~bit;
}

static void restore_word(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                         uint32_t number, uint32_t slot)
{
    know(cursor, BOBBIN_VALID_R(number),
         read_slot(cursor, env, slot, &cursor->r[number]) == BOBBIN_STOP_NONE);
}

/* The halves of d NUMBER that HALVES has, bit 0 the low one, from SLOT on; the others stay. */
static void restore_double(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                           uint32_t number, uint32_t slot, uint32_t halves)
{
    uint64_t *d = &cursor->d[number - 8];
    uint32_t words[2] = {(uint32_t)*d, (uint32_t)(*d >> 32)};
    bool found = halves == 3 || (cursor->valid & BOBBIN_VALID_D(number));

    for (uint32_t half = 0; half < 2; half++) {
        if (!(halves >> half & 1))
            continue;
        found = read_slot(cursor, env, slot, &words[half]) == BOBBIN_STOP_NONE && found;
        slot += 4;
    }
    *d = (uint64_t)words[1] << 32 | words[0];
    know(cursor, BOBBIN_VALID_D(number), found);
}

/* The places of a compact rule but for the return address; their slots go down from AT. */
static void restore_compact(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                            const struct rule *rule, uint32_t at)
{
    uint32_t word = rule->word;
    uint32_t turn = word & FORMAT_RULE_SPLIT ? 4 : 0;
    uint32_t mask = word >> FORMAT_RULE_MASK_SHIFT & 0xff;
    uint32_t doubles = word >> FORMAT_RULE_VFP_SHIFT & 15;

    mask = (mask << turn | mask >> (8 - turn)) & 0xff;
    while (mask) { /* from the highest slot down: r11 to r4, or r7 to r4, r11 to r8 */
        uint32_t i = 31u - (uint32_t)__builtin_clz(mask);
        uint32_t number = 4 + (i ^ turn);
        mask &= ~(1u << i);
        at -= 4;
        if (rule->keep >> number & 1)
            restore_word(cursor, env, number, at);
    }
    if (word & FORMAT_RULE_GAP)
        at -= 4;
    for (uint32_t number = 8 + doubles; number-- > 8;) {
        at -= 8;
        if (rule->keep & BOBBIN_VALID_D(number))
            restore_double(cursor, env, number, at, 3);
    }
}

/* The same of a place of a long rule. BEFORE: what was valid in the callee. */
static void restore_place(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                          const struct rule *rule, const struct rule_place *place, uint32_t cfa,
                          uint32_t before)
{
    static const uint8_t halves[] = {
        [BOBBIN_SLOT] = 3, [BOBBIN_SLOT_LOW] = 1, [BOBBIN_SLOT_HIGH] = 2};
    bool is_vfp = place->place >= BOBBIN_PLACE_D8;
    uint32_t number = place->place + (is_vfp ? 0u : 4u);
    uint32_t bit = is_vfp ? BOBBIN_VALID_D(number) : BOBBIN_VALID_R(number);
    uint32_t slot = cfa + (uint32_t)place->value;

    if (place->kind == BOBBIN_SLOT && !(rule->keep & bit))
        return;
    if (place->kind == BOBBIN_REGISTER) {
        cursor->r[number & 15] = cursor->r[place->value];
        know(cursor, bit, before >> place->value & 1);
    } else if (place->kind > BOBBIN_SLOT_HIGH || !halves[place->kind]) {
        know(cursor, bit, false);
    } else if (is_vfp) {
        restore_double(cursor, env, number, slot, halves[place->kind]);
    } else {
        restore_word(cursor, env, number, slot);
    }
}

/* Where the return address is, by the first place of a long rule, which is read, or by a compact rule. */
static bool find_return_place(struct bobbin_cursor *cursor, struct rule *rule,
                              struct rule_place *first, struct rule_place *place)
{
    place->kind = BOBBIN_SAME;
    place->value = 0;
    first->place = BOBBIN_PLACE_RA;
    if (rule->word) {
        if (rule->word & FORMAT_RULE_RA) {
            place->kind = BOBBIN_SLOT;
            place->value = -4 - (int32_t)rule_home_bytes(rule->word);
        }
    } else if (rule_next_place(rule, first) && first->place == BOBBIN_PLACE_RA) {
        *place = *first;
    }
    if (place->kind == BOBBIN_SLOT && !(rule->keep & RULE_RETURN))
        place->kind = BOBBIN_SAME;
    if (rule->form == BOBBIN_FORM_NONE)
        return stop(cursor, BOBBIN_STOP_CORRUPT, cursor->r[BOBBIN_PC]);
    return place->kind != BOBBIN_LOST || stop(cursor, BOBBIN_STOP_LOST, BOBBIN_LR);
}

/* r4-r11 and d8-d15, from place FIRST on, once the cfa and the return address have been found good. */
static bool restore(struct bobbin_cursor *cursor, const struct bobbin_env *env, struct rule *rule,
                    struct rule_place *first, uint32_t cfa)
{
    uint32_t before = cursor->valid;
    bool more = first->place != BOBBIN_PLACE_RA;

    /* All else is the callee's to destroy (AAPCS32 6.1.1). */
    cursor->valid &=
        CALLEE_SAVED | BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR;
    if (rule->word)
        restore_compact(cursor, env, rule,
                        cfa - rule_home_bytes(rule->word) - (rule->word & FORMAT_RULE_RA ? 4 : 0));
    for (; more || rule_next_place(rule, first); more = false)
        restore_place(cursor, env, rule, first, cfa, before);
    if (rule->form == BOBBIN_FORM_NONE)
        return stop(cursor, BOBBIN_STOP_CORRUPT, cursor->r[BOBBIN_PC]);
    return cursor->stop == BOBBIN_STOP_NONE;
}

static void go_to(struct bobbin_cursor *cursor, uint32_t sp, uint32_t return_address)
{
    cursor->r[BOBBIN_SP] = sp;
    cursor->r[BOBBIN_PC] = return_address & ~1u;
    cursor->cpsr &= ~BOBBIN_CPSR_T;
    if (return_address & 1)
        cursor->cpsr |= BOBBIN_CPSR_T;
    cursor->kind = BOBBIN_KIND_CALL;
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
    return number < BOBBIN_SP && (cursor->valid & BOBBIN_VALID_R(number)) &&
           (cursor->r[number] & ~1u) == cursor->r[BOBBIN_PC];
}

/* The rule for the frame of CURSOR, and its trust; false when the trace ends here. */
static bool find_rule(struct bobbin_cursor *cursor, const struct bobbin_env *env, struct rule *rule,
                      uint8_t *trust)
{
    uint32_t pc = cursor->r[BOBBIN_PC];
    enum bobbin_stop reason;

    *trust = cursor->rule_trust;
    if (cursor->rule_stop == BOBBIN_STOP_PC_OUTSIDE && called_by_lr(cursor, env)) {
        *trust = BOBBIN_TRUST_LR;
        rule_open_leaf(rule);
        return true;
    }
    reason = lookup_rule(cursor, env, rule, trust);
    if (reason == BOBBIN_STOP_NONE && rule->form == BOBBIN_FORM_NONE)
        reason = BOBBIN_STOP_CORRUPT;
    if (reason != BOBBIN_STOP_NONE)
        return stop(cursor, reason, pc);
    return rule->form != BOBBIN_FORM_ROOT || stop(cursor, BOBBIN_STOP_OUTERMOST, 0);
}

bool bobbin_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    struct rule rule;
    struct rule_place first, place;
    struct table_answer next;
    uint32_t cfa, return_address;
    uint8_t trust;

    if (cursor->stop == BOBBIN_STOP_NONE && quick_step(cursor, env))
        return true;
    if (cursor->stop != BOBBIN_STOP_NONE || !find_rule(cursor, env, &rule, &trust) ||
        !find_return_place(cursor, &rule, &first, &place) || !find_cfa(cursor, env, &rule, &cfa) ||
        !check_progress(cursor, &place, cfa) ||
        !find_return_address(cursor, env, &place, cfa, &return_address))
        return false;
    quick_find(env, bobbin_lookup_address(return_address & ~1u, BOBBIN_KIND_CALL), &next);
    /* One in no code is nobody's frame: it ends the trace here. One in code without a rule is a frame. */
    if ((return_address & 3) == 2 || next.found == BOBBIN_STOP_PC_OUTSIDE)
        return stop(cursor, BOBBIN_STOP_PC_OUTSIDE, return_address);
    if (!restore(cursor, env, &rule, &first, cfa))
        return false;
    go_to(cursor, cfa, return_address);
    lookup_note(cursor, &next);
    cursor->trust = trust;
    return true;
}
