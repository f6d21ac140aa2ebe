/* SPDX-License-Identifier: MIT */
/* A step from a handler's frame to the code that the exception interrupted. */
#include "../unwind/compiler.h"
#include "../unwind/gate.h"
#include "../unwind/readers.h"
#include "places.h"
#include "program_find.h"
#include <bobbin/rule.h>

enum { HYP = 10 };         /* bits 3..0 of the mode (ARM ARM B1.3.1) */
enum { CPSR_J = 1 << 24 }; /* Jazelle or ThumbEE state (ARM ARM B1.3.3) */

void bobbin_begin_across(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                         struct bobbin_banks *banks, const uint32_t r[16], uint32_t cpsr)
{
    bobbin_begin(cursor, env, r, cpsr);
    cursor->banks = banks;
    for (uint32_t i = offsetof(struct bobbin_banks, r8) / 4; i;) {
        OPTIMIZER_BARRIER(i); /* no call of memset */
        ((bytes_any_word *)banks)[--i] = 0;
    }
}

/*
 * The functions below return NONE, or why the trace ends. stop_value is then set, except for
 * NO_RULE and CORRUPT: cross_step has set it before.
 */

/* Ends the trace because the register of PLACE is unknown. */
static enum bobbin_stop lost(struct bobbin_cursor *cursor, uint32_t place)
{
    cursor->stop_value = place;
    return BOBBIN_STOP_LOST;
}

/* The key of find.h for a frame of KIND at PC: the instruction, or the end of the call. */
static inline uint32_t key_of(uint32_t pc, uint32_t kind)
{
    return pc + 2 - 2 * kind;
}

_Static_assert(BOBBIN_KIND_INTERRUPTED == 0 && BOBBIN_KIND_CALL == 1, "key_of computes with them");

/* ---- steps ----------------------------------------------------------------------------------- */

/*
 * Loads words from ADDRESS on: to TO[n] for each bit n of MASK, which is not 0, ascending. Returns
 * the address after them, a multiple of 4; or LOAD_FAILED | 2 * stop reason.
 */
enum { LOAD_FAILED = 1 };
static __attribute__((noinline)) uint32_t load(struct bobbin_cursor *cursor, uint32_t address,
                                               uint32_t mask, bytes_any_word *to)
{
    const struct bobbin_window *stack = &cursor->reading.env->window[BOBBIN_SPACE_STACK];
    uint32_t start = stack->start, offset = address - start, size_bytes = stack->size_bytes;
    const uint8_t *from = stack->bytes;

    if (address & 3) {
        cursor->stop_value = address;
        return LOAD_FAILED | 2 * BOBBIN_STOP_UNREADABLE;
    }
    do {
        uint32_t number = (uint32_t)__builtin_ctz(mask);
        if (offset < size_bytes) {
            to[number] = bytes_word(from + offset);
        } else {
            enum bobbin_stop stop;
            OPTIMIZER_BARRIER(number); /* saves 1 instruction for each word in the window */
            stop = gate_read(cursor, GATE_SLOT, start + offset, &to[number]);
            if (stop != BOBBIN_STOP_NONE)
                return LOAD_FAILED | 2 * stop;
        }
        mask &= mask - 1;
        offset += 4;
    } while (mask);
    return start + offset;
}

/*
 * Executes STEP, a list of registers from BASE on. Returns like load. If sp is in the list, it is
 * not loaded: it becomes the address after the list.
 */
static inline uint32_t run_list(struct bobbin_cursor *cursor, uint32_t step, uint32_t base)
{
    uint32_t mask = bytes_field(step, CROSSING_LIST_MASK_SHIFT, CROSSING_LIST_MASK_BITS);
    uint32_t loaded;

    OPTIMIZER_BARRIER(mask); /* saves 8 bytes */
    loaded = mask & ~BOBBIN_VALID_R(BOBBIN_SP);
    cursor->valid |= mask;
    if ((step & 1u << CROSSING_KIND_SHIFT) || !loaded) {
        cursor->valid ^= mask;
        return 0;
    }
    base = load(cursor, base + 4 * (uint32_t)((int32_t)step >> CROSSING_LIST_OFFSET_SHIFT), loaded,
                (bytes_any_word *)cursor->r);
    if (mask != loaded)
        cursor->r[BOBBIN_SP] = base;
    return base;
}

/* Executes a program from AT on. Returns its END, all of the word; or why the trace ends. */
static inline uint32_t run(struct bobbin_cursor *cursor, const uint8_t *at,
                           const uint8_t *programs_end)
{
    uint32_t base = cursor->r[BOBBIN_SP];

    while (at < programs_end) {
        uint32_t step = bytes_word(at), operand, loaded;
        uint32_t place = bytes_field(step, 0, CROSSING_PLACE_BITS);
        uint32_t kind, value = (uint32_t)((int32_t)step >> CROSSING_VALUE_SHIFT);
        uint32_t is_known = true;

        at += 4;
        OPTIMIZER_BARRIER(at); /* saves 1 instruction for each step */
        if (place == CROSSING_END)
            return step;
        if (place == CROSSING_LIST) {
            loaded = run_list(cursor, step, base);
            if (loaded & LOAD_FAILED)
                return loaded >> 1;
            continue;
        }
        kind = bytes_field(step, CROSSING_KIND_SHIFT, 2);
        if (place == CROSSING_CHECK) {
            if (cursor->banks->crossings >= kind)
                return BOBBIN_STOP_NO_RULE;
            continue;
        }
        operand = base + value;
        if (kind == CROSSING_SLOT) {
            loaded = load(cursor, operand, 1, &operand);
            if (loaded & LOAD_FAILED)
                return loaded >> 1;
        } else if (kind == CROSSING_WORD) {
            /* After the last word the operand is an address of a row, and the loop ends. */
            operand = bytes_word(at);
            at += 4;
        } else if (kind == CROSSING_REGISTER) {
            if (value >= CROSSING_PLACES)
                break;
            is_known = places_get(cursor, value, &operand);
        }
        /* An unknown pc or psr must not become that of the bank in finish(). */
        if (!is_known && (place - CROSSING_PC <= 1 || place >= CROSSING_PLACES))
            return lost(cursor, value);
        if (place == CROSSING_BASE_PLUS)
            base += operand;
        else if (place < CROSSING_PLACES)
            places_set(cursor, place, is_known, operand);
        else if (place == CROSSING_BASE)
            base = operand;
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

/* The bank that has lr of the mode of BANK: HYP mode has that of user mode. */
static inline uint32_t lr_bank(uint32_t bank)
{
    return bank == BOBBIN_BANK_HYP ? BOBBIN_BANK_USR : bank;
}

/* Stores sp and lr to those of BANK. */
static inline void save(struct bobbin_cursor *cursor, uint32_t bank)
{
    struct bobbin_banks *banks = cursor->banks;
    uint32_t valid = cursor->valid, lr = lr_bank(bank);

    banks->sp[bank] = cursor->r[BOBBIN_SP];
    banks->lr[lr] = cursor->r[BOBBIN_LR];
    banks->state[BOBBIN_BANKED_SP(bank)] =
        (uint8_t)(BOBBIN_BANKED_LOST - bytes_field(valid, BOBBIN_SP, 1));
    banks->state[BOBBIN_BANKED_LR(lr)] =
        (uint8_t)(BOBBIN_BANKED_LOST - bytes_field(valid, BOBBIN_LR, 1));
}

/* Exchanges r8-r12 with the other set. */
static inline void exchange_sets(struct bobbin_cursor *cursor)
{
    uint32_t number = 8;

    do {
        uint32_t value = cursor->r[number], valid = cursor->valid >> number & 1;
        uint32_t is_known = places_read(cursor, number - 8, &cursor->r[number]);

        OPTIMIZER_BARRIER(number); /* saves 12 bytes */
        cursor->valid ^= (valid ^ is_known) << number;
        places_set(cursor, CROSSING_OTHER - 8 + number, valid, value);
    } while (++number <= 12);
}

/* Whether the trace may go on at the code with KEY (find.h), which exception VECTOR interrupted. */
static inline bool is_code(const struct bobbin_env *env, uint32_t key, uint32_t vector)
{
    const uint8_t *range;

    /* A jump to nowhere ends in these exceptions. */
    return find_table(env, key, &range) || (env->guess && (vector == BOBBIN_VECTOR_UNDEFINED ||
                                                           vector == BOBBIN_VECTOR_PREFETCH_ABORT));
}

/* Gives psr and pc those of bank ENTERED, if no step has set them. Then the bank loses its own. */
static inline enum bobbin_stop complete(struct bobbin_cursor *cursor, uint32_t entered)
{
    struct bobbin_banks *banks = cursor->banks;
    uint32_t from = CROSSING_BANK_SPSR + entered;

    for (uint32_t place = CROSSING_PSR; place >= CROSSING_PC; place--, from -= BOBBIN_BANKS)
        if (!(cursor->valid >> place & 1) &&
            !places_read(cursor, from - CROSSING_OTHER, (bytes_any_word *)cursor->r + place))
            return lost(cursor, from);
    banks->state[BOBBIN_BANKED_LR(entered)] = BOBBIN_BANKED_LOST;
    banks->state[BOBBIN_BANKED_SPSR(entered)] = BOBBIN_BANKED_LOST;
    return BOBBIN_STOP_NONE;
}

/* Loads sp and lr of BANK. Returns false if sp is unknown. All but lr are valid then. */
static inline bool take(struct bobbin_cursor *cursor, uint32_t bank)
{
    uint32_t is_known = places_read(cursor, BOBBIN_BANKED_LR(lr_bank(bank)), &cursor->r[BOBBIN_LR]);

    cursor->valid |= BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR;
    cursor->valid =
        bobbin_valid_inner(cursor->valid & ~BOBBIN_VALID_R(BOBBIN_LR)) | is_known << BOBBIN_LR;
    return places_read(cursor, BOBBIN_BANKED_SP(bank), &cursor->r[BOBBIN_SP]);
}

/* Adjusts pc, as END says. The code there ran in the mode of BANK. */
static inline enum bobbin_stop adjust_pc(struct bobbin_cursor *cursor, uint32_t end,
                                         uint32_t entered, uint32_t bank)
{
    uint32_t kind = bytes_field(end, CROSSING_VALUE_SHIFT + CROSSING_END_RETURN_SHIFT, 1);
    uint32_t vector = end >> (CROSSING_VALUE_SHIFT + CROSSING_END_VECTOR_SHIFT);
    uint32_t thumb = cursor->cpsr & BOBBIN_CPSR_T, pc;

    end >>= CROSSING_VALUE_SHIFT;
    if (thumb)
        end >>= CROSSING_END_THUMB_SHIFT;
    pc = (cursor->r[BOBBIN_PC] - (end & 15)) & ~1u;
    cursor->r[BOBBIN_PC] = cursor->stop_value = pc;
    /* Whether MON mode interrupted this world is not known; HYP mode interrupts guests. */
    if (entered == BOBBIN_BANK_MON || (entered == BOBBIN_BANK_HYP && bank != entered))
        return BOBBIN_STOP_WORLD_BOUNDARY;
    if ((!thumb && (pc & 2)) || !is_code(cursor->reading.env, key_of(pc, kind), vector))
        return BOBBIN_STOP_PC_OUTSIDE;
    return BOBBIN_STOP_NONE;
}

/*
 * The program has ended with END; its code runs in the mode of CODE_BANK, the exception has entered
 * that of ENTERED.
 */
static inline enum bobbin_stop finish(struct bobbin_cursor *cursor, uint32_t code_bank,
                                      uint32_t end, uint32_t entered)
{
    struct bobbin_banks *banks = cursor->banks;
    uint32_t bank;
    enum bobbin_stop stop;

    save(cursor, code_bank);
    stop = complete(cursor, entered);
    if (stop != BOBBIN_STOP_NONE)
        return stop;
    bank = banks_of_modes[cursor->cpsr & 15];
    if (bank == NO_BANK || (cursor->cpsr & (16 | CPSR_J)) != 16)
        return lost(cursor, CROSSING_PSR);
    stop = adjust_pc(cursor, end, entered, bank);
    if (stop != BOBBIN_STOP_NONE)
        return stop;
    if (bank != code_bank && (bank == BOBBIN_BANK_FIQ || code_bank == BOBBIN_BANK_FIQ))
        exchange_sets(cursor);
    if (!take(cursor, bank))
        return lost(cursor, CROSSING_BANK_SP + bank);
    cursor->stop_value = cursor->r[BOBBIN_SP];
    if (cursor->stop_value & 3)
        return BOBBIN_STOP_BAD_SP;
    banks->crossings++;
    banks->vector = end >> (CROSSING_VALUE_SHIFT + CROSSING_END_VECTOR_SHIFT);
    cursor->kind = (uint8_t)bytes_field(end, CROSSING_VALUE_SHIFT + CROSSING_END_RETURN_SHIFT, 1);
    cursor->trust = BOBBIN_TRUST_TABLE;
    cursor->register_steps = 0;
    return BOBBIN_STOP_NONE;
}

static inline enum bobbin_stop cross(struct bobbin_cursor *cursor)
{
    struct bobbin_banks *banks = cursor->banks;
    uint32_t cpsr = cursor->cpsr & 15, mode, bank, end, entered;
    struct program program;
    enum bobbin_stop stop =
        program_find(cursor->reading.table, key_of(cursor->r[BOBBIN_PC], cursor->kind), &program);

    if (stop != BOBBIN_STOP_NONE)
        return stop;
    if (banks->crossings == BOBBIN_CROSSINGS_MAX) {
        cursor->stop_value = cursor->r[BOBBIN_SP];
        return BOBBIN_STOP_NO_PROGRESS;
    }
    mode = program.mode == CROSSING_MODE_ANY ? cpsr : program.mode;
    bank = banks_of_modes[mode];
    if (bank == NO_BANK)
        return BOBBIN_STOP_CORRUPT;
    /*
     * The rule is for frames in its own mode. Of a call frame the mode is not known for sure: a
     * callee that has changed the mode leaves its cpsr in the cursor. But no instruction leads from
     * the vectors of another mode to HYP mode, which may have the same vectors.
     */
    if (bank != banks_of_modes[cpsr] &&
        (cursor->kind == BOBBIN_KIND_INTERRUPTED || mode == HYP || cpsr == HYP))
        return BOBBIN_STOP_NO_RULE;
    banks->internal[PLACES_CODE_BANK] = (uint8_t)bank;
    cursor->valid &= ~(BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR);
    end = run(cursor, program.word, program.end);
    if (end < BOBBIN_STOPS)
        return (enum bobbin_stop)end;
    entered = bytes_field(end, CROSSING_VALUE_SHIFT + CROSSING_END_ENTERED_SHIFT, 3);
    if (program.mode == CROSSING_MODE_ANY)
        entered = bank;
    return finish(cursor, bank, end, entered);
}

static bool cross_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    uint32_t sp = cursor->r[BOBBIN_SP], pc = cursor->r[BOBBIN_PC], cpsr = cursor->cpsr;
    enum bobbin_stop stop;

    (void)env;
    cursor->stop_value = pc;
    stop = cross(cursor);
    cursor->stop = (uint8_t)stop;
    if (stop == BOBBIN_STOP_NONE)
        return true;
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
