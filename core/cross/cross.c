/* SPDX-License-Identifier: MIT */
/* A step from a handler's frame to the code that the exception interrupted. */
#include "../unwind/apply.h"
#include "../unwind/gate.h"
#include "../unwind/readers.h"
#include "places.h"
#include "program_find.h"
#include <bobbin/rule.h>

enum { HYP = 10 };         /* bits 3..0 of the mode (ARM ARM B1.3.1) */
enum { CPSR_J = 1 << 24 }; /* with T: Jazelle or ThumbEE (ARM ARM B1.3.3) */

void bobbin_begin_across(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                         struct bobbin_banks *banks, const uint32_t r[16], uint32_t cpsr)
{
    bobbin_begin(cursor, env, r, cpsr);
    cursor->banks = banks;
    banks->known = 0;
    banks->lost = 0;
    banks->crossings = 0;
    banks->vector = BOBBIN_VECTOR_NONE;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Loads the word at ADDRESS. Returns false if the trace stops. */
static bool read_word(struct bobbin_cursor *cursor, uint32_t address, uint32_t *word)
{
    const struct bobbin_window *stack = &cursor->reading.env->window[BOBBIN_SPACE_STACK];
    uint32_t offset = address - stack->start;
    enum bobbin_stop stop;

    if (address & 3)
        return apply_stop(cursor, BOBBIN_STOP_UNREADABLE, address);
    if (offset < stack->size_bytes) {
        *word = bytes_word((const uint8_t *)stack->bytes + offset);
        return true;
    }
    stop = gate_read(cursor, GATE_SLOT, address, word);
    cursor->stop = (uint8_t)stop;
    return stop == BOBBIN_STOP_NONE;
}

static inline bool take_list(struct bobbin_cursor *cursor, uint32_t step, uint32_t kind)
{
    uint32_t address =
        *places_base(cursor) + (uint32_t)((int32_t)step >> CROSSING_LIST_OFFSET_SHIFT) * 4;
    uint32_t mask = bytes_field(step, CROSSING_LIST_MASK_SHIFT, 16);

    for (uint32_t place = 0; mask; place++, mask >>= 1) {
        uint32_t word = 0, to = place;
        if (!(mask & 1))
            continue;
        if (kind != CROSSING_LIST_LOST && !read_word(cursor, address, &word))
            return false;
        address += 4;
        if (kind == CROSSING_LIST_USER) {
            if (place - BOBBIN_SP < 2)
                to = CROSSING_BANK_SP + BOBBIN_BANKS * (place - BOBBIN_SP);
            else if (place - 8 < 5 && *places_code_bank(cursor) == BOBBIN_BANK_FIQ)
                to = place + (CROSSING_OTHER - 8);
        }
        places_set(cursor, to, kind != CROSSING_LIST_LOST, word);
    }
    return true;
}

/* Whether the condition of the CHECK step of KIND holds. */
static inline bool is_checked(struct bobbin_cursor *cursor, uint32_t kind, uint32_t value)
{
    uint32_t sp;

    if (kind == CROSSING_CHECK_INNERMOST)
        return !cursor->banks->crossings;
    if (kind == CROSSING_CHECK_MODE)
        return (cursor->cpsr & 15) == value;
    places_get(cursor, BOBBIN_SP, &sp);
    return *places_base(cursor) - sp <= value;
}

/*
 * Runs PROGRAM up to its END. Returns the step END; or 0 if the trace stops: then cursor->stop is
 * set.
 */
static inline uint32_t run(struct bobbin_cursor *cursor, const struct program *program)
{
    const uint8_t *at = program->word;

    while (at < program->end) {
        uint32_t step = bytes_word(at);
        uint32_t place = bytes_field(step, 0, CROSSING_PLACE_BITS);
        uint32_t kind = bytes_field(step, CROSSING_KIND_SHIFT, 2);
        uint32_t value = (uint32_t)((int32_t)step >> CROSSING_VALUE_SHIFT);
        uint32_t skip = 4 * bytes_field(step, CROSSING_SKIP_SHIFT, CROSSING_SKIP_BITS);
        uint32_t *base = places_base(cursor);
        uint32_t operand = *base + value;
        bool is_known = true;

        at += 4;
        switch (place) {
        case CROSSING_END:
            return step;
        case CROSSING_LIST:
            if (!take_list(cursor, step, kind))
                return 0;
            continue;
        case CROSSING_SKIP_MODE:
            if ((cursor->cpsr & 15) == value)
                at += skip;
            continue;
        case CROSSING_CHECK:
            if (!is_checked(cursor, kind, value))
                return apply_stop(cursor, BOBBIN_STOP_NO_RULE, cursor->banks->internal[2]);
            continue;
        default:
            break;
        }
        if (kind == CROSSING_SLOT) {
            if (!read_word(cursor, operand, &operand))
                return 0;
        } else if (kind == CROSSING_WORD) {
            /* After the last word the operand is a row, and the loop ends. */
            operand = bytes_word(at);
            at += 4;
        } else if (kind == CROSSING_REGISTER) {
            if (!places_is_register(value))
                break;
            is_known = places_get(cursor, value, &operand);
        }
        /* An unknown pc or psr must not become that of the bank in complete(). */
        if (places_is_register(place) && (is_known || place - CROSSING_PC >= 2)) {
            places_set(cursor, place, is_known, operand);
            continue;
        }
        if (!is_known)
            return apply_stop(cursor, BOBBIN_STOP_LOST, value);
        if (place == CROSSING_BASE)
            *base = operand;
        else if (place == CROSSING_BASE_PLUS)
            *base += operand;
        else if (place == CROSSING_BASE_MINUS)
            *base -= operand;
        else if (place < CROSSING_PLACES)
            break;
        else if (operand == place - CROSSING_SKIP_ZERO)
            at += skip;
    }
    return apply_stop(cursor, BOBBIN_STOP_CORRUPT, cursor->banks->internal[2]);
}

/* ---- after the last step ----------------------------------------------------------------------*/

/* Sets PLACE to the register of FROM unless a step has set it. False: both are unknown. */
static bool complete(struct bobbin_cursor *cursor, uint32_t place, uint32_t from)
{
    uint32_t value;

    if (!(cursor->valid >> place & 1)) {
        if (!places_get(cursor, from, &value))
            return apply_stop(cursor, BOBBIN_STOP_LOST, from);
        places_set(cursor, place, true, value);
    }
    return true;
}

static inline void exchange_sets(struct bobbin_cursor *cursor)
{
    struct bobbin_banks *banks = cursor->banks;
    uint32_t changed;

    for (uint32_t i = 0; i < 5; i++) {
        uint32_t other;
        places_get(cursor, CROSSING_OTHER + i, &other);
        banks->r8[i] = cursor->r[8 + i];
        cursor->r[8 + i] = other;
    }
    changed = (banks->known ^ cursor->valid >> 8) & 31;
    banks->known ^= changed;
    cursor->valid ^= changed << 8;
}

/* Whether the trace may go on at the pc of CURSOR. */
static inline bool is_code(const struct bobbin_cursor *cursor, uint32_t vector)
{
    const struct bobbin_env *env = cursor->reading.env;
    uint32_t key = find_key(cursor);
    const uint8_t *range;

    if ((cursor->r[BOBBIN_PC] & 2) && !(cursor->cpsr & BOBBIN_CPSR_T))
        return false;
    /* a jump to nowhere ends in these exceptions */
    return find_table(env, key, &range) || (env->guess && (vector == BOBBIN_VECTOR_UNDEFINED ||
                                                           vector == BOBBIN_VECTOR_PREFETCH_ABORT));
}

/* The program has ended with END; the exception has entered the mode of bank ENTERED. */
static inline bool leave(struct bobbin_cursor *cursor, uint32_t end, uint32_t entered)
{
    struct bobbin_banks *banks = cursor->banks;
    uint32_t *code_bank = places_code_bank(cursor);
    uint32_t old_bank = *code_bank, sp, lr, bank;
    bool lr_known;

    if (!complete(cursor, CROSSING_PSR, CROSSING_BANK_SPSR + entered) ||
        !complete(cursor, CROSSING_PC, CROSSING_BANK_LR + entered))
        return false;
    places_set(cursor, CROSSING_BANK_LR + entered, false, 0);
    places_set(cursor, CROSSING_BANK_SPSR + entered, false, 0);
    if (!(cursor->cpsr & 16) || !(PLACES_MODES >> (cursor->cpsr & 15) & 1) ||
        !(~cursor->cpsr & (CPSR_J | BOBBIN_CPSR_T)))
        return apply_stop(cursor, BOBBIN_STOP_LOST, CROSSING_PSR);
    bank = places_bank(cursor->cpsr & 15);
    end >>= CROSSING_VALUE_SHIFT;
    cursor->r[BOBBIN_PC] -=
        end >> (cursor->cpsr & BOBBIN_CPSR_T ? CROSSING_END_THUMB_SHIFT : CROSSING_END_ARM_SHIFT) &
        15;
    cursor->r[BOBBIN_PC] &= ~1u;
    cursor->kind =
        bytes_field(end, CROSSING_END_RETURN_SHIFT, 1) ? BOBBIN_KIND_CALL : BOBBIN_KIND_INTERRUPTED;
    /* Whether MON mode interrupted this world is not known; HYP mode interrupts guests. */
    if (entered == BOBBIN_BANK_MON || (entered == BOBBIN_BANK_HYP && bank != entered))
        return apply_stop(cursor, BOBBIN_STOP_WORLD_BOUNDARY, cursor->r[BOBBIN_PC]);
    banks->vector = bytes_field(end, CROSSING_END_VECTOR_SHIFT, 3);
    if (!is_code(cursor, banks->vector))
        return apply_stop(cursor, BOBBIN_STOP_PC_OUTSIDE, cursor->r[BOBBIN_PC]);
    if ((bank == BOBBIN_BANK_FIQ) != (old_bank == BOBBIN_BANK_FIQ))
        exchange_sets(cursor);
    *code_bank = bank;
    if (!places_get(cursor, BOBBIN_SP, &sp))
        return apply_stop(cursor, BOBBIN_STOP_LOST, CROSSING_BANK_SP + bank);
    if (sp & 3)
        return apply_stop(cursor, BOBBIN_STOP_BAD_SP, sp);
    lr_known = places_get(cursor, BOBBIN_LR, &lr);
    cursor->r[BOBBIN_SP] = sp;
    cursor->r[BOBBIN_LR] = lr;
    cursor->valid |= BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_LR);
    if (!lr_known)
        cursor->valid ^= BOBBIN_VALID_R(BOBBIN_LR);
    cursor->trust = BOBBIN_TRUST_TABLE;
    cursor->register_steps = 0;
    banks->crossings++;
    return true;
}

/* Crosses with PROGRAM. If the trace stops, pc, cpsr and kind of CURSOR may be wrong. */
static inline bool cross(struct bobbin_cursor *cursor, const struct program *program)
{
    uint32_t mode = (program->mode == CROSSING_MODE_ANY ? cursor->cpsr : program->mode) & 15;
    uint32_t bank, end;

    if (!(PLACES_MODES >> mode & 1))
        return apply_stop(cursor, BOBBIN_STOP_CORRUPT, cursor->r[BOBBIN_PC]);
    /* HYP mode may have the vectors of other modes. No instruction of theirs leads to HYP mode. */
    if (mode != (cursor->cpsr & 15) && (mode == HYP || (cursor->cpsr & 15) == HYP))
        return apply_stop(cursor, BOBBIN_STOP_NO_RULE, cursor->r[BOBBIN_PC]);
    bank = places_bank(mode);
    *places_code_bank(cursor) = bank;
    *places_base(cursor) = cursor->r[BOBBIN_SP];
    cursor->banks->internal[2] = cursor->r[BOBBIN_PC];
    places_set(cursor, BOBBIN_SP, true, cursor->r[BOBBIN_SP]);
    places_set(cursor, BOBBIN_LR, cursor->valid >> BOBBIN_LR & 1, cursor->r[BOBBIN_LR]);
    cursor->valid &= ~(BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR);
    end = run(cursor, program);
    return end &&
           leave(cursor, end,
                 program->mode == CROSSING_MODE_ANY
                     ? bank
                     : bytes_field(end, CROSSING_VALUE_SHIFT + CROSSING_END_ENTERED_SHIFT, 3));
}

static bool cross_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    uint32_t pc = cursor->r[BOBBIN_PC], cpsr = cursor->cpsr;
    uint8_t kind = cursor->kind;
    struct program program;
    enum bobbin_stop stop = program_find(cursor, env, &program);

    if (stop == BOBBIN_STOP_NONE && cursor->banks->crossings == BOBBIN_CROSSINGS_MAX)
        stop = BOBBIN_STOP_NO_PROGRESS;
    if (stop != BOBBIN_STOP_NONE)
        return apply_stop(cursor, stop,
                          stop == BOBBIN_STOP_NO_PROGRESS ? cursor->r[BOBBIN_SP] : pc);
    if (cross(cursor, &program))
        return true;
    cursor->r[BOBBIN_PC] = pc;
    cursor->cpsr = cpsr;
    cursor->kind = kind;
    return false;
}

static enum bobbin_stop cross_rule_at(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                      struct bobbin_rule *rule, enum bobbin_trust *trust)
{
    (void)cursor;
    (void)env;
    (void)rule;
    (void)trust;
    return BOBBIN_STOP_NO_RULE; /* struct bobbin_rule cannot express a crossing */
}

const struct bobbin_foreign bobbin_cross = {.step = cross_step, .rule_at = cross_rule_at};
