/* SPDX-License-Identifier: MIT */
/* Applies instructions of exception entry code to bank states. */
#include "exceptions/bank_transfer.h"

#include "exceptions/bank_again.h"
#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_memory.h"
#include "exceptions/bank_ordinary.h"
#include <bobbin/rule.h>

enum { CPSR_I = 1 << 7 }; /* interrupts are disabled (ARM ARM B1.3.3) */
enum { USER_MODE = 0 };   /* bits 3..0 (B1.3.1) */

/* r8-r14 depend on the mode (ARM ARM B1.3.2). */
enum { BANKED_FIRST = 8, BANKED_MASK = 0x7f00 };

static const struct bank_value other = {.kind = BANK_OTHER};

/* ---- registers ------------------------------------------------------------------------------- */

static bool is_double(unsigned number)
{
    return number >= EFFECT_S16 && number < EFFECT_REGISTERS;
}

struct bank_value bank_transfer_register(struct bank_state *state, unsigned number)
{
    if (is_double(number))
        return state->s[number - EFFECT_S16];
    if (state->mode >= BANK_MODE_DIFFERS && number >= BANKED_FIRST)
        return other;
    return number <= BOBBIN_LR ? *bank_state_place(state, number) : other;
}

/*
 * Whether sp of BANK, which was OLD, moves up to NEW, and the words that it leaves are still to be
 * read through a register. They remain as long as exceptions that enter the same mode are masked.
 */
static bool keeps_words_below(struct bank_state *state, uint8_t bank, struct bank_value old,
                              struct bank_value new)
{
    bool is_own = bank == BOBBIN_BANK_IRQ || bank == BOBBIN_BANK_FIQ;

    for (unsigned i = 0; i < 13 && is_own && !state->unmasked; i++)
        if (state->r[i].kind == BANK_ADDRESS && state->r[i].base == old.base &&
            old.base == new.base &&new.kind == BANK_ADDRESS && state->r[i].number < new.number)
            return state->keeps_dead = true;
    return false;
}

/* Interrupts may be enabled: forgets all words below the sp of their stack. */
static void forget_dead(struct bank_state *state)
{
    for (unsigned i = 0; i < BANK_COUNT && state->keeps_dead; i++)
        if (state->sp[i].kind == BANK_ADDRESS && state->sp[i].base != BANK_ABSOLUTE)
            bank_state_forget(state, state->sp[i].base, INT32_MIN, state->sp[i].number);
    state->keeps_dead = false;
}

/*
 * sp of BANK, which was OLD, becomes NEW. Nothing keeps the words below sp: the next exception in
 * this mode overwrites them. Stores below an sp that moves down afterwards remain.
 */
static void move_sp(struct bank_state *state, uint8_t bank, struct bank_value old,
                    struct bank_value new)
{
    if (old.kind != BANK_ADDRESS || keeps_words_below(state, bank, old, new))
        return;
    if (old.base != new.base && old.base != BANK_ABSOLUTE)
        bank_state_forget(state, old.base, INT32_MIN, old.number);
    else if (old.base == new.base &&new.number > old.number)
        bank_state_forget(state, old.base, old.base == BANK_ABSOLUTE ? old.number : INT32_MIN,
                          new.number);
}

static void write_sp(const struct bank_transfer *transfer, struct bank_state *state, uint8_t bank,
                     struct bank_value value, uint32_t at)
{
    struct bank_value old = state->sp[bank];

    if (value.kind != BANK_ADDRESS) {
        struct bank_base base = {.kind = BANK_BASE_FOREIGN, .parent = bank, .at = at};
        state->sp[bank] = other;
        value = bank_memory_fresh(state, bank_bases_intern(transfer->bases, &base));
    }
    move_sp(state, bank, old, value);
    state->sp[bank] = value;
}

static void write_place(const struct bank_transfer *transfer, struct bank_state *state,
                        struct bank_value *place, struct bank_value value, uint32_t at)
{
    if (place >= state->sp && place < state->sp + BANK_COUNT)
        write_sp(transfer, state, (uint8_t)(place - state->sp), value, at);
    else if (place)
        *place = value;
}

void bank_transfer_write(const struct bank_transfer *transfer, struct bank_state *state,
                         unsigned number, struct bank_value value, uint32_t at)
{
    if (is_double(number) &&
        !(transfer->given_up >> (BOBBIN_PLACE_D8 + (number - EFFECT_S16) / 2) & 1))
        state->s[number - EFFECT_S16] = value;
    else if (number <= BOBBIN_LR)
        write_place(transfer, state, bank_state_place(state, number), value, at);
}

/* The location of a banked register, by its number in bank_effect.h. */
static struct bank_value *banked_place(struct bank_state *state, unsigned place)
{
    if (place >= BANK_EFFECT_FIQ_R && place < BANK_EFFECT_FIQ_R + 5)
        return &state->fiq[place - BANK_EFFECT_FIQ_R];
    if (place >= BANK_EFFECT_USER_R && place < BANK_EFFECT_USER_R + 5)
        return &state->r[8 + place - BANK_EFFECT_USER_R];
    if (place >= BANK_EFFECT_THREAD_ID && place < BANK_EFFECT_THREAD_ID + BANK_THREAD_IDS)
        return &state->thread_id[place - BANK_EFFECT_THREAD_ID];
    return bank_state_place(state, place);
}

/* ---- effects on banked registers ------------------------------------------------------------- */

/*
 * The code does not go on as a handler: the same exception may come again, and overwrites lr and
 * SPSR of the bank that it enters.
 */
static void abandon(struct bank_state *state)
{
    if (state->entered <= BANK_ENTERED)
        state->lr[state->entered] = state->spsr[state->entered] = other;
}

static void set_mode(struct bank_state *state, uint8_t mode)
{
    if (mode == USER_MODE)
        abandon(state);
    if (state->mode == CROSSING_MODE_ANY && mode != CROSSING_MODE_ANY)
        state->entered = BANK_ENTERED_DIFFERS;
    state->mode = bank_of_mode(mode) == BANK_ENTERED ? BANK_MODE_DIFFERS : mode;
}

/* Whether cpsr with VALUE disables interrupts. */
static bool is_masked(struct bank_value value)
{
    return bank_is_constant(value) && (value.number & CPSR_I);
}

/* A word of which the mode is unknown keeps the mode (assumption mode-kept). */
static void write_cpsr(struct bank_state *state, struct bank_value value)
{
    bank_again_distrust(state);
    if (!is_masked(value)) {
        state->unmasked = true;
        forget_dead(state);
    }
    if (bank_has_any_mode(value))
        state->mode = BANK_MODE_CHOSEN;
    else if (bank_mode_of(value) != BANK_MODE_DIFFERS)
        set_mode(state, bank_mode_of(value));
}

void bank_transfer_psr(struct bank_state *state, struct bank_value value)
{
    write_cpsr(state, value);
    if (!is_masked(value))
        abandon(state);
    if (bank_mode_of(value) == BANK_MODE_DIFFERS)
        state->mode = BANK_MODE_CHOSEN;
}

/*
 * OLD, a psr, after the write of NEW to FIELDS. Code that restores the psr of the interrupted code
 * without the fields x and s relies on them being right.
 */
static struct bank_value merged_psr(struct bank_value old, struct bank_value new, uint32_t fields)
{
    const uint32_t usual = BANK_FIELD_C | BANK_FIELD_F;
    struct bank_value mode = fields & BANK_FIELD_C ? new : old;

    if (fields == BANK_FIELDS_ALL)
        return new;
    if (new.kind == BANK_PSR && ((fields & usual) == usual || old.kind == BANK_PSR))
        return new;
    if (bank_is_constant(mode))
        return (struct bank_value){.kind = BANK_MODE,
                                   .number = mode.number & (int32_t)BOBBIN_CPSR_MODE};
    return mode.kind == BANK_MODE ? mode : other;
}

static void store_return_state(const struct bank_transfer *transfer, struct bank_state *state,
                               const struct bank_instruction *in)
{
    uint8_t bank = bank_of_mode(in->bank.mode);
    struct bank_value base = state->sp[bank];

    bank_memory_store(transfer, state, bank_plus(base, in->bank.number),
                      state->lr[bank_of_lr(state->mode)]);
    bank_memory_store(transfer, state, bank_plus(base, in->bank.number + 4),
                      state->spsr[bank_of_mode(state->mode)]);
    if (in->bank.writeback)
        write_sp(transfer, state, bank, bank_plus(base, in->bank.writeback), in->at.address);
}

/*
 * In CROSSING_MODE_ANY it is unknown which set of r8-r12 is current. Returns the index of PLACE in
 * the sets if PLACE is in one of them, and STATE is in that mode; 5: it is not.
 */
static unsigned index_in_unknown_set(const struct bank_state *state, const struct bank_value *place)
{
    if (state->mode != CROSSING_MODE_ANY)
        return 5;
    if (place >= &state->r[8] && place < &state->r[13])
        return (unsigned)(place - &state->r[8]);
    return place >= state->fiq && place < state->fiq + 5 ? (unsigned)(place - state->fiq) : 5;
}

/* The register PLACE of a named mode. */
static struct bank_value read_named(const struct bank_state *state, const struct bank_value *place)
{
    return place && index_in_unknown_set(state, place) == 5 ? *place : other;
}

/* The register PLACE of a named mode becomes VALUE. */
static void write_named(const struct bank_transfer *transfer, struct bank_state *state,
                        struct bank_value *place, struct bank_value value, uint32_t at)
{
    unsigned i = index_in_unknown_set(state, place);

    if (i == 5)
        write_place(transfer, state, place, value, at);
    else
        state->r[8 + i] = state->fiq[i] = other;
}

/* STM ^ and LDM ^: r8-r12, sp and lr of user mode. */
static void move_user(const struct bank_transfer *transfer, struct bank_state *state,
                      const struct bank_instruction *in)
{
    struct bank_value address = bank_transfer_register(state, in->bank.rn);

    address = bank_plus(address, in->bank.number);
    for (unsigned left = in->bank.list & 0x7fff; left; left &= left - 1) {
        unsigned number = (unsigned)__builtin_ctz(left);
        struct bank_value *place = number < 13           ? &state->r[number]
                                   : number == BOBBIN_SP ? &state->sp[BOBBIN_BANK_USR]
                                                         : &state->lr[BOBBIN_BANK_USR];
        if (in->bank.kind == BANK_EFFECT_STORE_USER)
            bank_memory_store(transfer, state, address, read_named(state, place));
        else
            write_named(transfer, state, place,
                        bank_memory_load(transfer, state, address, in->at.address), in->at.address);
        address = bank_plus(address, 4);
    }
}

/* SVC, SMC, HVC: the exception destroys lr and SPSR of the mode that it enters. */
static void call_supervisor(struct bank_state *state, uint8_t bank)
{
    for (unsigned i = 0; i < 4; i++)
        state->r[i] = other;
    *bank_state_place(state, 12) = other;
    state->lr[bank] = state->spsr[bank] = other;
    state->flags.kind = BANK_FLAGS_OTHER;
}

/* What IN reads from a system register. */
static struct bank_value system_word(const struct bank_transfer *transfer, struct bank_state *state,
                                     const struct bank_instruction *in)
{
    struct bank_base base = {.kind = BANK_BASE_SYSTEM, .at = in->at.address};

    return bank_memory_fresh(state, bank_bases_intern(transfer->bases, &base));
}

bool bank_transfer_is_blind(const struct bank_instruction *in)
{
    const struct effect *effect = &in->effect;

    if (in->bank.kind == BANK_EFFECT_WRITE_CPSR || in->bank.kind == BANK_EFFECT_MODE)
        return true;
    return (in->bank.kind == BANK_EFFECT_NONE || in->bank.kind == BANK_EFFECT_EOR ||
            in->bank.kind == BANK_EFFECT_LOGICAL || in->bank.kind == BANK_EFFECT_READ_SYSTEM) &&
           effect->flow == FLOW_NEXT && !(effect->writes & BANKED_MASK) &&
           !(effect->kind == EFFECT_STORE && effect->rn == BOBBIN_SP) &&
           !(effect->kind == EFFECT_LOAD && (effect->list & BANKED_MASK)) &&
           !(effect_writes_rd(effect) && effect->rd >= BANKED_FIRST) &&
           !(effect->writeback && effect->rn >= BANKED_FIRST);
}

void bank_transfer_apply(const struct bank_transfer *transfer, struct bank_state *state,
                         const struct bank_instruction *in)
{
    const struct bank_effect *bank = &in->bank;
    uint8_t mode_bank = bank_of_mode(state->mode);

    if (in->effect.sets_flags && bank->kind <= BANK_EFFECT_WRITE_CPSR)
        state->flags.kind = BANK_FLAGS_OTHER;
    switch (bank->kind) {
    case BANK_EFFECT_MODE:
        set_mode(state, (uint8_t)bank->number);
        break;
    case BANK_EFFECT_ENABLE:
        bank_again_distrust(state);
        state->unmasked = true;
        forget_dead(state);
        if (bank->number >= 0)
            set_mode(state, (uint8_t)bank->number);
        break;
    case BANK_EFFECT_WRITE_CPSR:
        write_cpsr(state, bank_transfer_register(state, bank->rn));
        break;
    case BANK_EFFECT_READ_SPSR:
        bank_transfer_write(transfer, state, bank->rd, state->spsr[mode_bank], in->at.address);
        break;
    case BANK_EFFECT_WRITE_SPSR:
        state->spsr[mode_bank] =
            merged_psr(state->spsr[mode_bank], bank_transfer_register(state, bank->rn),
                       (uint32_t)bank->number);
        break;
    case BANK_EFFECT_READ_PLACE:
        bank_transfer_write(transfer, state, bank->rd,
                            read_named(state, banked_place(state, bank->place)), in->at.address);
        break;
    case BANK_EFFECT_READ_SYSTEM:
        bank_transfer_write(transfer, state, bank->rd, system_word(transfer, state, in),
                            in->at.address);
        break;
    case BANK_EFFECT_WRITE_PLACE:
        write_named(transfer, state, banked_place(state, bank->place),
                    bank_transfer_register(state, bank->rn), in->at.address);
        break;
    case BANK_EFFECT_SRS:
        store_return_state(transfer, state, in);
        break;
    case BANK_EFFECT_STORE_USER:
    case BANK_EFFECT_LOAD_USER:
        move_user(transfer, state, in);
        break;
    case BANK_EFFECT_CALL:
        call_supervisor(state, bank->mode);
        break;
    default:
        bank_ordinary_apply(transfer, state, in);
        break;
    }
}

/* ---- calls ----------------------------------------------------------------------------------- */

void bank_transfer_call(const struct bank_bases *bases, struct bank_state *state, uint32_t broken)
{
    uint32_t lost = broken | EFFECT_CHANGED_BY_CALLS;

    for (unsigned i = 0; i < 15; i++)
        if (i != BOBBIN_SP && (lost >> i & 1))
            *bank_state_place(state, i) = other;
    if (broken >> BOBBIN_SP & 1)
        *bank_state_place(state, BOBBIN_SP) = other;
    for (unsigned i = 0; i < BANK_DOUBLES_COUNT; i++)
        if (broken >> (16 + i / 2) & 1)
            state->s[i] = other;
    bank_memory_lend(bases, state);
    forget_dead(state);
    bank_again_distrust(state);
    state->flags.kind = BANK_FLAGS_OTHER;
}
