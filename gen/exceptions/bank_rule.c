/* SPDX-License-Identifier: MIT */
/* Makes the program for the states of an instruction, which tests keep apart. */
#include "exceptions/bank_rule.h"

#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_check.h"
#include "exceptions/bank_undo.h"

/* ---- alternatives ---------------------------------------------------------------------------- */

/* The states of ALTERNATIVES in SET, a mask. */
struct choice {
    const struct bank_bases *bases;
    const struct bank_alternatives *alternatives;
    struct bank_program program[BANK_ALTERNATIVES_MAX];
};

/* Whether STATE says that the word VALUE is 0 (1) or not (0); -1: nothing. */
static int outcome(const struct bank_state *state, struct bank_value value)
{
    for (uint32_t i = 0; i < state->tests_count; i++)
        if (bank_value_equal(state->test[i].value, value))
            return state->test[i].is_zero;
    return -1;
}

/*
 * Divides SET into ZERO, the states in which VALUE may be 0, and OTHERWISE, those in which it may
 * not. False if that tells none apart.
 */
static bool divide(const struct choice *choice, uint32_t set, struct bank_value value,
                   uint32_t *zero, uint32_t *otherwise)
{
    *zero = *otherwise = 0;
    for (uint32_t left = set; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(left);
        int is_zero = outcome(choice->alternatives->state[i], value);
        *zero |= (uint32_t)(is_zero != 0) << i;
        *otherwise |= (uint32_t)(is_zero != 1) << i;
    }
    return *zero != set && *otherwise != set;
}

/* A location of VALUE plus 0 or 1: relative to sp, in a register, or in a word at NUMBER. */
struct probe {
    unsigned place; /* CROSSING_SKIP_ZERO or CROSSING_SKIP_ONE */
    unsigned kind;  /* CROSSING_WORD: in memory at NUMBER */
    int32_t number;
};

static bool is_probe(struct bank_value value, struct bank_value word, int32_t *plus)
{
    *plus = value.number - word.number;
    if (value.base != word.base || word.kind == BANK_BITS)
        return false;
    return value.kind == BANK_AS_ZERO ? *plus == 0
                                      : value.kind == BANK_ADDRESS && (*plus == 0 || *plus == 1);
}

/* Whether PROBE finds VALUE in STATE too. */
static bool probe_holds(const struct bank_state *state, const struct probe *probe,
                        struct bank_value value)
{
    struct bank_value sp = bank_state_value(state, BOBBIN_SP);
    struct bank_value found;
    int32_t plus;

    if (probe->kind == CROSSING_REGISTER)
        found = bank_state_value(state, (unsigned)probe->number);
    else if (probe->kind == CROSSING_WORD)
        found = bank_state_word(state, BANK_ABSOLUTE, probe->number);
    else
        found = bank_state_word(state, sp.base, sp.number + probe->number);
    return sp.kind == BANK_ADDRESS && is_probe(found, value, &plus) &&
           plus == (int32_t)(probe->place - CROSSING_SKIP_ZERO);
}

/* Whether PROBE holds in all states of SET that the test of VALUE decides. */
static bool holds_in_all(const struct choice *choice, uint32_t set, const struct probe *probe,
                         struct bank_value value)
{
    for (uint32_t left = set; left; left &= left - 1) {
        const struct bank_state *state = choice->alternatives->state[__builtin_ctz(left)];
        if (outcome(state, value) >= 0 && !probe_holds(state, probe, value))
            return false;
    }
    return true;
}

/* The first state of SET that the test of VALUE decides. There is one. */
static const struct bank_state *decided(const struct choice *choice, uint32_t set,
                                        struct bank_value value)
{
    while (outcome(choice->alternatives->state[__builtin_ctz(set)], value) < 0)
        set &= set - 1;
    return choice->alternatives->state[__builtin_ctz(set)];
}

/* Looks for VALUE in the words of a state of SET: on its stack, or at absolute addresses. */
static bool probe_words(const struct choice *choice, uint32_t set, struct bank_value value,
                        struct probe *probe)
{
    const struct bank_state *state = decided(choice, set, value);
    struct bank_value sp = bank_state_value(state, BOBBIN_SP);
    bool absolute = probe->kind == CROSSING_WORD;
    int32_t plus;

    for (uint32_t i = 0; i < state->slots_count; i++) {
        const struct bank_slot *slot = &state->slot[i];
        bool here = absolute ? slot->base == BANK_ABSOLUTE
                             : slot->base == sp.base && slot->offset >= sp.number;
        if (!here || !is_probe(slot->value, value, &plus))
            continue;
        probe->place = CROSSING_SKIP_ZERO + (unsigned)plus;
        probe->number = slot->offset - (absolute ? 0 : sp.number);
        if (holds_in_all(choice, set, probe, value))
            return true;
    }
    return false;
}

static bool probe_registers(const struct choice *choice, uint32_t set, struct bank_value value,
                            struct probe *probe)
{
    const struct bank_state *state = decided(choice, set, value);
    int32_t plus;

    for (int32_t number = 12; number >= 0; number--) {
        if (!is_probe(bank_state_value(state, (unsigned)number), value, &plus))
            continue;
        probe->place = CROSSING_SKIP_ZERO + (unsigned)plus;
        probe->number = number;
        if (holds_in_all(choice, set, probe, value))
            return true;
    }
    return false;
}

static bool find_probe(const struct choice *choice, uint32_t set, struct bank_value value,
                       struct probe *probe)
{
    if (value.kind == BANK_CONDITION)
        return false;
    probe->kind = CROSSING_SLOT;
    if (probe_words(choice, set, value, probe))
        return true;
    probe->kind = CROSSING_REGISTER;
    if (probe_registers(choice, set, value, probe))
        return true;
    probe->kind = CROSSING_WORD;
    return probe_words(choice, set, value, probe);
}

static bool all_equal(const struct choice *choice, uint32_t set)
{
    uint32_t first = (uint32_t)__builtin_ctz(set);

    for (uint32_t left = set; left; left &= left - 1)
        if (!bank_program_equal(&choice->program[first], &choice->program[__builtin_ctz(left)]))
            return false;
    return true;
}

static bool choose(const struct choice *choice, uint32_t set, struct bank_program *program);

/* Writes the test that PROBE makes. It skips OTHERWISE if the tested word is 0. */
static void write_test(struct bank_program *program, const struct probe *probe, bool innermost,
                       struct bank_program *otherwise)
{
    struct bank_program back = {.count = 0};
    if (probe->kind != CROSSING_WORD) {
        bank_program_skip(program, probe->place, probe->kind, probe->number, otherwise->count);
        return;
    }
    if (innermost)
        bank_program_add(program, CROSSING_CHECK, CROSSING_CHECK_INNERMOST, 0);
    bank_program_add(program, CROSSING_BASE, CROSSING_WORD, 0);
    bank_program_word(program, (uint32_t)probe->number);
    bank_program_add(&back, CROSSING_BASE, CROSSING_REGISTER, BOBBIN_SP);
    bank_program_append(&back, otherwise);
    bank_program_skip(program, probe->place, CROSSING_SLOT, 0, back.count);
    *otherwise = back;
}

/*
 * Writes the test of VALUE, and the programs for both outcomes. A word that entry code changes is
 * tested only if DEEP: a handler inside this one has changed it again, so the rule holds only for
 * the innermost exception.
 */
static bool choose_by(const struct choice *choice, uint32_t set, struct bank_value value, bool deep,
                      struct bank_program *program)
{
    struct bank_program otherwise = {.count = 0};
    struct probe probe;
    uint32_t zero, rest;
    bool changed;

    if (!divide(choice, set, value, &zero, &rest) || !find_probe(choice, set, value, &probe))
        return false;
    changed = probe.kind == CROSSING_WORD && bank_bases_is_changed(choice->bases, probe.number);
    if (changed != deep || !choose(choice, rest, &otherwise))
        return false;
    write_test(program, &probe, changed, &otherwise);
    if (otherwise.count >= 1u << CROSSING_SKIP_BITS)
        return false;
    bank_program_append(program, &otherwise);
    if (probe.kind == CROSSING_WORD)
        bank_program_add(program, CROSSING_BASE, CROSSING_REGISTER, BOBBIN_SP);
    return choose(choice, zero, program);
}

/* Tries the tests of STATE, which is one of SET. */
static bool choose_by_tests(const struct choice *choice, uint32_t set,
                            const struct bank_state *state, bool deep, struct bank_program *program)
{
    for (uint32_t i = 0; i < state->tests_count; i++) {
        struct bank_program tried = *program;
        if (choose_by(choice, set, state->test[i].value, deep, &tried)) {
            *program = tried;
            return true;
        }
    }
    return false;
}

/* Appends to PROGRAM what is right in each state of SET. False: no test tells them apart. */
static bool choose(const struct choice *choice, uint32_t set, struct bank_program *program)
{
    if (all_equal(choice, set)) {
        bank_program_append(program, &choice->program[__builtin_ctz(set)]);
        return true;
    }
    for (int deep = 0; deep < 2; deep++)
        for (uint32_t left = set; left; left &= left - 1)
            if (choose_by_tests(choice, set, choice->alternatives->state[__builtin_ctz(left)], deep,
                                program))
                return true;
    return false;
}

/* A program that gives no rule. */
static void write_no_rule(struct bank_program *program)
{
    program->count = 0;
    bank_program_add(program, CROSSING_CHECK, CROSSING_CHECK_NEVER, 0);
    bank_program_add(program, CROSSING_END, 0, 0);
}

/* Makes the program of each alternative. NULL, or why none of them has a rule. */
static const char *find_each(struct choice *choice)
{
    const char *reason = NULL;
    uint32_t rules = 0;

    for (uint32_t i = 0; i < choice->alternatives->count; i++) {
        const char *why =
            bank_undo(choice->bases, choice->alternatives->state[i], &choice->program[i]);
        rules += !why;
        if (why)
            write_no_rule(&choice->program[i]);
        if (why && !reason)
            reason = why;
    }
    return rules ? NULL : reason;
}

/* PROGRAM for any mode: its END names neither the bank that was entered nor the vector. */
static void leave_mode_open(struct bank_program *program)
{
    const uint32_t fields = 7u << CROSSING_END_ENTERED_SHIFT | 7u << CROSSING_END_VECTOR_SHIFT;

    if (program->count && bank_program_fits(program))
        program->word[program->count - 1] &= ~(fields << CROSSING_VALUE_SHIFT);
}

/*
 * Makes PROGRAM for states in different modes, each that of its exception: the core takes the mode
 * from cpsr. FIQ mode has other registers, and HYP mode has no lr of its own. False: there is none.
 */
static bool find_for_modes(struct choice *choice, struct bank_program *program)
{
    const struct bank_alternatives *alternatives = choice->alternatives;

    for (uint32_t i = 0; i < alternatives->count; i++) {
        const struct bank_state *state = alternatives->state[i];
        uint8_t bank = bank_of_mode(state->mode);
        if (bank != state->entered || bank == BOBBIN_BANK_FIQ || bank == BOBBIN_BANK_HYP)
            return false;
        leave_mode_open(&choice->program[i]);
    }
    *program = choice->program[0];
    return all_equal(choice, (1u << alternatives->count) - 1);
}

const char *bank_rule_find(const struct bank_bases *bases,
                           const struct bank_alternatives *alternatives,
                           struct bank_program *program)
{
    struct choice choice = {.bases = bases, .alternatives = alternatives};
    const char *reason = find_each(&choice);

    if (reason)
        return reason;
    program->count = 0;
    if (bank_alternatives_modes_differ(alternatives)) {
        if (!find_for_modes(&choice, program))
            return "the processor mode differs by path";
    } else if (!choose(&choice, (1u << alternatives->count) - 1, program)) {
        return "no test tells the saved layouts apart";
    }
    if (!bank_program_fits(program))
        return "the program is too long";
    for (uint32_t i = 0; i < alternatives->count && !reason; i++)
        reason = bank_check(bases, alternatives->state[i], program, false);
    return reason;
}
