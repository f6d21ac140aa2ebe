/* SPDX-License-Identifier: MIT */
#include "apply.h"

#include <stddef.h>

#include "compiler.h"
#include "gate.h"

_Static_assert(offsetof(struct bobbin_cursor, d) ==
                   offsetof(struct bobbin_cursor, r) + 4 * FORMAT_STEP_D8,
               "places are words of the cursor");

/* The end of cursor->slots, which holds one frame: return address, registers, gap, doubles. */
#define SLOTS_END(cursor) ((cursor)->slots + sizeof((cursor)->slots) / 4)

/* The word of the cursor with number PLACE, counted from r0. */
static inline bytes_any_word *place_of(struct bobbin_cursor *cursor, uint32_t place)
{
    return (bytes_any_word *)cursor + offsetof(struct bobbin_cursor, r) / 4 + place;
}

/*
 * Returns the end of the slots of rule WORD; the highest slot ends at the target address TOP. The
 * slots are in the window of stack memory, or in cursor->slots after a copy through env->read.
 * Returns NULL if the trace stops: a slot is unreadable, or below sp, where an interrupt may have
 * overwritten it. In the quick case the slots need not be counted: RULE_SLOTS_BYTES_MAX bytes below
 * TOP are in the window and above sp.
 */
static __attribute__((noinline)) const bytes_any_word *slots_below(struct bobbin_cursor *cursor,
                                                                   uint32_t top, uint32_t word)
{
    const struct bobbin_window *stack = &cursor->reading.env->window[BOBBIN_SPACE_STACK];
    const bytes_any_word *end;
    uint32_t *to = SLOTS_END(cursor);
    uint32_t offset = top - stack->start, above_sp = top - cursor->r[BOBBIN_SP];
    enum bobbin_stop stop = BOBBIN_STOP_UNREADABLE;
    uint32_t size_bytes;

    /* An integer: without a window, BYTES is NULL, to which nothing may be added. */
    end = (const bytes_any_word *)((uintptr_t)stack->bytes + offset);
    if ((top & 3) || above_sp > top) /* TOP is unaligned or below sp */
        above_sp = 0;
    if (offset > stack->size_bytes)
        offset = 0;
    if (offset >= RULE_SLOTS_BYTES_MAX && above_sp >= RULE_SLOTS_BYTES_MAX)
        return end;
    size_bytes = rule_slots_bytes(word);
    if (!size_bytes) /* no slots: any end will do */
        return to;
    cursor->stop_value = top - size_bytes;
    if (above_sp >= size_bytes) {
        if (offset >= size_bytes)
            return end;
        for (stop = BOBBIN_STOP_NONE; size_bytes; size_bytes -= 4) {
            top -= 4;
            stop = gate_read(cursor, GATE_SLOT, top, --to);
            if (stop != BOBBIN_STOP_NONE)
                break;
        }
    }
    cursor->stop = (uint8_t)stop;
    return stop == BOBBIN_STOP_NONE ? SLOTS_END(cursor) : 0;
}

/* The place and the kind of a step that no table has. */
#define CFA_FROM_REGISTER (FORMAT_STEP_REGISTER | BOBBIN_SP)
#define CFA_STEP_BITS     (FORMAT_STEP_REGISTER | ((1u << FORMAT_STEP_PLACE_BITS) - 1))

/* Executes the steps of a long rule (table_format.h, RULES). Returns the cfa. */
static inline uint32_t take_steps(struct bobbin_cursor *cursor, uint32_t cfa)
{
    const uint8_t *at = cursor->reading.step;
    uint32_t sp = cursor->r[BOBBIN_SP];

    for (uint32_t left = cursor->reading.steps_count; left; left--, at += 4) {
        uint32_t step = bytes_word(at);
        uint32_t place = bytes_field(step, 0, FORMAT_STEP_PLACE_BITS);
        uint32_t value = (uint32_t)((int32_t)step >> FORMAT_STEP_VALUE_SHIFT);
        /* & 15: in a damaged table, too, only a register, which is written */
        const bytes_any_word *from = place_of(cursor, value & 15) + 1;
        uint32_t bit;
        if (place >= FORMAT_STEP_PLACES || place - BOBBIN_PC < FORMAT_STEP_D8 - BOBBIN_PC ||
            (step & CFA_STEP_BITS) == CFA_FROM_REGISTER) {
            apply_stop(cursor, BOBBIN_STOP_CORRUPT, cursor->r[BOBBIN_PC]);
            return (sp | 3) + 1; /* passes the checks in begin */
        }
        if (!(step & FORMAT_STEP_REGISTER))
            from = slots_below(cursor, cfa + 4 + (place == BOBBIN_SP ? 0 : value), FORMAT_RULE_RA);
        /*
         * The trace has stopped. If this step sets the cfa, return a cfa that passes the checks in
         * begin.
         */
        if (!from)
            return place == BOBBIN_SP ? (sp | 3) + 1 : cfa;
        if (place == BOBBIN_SP) {
            cfa = from[-1] + value;
            continue;
        }
        bit = 1u << bytes_field(step, FORMAT_STEP_BIT_SHIFT, FORMAT_STEP_BIT_BITS);
        *place_of(cursor, place) = from[-1];
        cursor->valid |= bit;
        if (!(step & FORMAT_STEP_REGISTER)) {
            if (place == BOBBIN_LR)
                cursor->register_steps = 0;
        } else if (!(cursor->valid >> (value & 31) & 1)) {
            cursor->valid &= ~bit;
        }
    }
    return cfa;
}

/*
 * First half of a step. Computes the cfa, which replaces cfa_offset in the rule, and stores the
 * return address to lr. Returns the end of the slots of the registers, or NULL if the trace stops.
 */
static inline const bytes_any_word *begin(struct bobbin_cursor *cursor)
{
    uint32_t word = cursor->reading.word;
    uint32_t number = rule_register(word);
    uint32_t sp = cursor->r[BOBBIN_SP];
    const bytes_any_word *end;
    uint32_t cfa;

    if (!(cursor->valid >> number & 1)) {
        apply_stop(cursor, BOBBIN_STOP_LOST, number);
        return 0;
    }
    cursor->register_steps++; /* becomes 0 below if the return address is in a slot */
    cfa = take_steps(cursor, cursor->r[number] + cursor->reading.cfa_offset);
    cursor->reading.cfa_offset = cfa;
    if (word & FORMAT_RULE_RA)
        cursor->register_steps = 0;
    if ((cfa & 3) || cfa < sp) {
        apply_stop(cursor, BOBBIN_STOP_BAD_SP, cfa);
        return 0;
    }
    /*
     * sp grows towards the callers. Only a few consecutive frames may be empty, and none that takes
     * its return address from memory.
     */
    if (cursor->register_steps > BOBBIN_REGISTER_STEPS_MAX ||
        (!cursor->register_steps && cfa == sp)) {
        apply_stop(cursor, BOBBIN_STOP_NO_PROGRESS, sp);
        return 0;
    }
    if (cursor->stop != BOBBIN_STOP_NONE)
        return 0;
    end = slots_below(cursor, cfa - rule_home_bytes(word), word);
    if (!end)
        return 0;
    if (word & FORMAT_RULE_RA) {
        cursor->r[BOBBIN_LR] = *--end;
        cursor->valid |= BOBBIN_VALID_R(BOBBIN_LR);
    }
    if (!(cursor->valid & BOBBIN_VALID_R(BOBBIN_LR))) {
        apply_stop(cursor, BOBBIN_STOP_LOST, BOBBIN_LR);
        return 0;
    }
    return end;
}

/* Two words that the compiler copies with one instruction. */
struct pair {
    uint32_t word[2];
} __attribute__((may_alias));

void apply_doubles(struct bobbin_cursor *cursor, uint32_t doubles, const bytes_any_word *end)
{
    uint32_t gap = doubles >> FORMAT_RULE_VFP_BITS;
    uint32_t count = doubles & ((1u << FORMAT_RULE_VFP_BITS) - 1);
    const struct pair *from = (const struct pair *)(end - gap);
    struct pair *first = (struct pair *)cursor->d, *to;

    count = count < 8 ? count : 8;
    cursor->valid |= ((1u << count) - 1) << 24;
    for (to = first + count; to != first;)
        *--to = *--from;
}

/* Second half of a step: restores all registers but sp and pc from slots that end at END. */
static inline void restore(struct bobbin_cursor *cursor, const bytes_any_word *end)
{
    uint32_t word = cursor->reading.word;
    uint32_t turned = word & FORMAT_RULE_SPLIT ? 12 : 0;
    uint32_t mask = rule_mask(word) << 24; /* bit 31 is the highest slot */
    uint32_t *r = cursor->r;

    cursor->valid |= rule_turn(word, rule_mask(word)) << 4;
    while (mask) {
        uint32_t above = (uint32_t)__builtin_clz(mask);
        mask ^= 1u << 31 >> above;
        r[(11 - above) ^ turned] = *--end;
    }
    word = bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS + 1);
    if (word)
        apply_doubles(cursor, word, end);
    cursor->valid &= APPLY_KEPT & ~cursor->reading.lost;
}

bool apply_rule(struct bobbin_cursor *cursor)
{
    const bytes_any_word *end = begin(cursor);
    uint32_t cfa = cursor->reading.cfa_offset, return_address, next;

    if (!end)
        return false;
    return_address = cursor->r[BOBBIN_LR];
    next = find_next(cursor->reading.env, return_address);
    /* no caller can be outside all code. An address in code without a rule is accepted */
    if (next == BOBBIN_STOP_PC_OUTSIDE)
        return apply_stop(cursor,
                          return_address > 1 ? BOBBIN_STOP_PC_OUTSIDE : BOBBIN_STOP_THREAD_BASE,
                          return_address);
    restore(cursor, end);
    if (!apply_is_quick(cursor, cfa))
        next = KNOWN_LATER;
    cursor->kind = BOBBIN_KIND_CALL;
    cursor->trust = cursor->reading.trust;
    cursor->word = next;
    apply_go_to(cursor, cfa, return_address);
    return true;
}
