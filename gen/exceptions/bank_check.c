/* SPDX-License-Identifier: MIT */
/* Runs programs on symbols. */
#include "exceptions/bank_check.h"

#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_locate.h"

enum { LOST = 0xff }; /* a kind of value: the core knows that it does not know */

static const struct bank_value lost = {.kind = LOST};
static const struct bank_value other = {.kind = BANK_OTHER};

struct machine {
    const struct bank_bases *bases;
    const struct bank_state *state; /* memory */
    struct bank_state now;          /* registers */
    struct bank_value pc, psr, base;
    const struct bank_program *program;
    uint64_t at; /* index of the next word; 64 bits: see bank_state.h on padding */
    bool in_call;
    uint8_t unused[7];
};

static int32_t value_of(uint32_t step)
{
    return (int32_t)step >> CROSSING_VALUE_SHIFT;
}

static struct bank_value *place_of(struct machine *machine, unsigned place)
{
    if (place == CROSSING_PC)
        return &machine->pc;
    if (place == CROSSING_PSR)
        return &machine->psr;
    return place == CROSSING_BASE ? &machine->base : bank_state_place(&machine->now, place);
}

static struct bank_value word_at(const struct machine *machine, struct bank_value address)
{
    return address.kind == BANK_ADDRESS
               ? bank_state_word(machine->state, address.base, address.number)
               : other;
}

static struct bank_value operand_of(struct machine *machine, uint32_t step)
{
    struct bank_value address = bank_plus(machine->base, value_of(step));

    switch (step >> CROSSING_KIND_SHIFT & 3) {
    case CROSSING_SLOT:
        return word_at(machine, address);
    case CROSSING_WORD:
        return bank_constant(machine->program->word[machine->at++]);
    case CROSSING_REGISTER:
        return *place_of(machine, (unsigned)value_of(step));
    default:
        return address;
    }
}

static void load_list(struct machine *machine, uint32_t step)
{
    uint32_t mask = step >> CROSSING_LIST_MASK_SHIFT & 0xffff;
    bool loads = (step >> CROSSING_KIND_SHIFT & 3) != CROSSING_LIST_LOST;
    struct bank_value address = machine->base;

    for (; mask; mask &= mask - 1) {
        *place_of(machine, (unsigned)__builtin_ctz(mask)) =
            loads ? word_at(machine, address) : lost;
        address = bank_plus(address, 4);
    }
}

/* Whether STATE says that VALUE, a word plus a number, is 0. -1: it does not say. */
static int is_zero(const struct bank_state *state, struct bank_value value)
{
    if (value.kind == BANK_AS_ZERO)
        value.kind = BANK_ADDRESS;
    for (uint32_t i = 0; i < state->tests_count; i++)
        if (bank_value_equal(state->test[i].value, value))
            return state->test[i].is_zero;
    return -1;
}

/* Runs one step. Returns false if it has no defined result. */
static bool run_step(struct machine *machine, uint32_t step)
{
    unsigned place = step & ((1u << CROSSING_PLACE_BITS) - 1);
    struct bank_value operand;

    if (place == CROSSING_LIST) {
        load_list(machine, step);
        return true;
    }
    if (place == CROSSING_CHECK)
        return true;
    operand = operand_of(machine, step);
    if (place == CROSSING_BASE_PLUS)
        machine->base = bank_add(machine->bases, machine->base, operand);
    else
        *place_of(machine, place) = operand;
    return machine->base.kind == BANK_ADDRESS || machine->base.kind == BANK_PC;
}

/* The registers that a call destroys are lost only if no other location has them. */
static bool may_be_lost(const struct machine *machine, unsigned place)
{
    return !machine->in_call || place >= BOBBIN_SP ||
           bank_locate(machine->bases, machine->state, place).where == BANK_NOWHERE;
}

static bool is_found(const struct machine *machine, unsigned place)
{
    struct bank_value value = bank_state_value(&machine->now, place);

    if (value.kind == LOST)
        return may_be_lost(machine, place);
    return bank_value_equal(value, bank_state_wanted(machine->state, place));
}

/* Whether the program has found all registers. lr and SPSR of the entered bank do not count. */
static bool finds_registers(const struct machine *machine)
{
    for (unsigned i = 0; i < 13; i++)
        if (!is_found(machine, i))
            return false;
    if (!bank_state_keeps_doubles(machine->state))
        return false;
    for (unsigned i = 0; i < 5; i++)
        if (!is_found(machine, CROSSING_OTHER + i))
            return false;
    for (unsigned bank = 0; bank < BOBBIN_BANKS; bank++) {
        bool entered = bank == machine->state->entered;
        if (!is_found(machine, CROSSING_BANK_SP + bank) ||
            (!entered && !is_found(machine, CROSSING_BANK_LR + bank)) ||
            (!entered && bank != BOBBIN_BANK_USR && !is_found(machine, CROSSING_BANK_SPSR + bank)))
            return false;
    }
    return is_found(machine, BOBBIN_SP);
}

static bool finds_pc(const struct machine *machine, uint32_t end)
{
    struct bank_value pc = machine->pc, psr = machine->psr;
    uint32_t value = (uint32_t)value_of(end);
    uint8_t covers = machine->state->covers;

    if (pc.kind == LOST)
        pc = machine->now.lr[machine->state->entered];
    if (psr.kind == LOST)
        psr = machine->now.spsr[machine->state->entered];
    return psr.kind == BANK_PSR && pc.kind == BANK_PC &&
           (!(covers & BANK_COVERS_ARM) ||
            pc.number == (int32_t)(value >> CROSSING_END_ARM_SHIFT & 15)) &&
           (!(covers & BANK_COVERS_THUMB) ||
            pc.thumb == (int32_t)(value >> CROSSING_END_THUMB_SHIFT & 15));
}

static void forget_registers(struct machine *machine)
{
    static const uint8_t forgotten[] = {0, 1, 2, 3, 12, BOBBIN_LR};

    for (unsigned i = 0; i < sizeof(forgotten); i++)
        *place_of(machine, forgotten[i]) = lost;
    for (unsigned bank = 0; bank < BANK_COUNT; bank++) {
        if (machine->now.lr[bank].kind == BANK_OTHER)
            machine->now.lr[bank] = lost;
        if (machine->now.spsr[bank].kind == BANK_OTHER)
            machine->now.spsr[bank] = lost;
    }
}

static const char *run(struct machine *machine);

/* Skips, or does not, as the state says; if it does not say, both must be right. */
static const char *run_skip(struct machine *machine, uint32_t step)
{
    unsigned place = step & ((1u << CROSSING_PLACE_BITS) - 1);
    struct bank_value value = operand_of(machine, step);
    int skips = is_zero(machine->state, bank_plus(value, place == CROSSING_SKIP_ONE ? -1 : 0));
    struct machine skipped = *machine;
    const char *reason;

    skipped.at += step >> CROSSING_SKIP_SHIFT & ((1u << CROSSING_SKIP_BITS) - 1);
    reason = skips != 0 ? run(&skipped) : NULL;
    return reason || skips > 0 ? reason : run(machine);
}

static bool gives_no_rule(uint32_t step)
{
    return (step & ((1u << CROSSING_PLACE_BITS) - 1)) == CROSSING_CHECK &&
           (step >> CROSSING_KIND_SHIFT & 3) == CROSSING_CHECK_NEVER;
}

static const char *run(struct machine *machine)
{
    while (machine->at < machine->program->count) {
        uint32_t step = machine->program->word[machine->at++];
        unsigned place = step & ((1u << CROSSING_PLACE_BITS) - 1);
        if (place == CROSSING_SKIP_ZERO || place == CROSSING_SKIP_ONE)
            return run_skip(machine, step);
        if (gives_no_rule(step))
            return NULL;
        if (place == CROSSING_END) {
            if (!finds_pc(machine, step))
                return "no location holds pc and psr of the interrupted code";
            return finds_registers(machine) ? NULL : "a step reads what another has overwritten";
        }
        if (!run_step(machine, step))
            break;
    }
    return "no location holds the pointer to the saved registers";
}

const char *bank_check(const struct bank_bases *bases, const struct bank_state *state,
                       const struct bank_program *program, bool in_call)
{
    struct machine machine = {.bases = bases,
                              .state = state,
                              .now = *state,
                              .pc = lost,
                              .psr = lost,
                              .base = bank_state_value(state, BOBBIN_SP),
                              .program = program,
                              .in_call = in_call};

    if (in_call)
        forget_registers(&machine);
    return run(&machine);
}
