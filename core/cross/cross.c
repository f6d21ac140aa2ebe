/* SPDX-License-Identifier: MIT */
/* A step from a handler's frame to the code that the exception interrupted. */
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

/*
 * The functions below return NONE, or why the trace ends. For NO_RULE and CORRUPT cross_step sets
 * stop_value.
 */

/* Ends the trace because the register of PLACE is unknown. */
static enum bobbin_stop lost(struct bobbin_cursor *cursor, uint32_t place)
{
    cursor->stop_value = place;
    return BOBBIN_STOP_LOST;
}

/*
 * The key of find.h for a frame at PC. In ARM state it has bit 0 for calls too: no code and no row
 * starts at an odd address.
 */
static inline uint32_t key_of(uint32_t pc, uint32_t is_call)
{
    return (pc + 2 - 2 * is_call) | 1;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/*
 * Loads words from ADDRESS on: to TO[n] for each bit n of MASK, ascending. stop_value becomes the
 * address after them.
 */
static __attribute__((noinline)) enum bobbin_stop
load(struct bobbin_cursor *cursor, uint32_t address, uint32_t mask, bytes_any_word *to)
{
    const struct bobbin_window *stack = &cursor->reading.env->window[BOBBIN_SPACE_STACK];
    uint32_t offset = address - stack->start, size_bytes = stack->size_bytes;
    const uint8_t *from = stack->bytes;

    cursor->stop_value = address;
    if (address & 3)
        return BOBBIN_STOP_UNREADABLE;
    for (; mask; mask &= mask - 1, offset += 4) {
        bytes_any_word *word = &to[__builtin_ctz(mask)];
        if (offset < size_bytes) {
            *word = bytes_word(from + offset);
        } else {
            enum bobbin_stop stop = gate_read(cursor, GATE_SLOT, stack->start + offset, word);
            if (stop != BOBBIN_STOP_NONE)
                return stop;
        }
    }
    cursor->stop_value = stack->start + offset;
    return BOBBIN_STOP_NONE;
}

/* Executes PROGRAM up to its END, whose value it stores to *END. */
static inline enum bobbin_stop run(struct bobbin_cursor *cursor, struct bobbin_banks *banks,
                                   const struct program *program, uint32_t *end)
{
    const uint8_t *at = program->word;

    while (at < program->end) {
        uint32_t step = bytes_word(at);
        uint32_t place = bytes_field(step, 0, CROSSING_PLACE_BITS);
        uint32_t kind = bytes_field(step, CROSSING_KIND_SHIFT, 2);
        uint32_t value = (uint32_t)((int32_t)step >> CROSSING_VALUE_SHIFT);
        uint32_t operand = banks->internal[PLACES_BASE] + value;
        uint32_t address = operand, mask = 1;
        bytes_any_word *to = &operand;
        enum bobbin_stop stop;
        bool is_known = true;

        at += 4;
        *end = value;
        if (place == CROSSING_END)
            return BOBBIN_STOP_NONE;
        if (place == CROSSING_CHECK) {
            if (kind == CROSSING_CHECK_INNERMOST && !banks->crossings)
                continue;
            return BOBBIN_STOP_NO_RULE;
        }
        if (place == CROSSING_LIST) {
            mask = bytes_field(step, CROSSING_LIST_MASK_SHIFT, 16);
            if (kind == CROSSING_LIST_LOST) {
                cursor->valid &= ~mask;
                continue;
            }
            mask |= (kind & CROSSING_LIST_RETURN) << CROSSING_PSR;
            cursor->valid |= mask;
            address = banks->internal[PLACES_BASE] +
                      4 * (uint32_t)((int32_t)step >> CROSSING_LIST_OFFSET_SHIFT);
            to = (bytes_any_word *)cursor->r;
        }
        if (kind == CROSSING_SLOT || place == CROSSING_LIST) {
            stop = load(cursor, address, mask, to);
            if (stop != BOBBIN_STOP_NONE)
                return stop;
        } else if (kind == CROSSING_WORD) {
            /* After the last word the operand is a row, and the loop ends. */
            operand = bytes_word(at);
            at += 4;
        } else if (kind == CROSSING_REGISTER) {
            if (value >= CROSSING_PLACES)
                break;
            is_known = places_get(cursor, value, &operand);
        }
        if (place == CROSSING_LIST) {
            if (!(kind & CROSSING_LIST_RETURN))
                continue;
            operand = cursor->stop_value;
            place = BOBBIN_SP;
        }
        /* An unknown pc or psr must not become that of the bank in complete(). */
        if (!is_known &&
            (place - CROSSING_PC <= 1 || place == CROSSING_BASE || place >= CROSSING_PLACES))
            return lost(cursor, value);
        if (place < CROSSING_PLACES)
            places_set(cursor, place, is_known, operand);
        else if (place == CROSSING_BASE_PLUS)
            banks->internal[PLACES_BASE] += operand;
        else if (operand == place - CROSSING_SKIP_ZERO)
            at += 4 * bytes_field(step, CROSSING_SKIP_SHIFT, CROSSING_SKIP_BITS);
    }
    return BOBBIN_STOP_CORRUPT;
}

/* ---- after the last step --------------------------------------------------------------------- */

enum { NO_BANK = 8 };
/* For bits 3..0 of a mode its bank (ARM ARM B1.3.1) */
static const uint8_t banks_of_modes[16] = {
    BOBBIN_BANK_USR, BOBBIN_BANK_FIQ, BOBBIN_BANK_IRQ, BOBBIN_BANK_SVC,
    NO_BANK,         NO_BANK,         BOBBIN_BANK_MON, BOBBIN_BANK_ABT,
    NO_BANK,         NO_BANK,         BOBBIN_BANK_HYP, BOBBIN_BANK_UND,
    NO_BANK,         NO_BANK,         NO_BANK,         BOBBIN_BANK_USR,
};

/* The place of lr in the mode of BANK: HYP mode has that of user mode. */
static inline uint32_t lr_place(uint32_t bank)
{
    return CROSSING_BANK_LR + (bank == BOBBIN_BANK_HYP ? 0 : bank);
}

/* Gives psr and pc the values of bank ENTERED if no step has set them. Then the bank loses them. */
static inline enum bobbin_stop complete(struct bobbin_cursor *cursor, uint32_t entered)
{
    uint32_t from = CROSSING_BANK_SPSR + entered;

    for (uint32_t place = CROSSING_PSR; place >= CROSSING_PC; place--, from -= BOBBIN_BANKS)
        if (cursor->valid >> place & 1)
            places_set(cursor, from, false, 0);
        else if (!places_exchange(cursor, place, from)) /* then FROM is lost */
            return lost(cursor, from);
    return BOBBIN_STOP_NONE;
}

/* Whether the trace may go on at the code with KEY (find.h), which exception VECTOR interrupted. */
static inline bool is_code(const struct bobbin_env *env, uint32_t key, uint32_t vector)
{
    const uint8_t *range;

    /* A jump to nowhere ends in these exceptions. */
    return find_table(env, key, &range) || (env->guess && (vector == BOBBIN_VECTOR_UNDEFINED ||
                                                           vector == BOBBIN_VECTOR_PREFETCH_ABORT));
}

/* The program has ended with END; the exception has entered the mode of bank ENTERED. */
static inline enum bobbin_stop finish(struct bobbin_cursor *cursor, struct bobbin_banks *banks,
                                      uint32_t code_bank, uint32_t end, uint32_t entered)
{
    uint32_t vector = bytes_field(end, CROSSING_END_VECTOR_SHIFT, 3);
    uint32_t is_call = bytes_field(end, CROSSING_END_RETURN_SHIFT, 1);
    uint32_t thumb, pc, bank;
    enum bobbin_stop stop;

    places_set(cursor, CROSSING_BANK_SP + code_bank, cursor->valid >> BOBBIN_SP & 1,
               cursor->r[BOBBIN_SP]);
    places_set(cursor, lr_place(code_bank), cursor->valid >> BOBBIN_LR & 1, cursor->r[BOBBIN_LR]);
    stop = complete(cursor, entered);
    if (stop != BOBBIN_STOP_NONE)
        return stop;
    bank = banks_of_modes[cursor->cpsr & 15];
    if (bank == NO_BANK || !(cursor->cpsr & 16) || !(~cursor->cpsr & (CPSR_J | BOBBIN_CPSR_T)))
        return lost(cursor, CROSSING_PSR);
    thumb = bytes_field(cursor->cpsr, 5, 1);
    pc = (cursor->r[BOBBIN_PC] - (end >> CROSSING_END_THUMB_SHIFT * thumb & 15)) & ~1u;
    cursor->r[BOBBIN_PC] = cursor->stop_value = pc;
    /* Whether MON mode interrupted this world is not known; HYP mode interrupts guests. */
    if (entered == BOBBIN_BANK_MON || (entered == BOBBIN_BANK_HYP && bank != entered))
        return BOBBIN_STOP_WORLD_BOUNDARY;
    if ((!thumb && (pc & 2)) || !is_code(cursor->reading.env, key_of(pc, is_call), vector))
        return BOBBIN_STOP_PC_OUTSIDE;
    if (bank != code_bank && (bank == BOBBIN_BANK_FIQ || code_bank == BOBBIN_BANK_FIQ))
        for (uint32_t place = 8; place <= 12; place++)
            places_exchange(cursor, place, place - 8 + CROSSING_OTHER);
    /* The bank of the current mode is unknown: its sp and lr are in the cursor. */
    cursor->valid &= ~(BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_LR));
    places_exchange(cursor, BOBBIN_LR, lr_place(bank));
    if (!places_exchange(cursor, BOBBIN_SP, CROSSING_BANK_SP + bank))
        return lost(cursor, CROSSING_BANK_SP + bank);
    cursor->stop_value = cursor->r[BOBBIN_SP];
    if (cursor->stop_value & 3)
        return BOBBIN_STOP_BAD_SP;
    cursor->kind = is_call ? BOBBIN_KIND_CALL : BOBBIN_KIND_INTERRUPTED;
    cursor->trust = BOBBIN_TRUST_TABLE;
    cursor->register_steps = 0;
    banks->crossings++;
    banks->vector = vector;
    return BOBBIN_STOP_NONE;
}

static inline enum bobbin_stop cross(struct bobbin_cursor *cursor)
{
    struct bobbin_banks *banks = cursor->banks;
    uint32_t cpsr = cursor->cpsr & 15, mode, bank, end = 0;
    struct program program;
    enum bobbin_stop stop =
        program_find(cursor->reading.table,
                     key_of(cursor->r[BOBBIN_PC], cursor->kind == BOBBIN_KIND_CALL), &program);

    if (stop != BOBBIN_STOP_NONE)
        return stop;
    if (banks->crossings == BOBBIN_CROSSINGS_MAX) {
        cursor->stop_value = cursor->r[BOBBIN_SP];
        return BOBBIN_STOP_NO_PROGRESS;
    }
    mode = program.mode == CROSSING_MODE_ANY ? cpsr : program.mode;
    /* HYP mode may have the vectors of other modes. No instruction of theirs leads to HYP mode. */
    if (mode != cpsr && (mode == HYP || cpsr == HYP))
        return BOBBIN_STOP_NO_RULE;
    bank = banks_of_modes[mode];
    if (bank == NO_BANK)
        return BOBBIN_STOP_CORRUPT;
    banks->lost |= PLACES_BIT(CROSSING_BASE) * 7; /* never asked for */
    banks->internal[PLACES_BASE] = cursor->r[BOBBIN_SP];
    banks->internal[PLACES_CODE_BANK] = bank;
    cursor->valid &= ~(BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR);
    stop = run(cursor, banks, &program, &end);
    if (stop != BOBBIN_STOP_NONE)
        return stop;
    return finish(
        cursor, banks, bank, end,
        program.mode == CROSSING_MODE_ANY ? bank : bytes_field(end, CROSSING_END_ENTERED_SHIFT, 3));
}

static bool cross_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    uint32_t sp = cursor->r[BOBBIN_SP], pc = cursor->r[BOBBIN_PC], cpsr = cursor->cpsr;
    enum bobbin_stop stop;

    (void)env;
    stop = cross(cursor);
    cursor->stop = (uint8_t)stop;
    if (stop == BOBBIN_STOP_NONE)
        return true;
    if (stop == BOBBIN_STOP_NO_RULE || stop == BOBBIN_STOP_CORRUPT)
        cursor->stop_value = pc;
    cursor->r[BOBBIN_SP] = sp;
    cursor->r[BOBBIN_PC] = pc;
    cursor->cpsr = cpsr;
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
