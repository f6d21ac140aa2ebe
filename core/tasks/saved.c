/* SPDX-License-Identifier: MIT */
/* Starts traces of tasks from their saved registers, by the resume rules of a table. */
#include <bobbin/tasks.h>

#include "../format/bytes.h"
#include "../format/resume_format.h"
#include "../unwind/compiler.h"
#include "../unwind/find.h"
#include "../unwind/gate.h"

#include <stddef.h>

enum { CPSR_J = 1 << 24 }; /* Jazelle or ThumbEE state (ARM ARM B1.3.3) */
enum { NO_BANK = 8 };

/* ---- points ---------------------------------------------------------------------------------- */

/* The offset where RESUMES ends in TABLE; 0: the table has none, or is damaged. */
static uint32_t resumes_end(const struct bobbin_table *table)
{
    uint32_t end = table->size_bytes & ~3u, size_bytes;
    const uint8_t *last = table->bytes + end - 4;

    if (!(table->bytes[CROSSING_HEADER] & RESUME_HEADER_FLAG))
        return 0;
    if (!(table->bytes[CROSSING_HEADER] & CROSSING_HEADER_FLAG))
        return end;
    size_bytes = 4 + CROSSING_PAIR_BYTES * bytes_half(last) + 4 * bytes_half(last + 2);
    return size_bytes < end ? end - size_bytes : 0;
}

bool bobbin_saved_at(const struct bobbin_table *table, uint32_t which, struct bobbin_saved *saved)
{
    uint32_t end = resumes_end(table), points_count, words_count, number, handle;
    const uint8_t *points, *point;

    if (end < 8)
        return false;
    points_count = bytes_half(table->bytes + end - 4);
    words_count = bytes_half(table->bytes + end - 2);
    if (which >= points_count || RESUME_POINT_BYTES * points_count + 4 * words_count > end - 4)
        return false;
    points = table->bytes + end - 4 - RESUME_POINT_BYTES * points_count;
    point = points + RESUME_POINT_BYTES * which;
    number = bytes_half(point + RESUME_POINT_WORD);
    handle = bytes_half(point + RESUME_POINT_HANDLE);
    if (number >= words_count)
        return false;
    saved->point = bytes_word(point) + table->key_bias - 2; /* see key_bias */
    saved->function = bytes_word(point + RESUME_POINT_FUNCTION) + table->key_bias - 2;
    saved->takes_block = handle & RESUME_TAKES_BLOCK;
    saved->is_call = handle & RESUME_IS_CALL;
    saved->block_offset = handle & ~3u;
    saved->program = points - 4 * (words_count - number);
    saved->programs_end = points;
    return true;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Reads the word at ADDRESS. Returns NONE, or why there is none. */
static enum bobbin_stop load(struct bobbin_cursor *cursor, uint32_t address, uint32_t *word)
{
    const struct bobbin_window *stack = &cursor->reading.env->window[BOBBIN_SPACE_STACK];
    uint32_t offset = address - stack->start;

    cursor->stop_value = address;
    if (address & 3)
        return BOBBIN_STOP_UNREADABLE;
    if (offset >= stack->size_bytes)
        return gate_read(cursor, GATE_SLOT, address, word);
    *word = bytes_word((const uint8_t *)stack->bytes + offset);
    return BOBBIN_STOP_NONE;
}

/* set() writes r0-r15 and cpsr as one array, and all banked sp and lr. */
_Static_assert(offsetof(struct bobbin_cursor, cpsr) ==
                   offsetof(struct bobbin_cursor, r) + 4 * CROSSING_PSR,
               "cpsr is after pc");
_Static_assert(offsetof(struct bobbin_banks, lr) ==
                   offsetof(struct bobbin_banks, sp) + 4 * (CROSSING_BANK_LR - CROSSING_BANK_SP),
               "lr is after sp");

/* Makes the register of PLACE known, with VALUE. */
static enum bobbin_stop set(struct bobbin_cursor *cursor, uint32_t place, uint32_t value)
{
    if (place <= CROSSING_PSR) {
        ((bytes_any_word *)cursor->r)[place] = value;
        cursor->valid |= 1u << place;
        return BOBBIN_STOP_NONE;
    }
    if (place < CROSSING_BANK_SP || place >= CROSSING_BANK_SPSR)
        return BOBBIN_STOP_CORRUPT;
    ((bytes_any_word *)cursor->banks->sp)[place - CROSSING_BANK_SP] = value;
    cursor->banks->state[place - CROSSING_OTHER] = BOBBIN_BANKED_KNOWN;
    return BOBBIN_STOP_NONE;
}

/* Executes STEP, a list of registers or of d8-d15 from ADDRESS on. A double has two words. */
static enum bobbin_stop load_list(struct bobbin_cursor *cursor, uint32_t step, uint32_t address)
{
    uint32_t mask = bytes_field(step, CROSSING_LIST_MASK_SHIFT, CROSSING_LIST_MASK_BITS), word;
    uint32_t is_double = bytes_field(step, CROSSING_KIND_SHIFT, 2) == RESUME_LIST_DOUBLES;

    if (is_double) {
        mask &= 0xff;
        cursor->valid |= mask * BOBBIN_VALID_D(8);
    }
    for (uint32_t i = 0; i <= CROSSING_PSR; i++) {
        enum bobbin_stop stop;
        if (!(mask >> (i >> is_double) & 1))
            continue;
        stop = load(cursor, address, &word);
        address += 4;
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        if (is_double)
            ((bytes_any_word *)cursor->d)[i] = word;
        else
            set(cursor, i, word);
    }
    return BOBBIN_STOP_NONE;
}

/* Executes the program of SAVED. Returns NONE and *END, its END; or why there is no frame. */
static enum bobbin_stop run(struct bobbin_cursor *cursor, const struct bobbin_saved *saved,
                            uint32_t base, uint32_t *end)
{
    const uint8_t *at = saved->program;

    while (at < saved->programs_end) {
        uint32_t step = bytes_word(at), place = bytes_field(step, 0, CROSSING_PLACE_BITS);
        uint32_t kind = bytes_field(step, CROSSING_KIND_SHIFT, 2);
        uint32_t operand = base + (uint32_t)((int32_t)step >> CROSSING_VALUE_SHIFT);
        enum bobbin_stop stop = BOBBIN_STOP_NONE;

        at += 4;
        if (place == CROSSING_END) {
            *end = step;
            return BOBBIN_STOP_NONE;
        }
        if (place == CROSSING_LIST) {
            int32_t words = (int32_t)step >> CROSSING_LIST_OFFSET_SHIFT;
            stop = load_list(cursor, step, base + 4 * (uint32_t)words);
        } else if (kind == CROSSING_SLOT) {
            stop = load(cursor, operand, &operand);
        } else if (kind != CROSSING_NUMBER) {
            stop = BOBBIN_STOP_CORRUPT;
        }
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        if (place == CROSSING_BASE)
            base = operand;
        else if (place == CROSSING_SKIP_ZERO || place == CROSSING_SKIP_ONE)
            at += operand == place - CROSSING_SKIP_ZERO
                      ? 4 * bytes_field(step, CROSSING_SKIP_SHIFT, CROSSING_SKIP_BITS)
                      : 0;
        else if (place == RESUME_SKIP_CLEAR)
            at += operand & bytes_word(at)
                      ? 4
                      : 4 + 4 * bytes_field(step, CROSSING_SKIP_SHIFT, CROSSING_SKIP_BITS);
        else if (place != CROSSING_LIST)
            stop = set(cursor, place, operand);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
    }
    return BOBBIN_STOP_CORRUPT;
}

/* ---- after the last step --------------------------------------------------------------------- */

/* For bits 3..0 of a mode its bank (ARM ARM B1.3.1). HYP mode runs no tasks of this kind. */
static const uint8_t banks_of_modes[16] = {
    BOBBIN_BANK_USR, BOBBIN_BANK_FIQ, BOBBIN_BANK_IRQ, BOBBIN_BANK_SVC, NO_BANK, NO_BANK,
    BOBBIN_BANK_MON, BOBBIN_BANK_ABT, NO_BANK,         NO_BANK,         NO_BANK, BOBBIN_BANK_UND,
    NO_BANK,         NO_BANK,         NO_BANK,         BOBBIN_BANK_USR,
};

static enum bobbin_stop lost(struct bobbin_cursor *cursor, uint32_t place)
{
    cursor->stop_value = place;
    return BOBBIN_STOP_LOST;
}

/* Loads sp and lr from those of BANK, unless the program has set them. */
static enum bobbin_stop take_bank(struct bobbin_cursor *cursor, uint32_t bank)
{
    const struct bobbin_banks *banks = cursor->banks;
    bool has_sp = banks->state[BOBBIN_BANKED_SP(bank)] == BOBBIN_BANKED_KNOWN;
    bool has_lr = banks->state[BOBBIN_BANKED_LR(bank)] == BOBBIN_BANKED_KNOWN;

    if (has_lr && !(cursor->valid & BOBBIN_VALID_R(BOBBIN_LR)))
        set(cursor, BOBBIN_LR, banks->lr[bank]);
    if (cursor->valid & BOBBIN_VALID_R(BOBBIN_SP))
        return BOBBIN_STOP_NONE;
    if (!has_sp)
        return lost(cursor, CROSSING_BANK_SP + bank);
    return set(cursor, BOBBIN_SP, banks->sp[bank]);
}

/* Checks pc, and splits its Thumb bit off if nothing else tells the state. */
static enum bobbin_stop take_pc(struct bobbin_cursor *cursor, bool has_psr)
{
    const uint8_t *range;
    uint32_t pc = cursor->r[BOBBIN_PC];

    if (!has_psr)
        cursor->cpsr = (cursor->cpsr & ~BOBBIN_CPSR_T) | (pc & 1 ? BOBBIN_CPSR_T : 0);
    cursor->r[BOBBIN_PC] = cursor->stop_value = pc & ~1u;
    if ((!(cursor->cpsr & BOBBIN_CPSR_T) && (pc & 2)) || !cursor->reading.env->tables_count ||
        !find_table(cursor->reading.env, find_key(cursor), &range))
        return BOBBIN_STOP_PC_OUTSIDE;
    return BOBBIN_STOP_NONE;
}

/*
 * A task that called the switching function goes on at a return address. If no call comes before
 * pc, the task has never run, and goes on at the start of its first function.
 */
static void take_kind(struct bobbin_cursor *cursor, uint32_t end)
{
    cursor->kind = (uint8_t)bytes_field(end, CROSSING_VALUE_SHIFT + CROSSING_END_RETURN_SHIFT, 1);
    if (!bobbin_follows_call(cursor, cursor->reading.env))
        cursor->kind = BOBBIN_KIND_INTERRUPTED;
}

static enum bobbin_stop finish(struct bobbin_cursor *cursor, uint32_t end)
{
    bool has_psr = cursor->valid & BOBBIN_VALID_CPSR;
    uint32_t bank = banks_of_modes[cursor->cpsr & 15];
    enum bobbin_stop stop;

    if (!(cursor->valid & BOBBIN_VALID_R(BOBBIN_PC)))
        return BOBBIN_STOP_CORRUPT;
    if (bank == NO_BANK || bank == BOBBIN_BANK_FIQ || (cursor->cpsr & (16 | CPSR_J)) != 16)
        return lost(cursor, CROSSING_PSR);
    stop = take_pc(cursor, has_psr);
    if (stop == BOBBIN_STOP_NONE)
        stop = take_bank(cursor, bank);
    if (stop != BOBBIN_STOP_NONE)
        return stop;
    take_kind(cursor, end);
    cursor->valid = bobbin_valid_inner(cursor->valid | BOBBIN_VALID_CPSR);
    cursor->stop_value = cursor->r[BOBBIN_SP];
    return cursor->stop_value & 3 ? BOBBIN_STOP_BAD_SP : BOBBIN_STOP_NONE;
}

bool bobbin_begin_saved(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                        struct bobbin_banks *banks, const struct bobbin_saved *saved,
                        uint32_t handle, uint32_t cpsr)
{
    uint32_t end = 0;
    enum bobbin_stop stop;

    banks->crossings = banks->vector = 0;
    for (uint32_t i = 0; i < sizeof(banks->state); i++) {
        OPTIMIZER_BARRIER(i); /* no call of memset */
        banks->state[i] = BOBBIN_BANKED_LOST;
    }
    bobbin_begin(cursor, env, cursor->r, cpsr); /* any values: no register is known */
    cursor->reading.env = env;
    cursor->banks = banks;
    cursor->valid = 0;
    stop = run(cursor, saved, handle, &end);
    if (stop == BOBBIN_STOP_NONE)
        stop = finish(cursor, end);
    cursor->stop = (uint8_t)stop;
    return stop == BOBBIN_STOP_NONE;
}
