/* SPDX-License-Identifier: MIT */
/* Makes the program for one bank state, and for states that tests keep apart. */
#include "exceptions/bank_rule.h"

#include <string.h>

#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_check.h"
#include "exceptions/bank_locate.h"

/* ---- what a program has to find -------------------------------------------------------------- */

/* The places that a program sets, apart from sp of the banks. */
static const uint8_t places[] = {
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    CROSSING_PC,
    CROSSING_PSR,
    CROSSING_OTHER,
    CROSSING_OTHER + 1,
    CROSSING_OTHER + 2,
    CROSSING_OTHER + 3,
    CROSSING_OTHER + 4,
    CROSSING_BANK_LR,
    CROSSING_BANK_LR + 1,
    CROSSING_BANK_LR + 2,
    CROSSING_BANK_LR + 3,
    CROSSING_BANK_LR + 4,
    CROSSING_BANK_LR + 5,
    CROSSING_BANK_LR + 6,
    CROSSING_BANK_LR + 7,
    CROSSING_BANK_SPSR + 1,
    CROSSING_BANK_SPSR + 2,
    CROSSING_BANK_SPSR + 3,
    CROSSING_BANK_SPSR + 4,
    CROSSING_BANK_SPSR + 5,
    CROSSING_BANK_SPSR + 6,
    CROSSING_BANK_SPSR + 7,
};

enum { PLACES_COUNT = sizeof(places) / sizeof(places[0]) };

struct want {
    uint8_t place;
    struct bank_location at;
};

struct maker {
    const struct bank_bases *bases;
    const struct bank_state *state;
    struct bank_program *program;
    struct want want[PLACES_COUNT + BOBBIN_BANKS];
    unsigned wants_count;
    uint32_t lost_sp;   /* bit N: nothing leads to sp of bank N */
    uint32_t wanted_sp; /* bit N: sp of bank N is in WANT */
    bool visited[BANK_BASES_MAX];
    uint32_t used;          /* bit N: a step uses register N as an address or a distance */
    struct bank_value base; /* what BASE holds */
    const char *reason;
};

/* The highest value of a step. */
enum { VALUE_MAX = (1 << (31 - CROSSING_VALUE_SHIFT)) - 1 };

static void add(struct maker *maker, unsigned place, unsigned kind, int32_t value)
{
    if (value < -VALUE_MAX - 1 || value > VALUE_MAX)
        maker->reason = "a saved register is too far away";
    bank_program_add(maker->program, place, kind, value);
}

/* The bank whose lr and SPSR the exception has overwritten. */
static uint8_t entered_of(const struct maker *maker)
{
    return maker->state->entered;
}

/* Whether the exception has destroyed PLACE: then there is nothing to find. */
static bool is_left_out(const struct maker *maker, unsigned place)
{
    return place >= CROSSING_BANK_LR && place < CROSSING_BANK_SPSR + BOBBIN_BANKS &&
           place % BOBBIN_BANKS == entered_of(maker);
}

static bool moved_sp(const struct maker *maker, uint8_t bank)
{
    struct bank_value sp = maker->state->sp[bank];

    return sp.kind != BANK_ADDRESS || sp.base != bank || sp.number != 0;
}

/*
 * Wants sp of BANK if the code has replaced it, and a word or register holds it. sp that only has
 * moved on its stack, and that of the current mode, are computed from the addresses of what is
 * there.
 */
static void want_sp(struct maker *maker, uint8_t bank)
{
    struct want want = {.place = (uint8_t)(CROSSING_BANK_SP + bank)};
    struct bank_value sp = maker->state->sp[bank];

    if (bank == bank_of_mode(maker->state->mode) || !moved_sp(maker, bank) ||
        (sp.kind == BANK_ADDRESS && sp.base == bank))
        return;
    want.at = bank_locate(maker->bases, maker->state, want.place);
    if (want.at.where != BANK_IN_SLOT && want.at.where != BANK_IN_REGISTER)
        return;
    maker->want[maker->wants_count++] = want;
    maker->wanted_sp |= 1u << bank;
}

static void find_wants(struct maker *maker)
{
    maker->wants_count = 0;
    for (unsigned i = 0; i < PLACES_COUNT; i++) {
        struct want want = {.place = places[i]};
        if (is_left_out(maker, want.place))
            continue;
        want.at = bank_locate(maker->bases, maker->state, want.place);
        if (want.at.where != BANK_IN_PLACE)
            maker->want[maker->wants_count++] = want;
    }
    for (uint8_t bank = 0; bank < BOBBIN_BANKS; bank++)
        want_sp(maker, bank);
}

/* ---- places that are lost -------------------------------------------------------------------- */

/* pc is not set yet, so a place that is set from it becomes lost. */
static void lose(struct maker *maker, unsigned place)
{
    add(maker, place, CROSSING_REGISTER, CROSSING_PC);
}

static void lose_registers(struct maker *maker, bool late)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < maker->wants_count; i++)
        if (maker->want[i].at.where == BANK_NOWHERE && maker->want[i].place < 13 &&
            (maker->used >> maker->want[i].place & 1) == late)
            mask |= 1u << maker->want[i].place;
    if (mask)
        bank_program_list(maker->program, mask, CROSSING_LIST_LOST);
}

static void lose_banked(struct maker *maker)
{
    for (unsigned i = 0; i < maker->wants_count; i++)
        if (maker->want[i].at.where == BANK_NOWHERE && maker->want[i].place >= 13 &&
            maker->want[i].place != CROSSING_PC && maker->want[i].place != CROSSING_PSR)
            lose(maker, maker->want[i].place);
    for (uint8_t bank = 0; bank < BOBBIN_BANKS; bank++)
        if (maker->lost_sp >> bank & 1)
            lose(maker, CROSSING_BANK_SP + bank);
    if (maker->lost_sp >> BANK_ENTERED & 1)
        lose(maker, BOBBIN_SP);
}

/* ---- words ----------------------------------------------------------------------------------- */

static void move_registers(struct maker *maker)
{
    for (unsigned i = 0; i < maker->wants_count; i++)
        if (maker->want[i].at.where == BANK_IN_REGISTER)
            add(maker, maker->want[i].place, CROSSING_REGISTER, maker->want[i].at.from);
}

/* BASE becomes the word at OFFSET of the base on which it is. */
static void rebase(struct maker *maker, int32_t offset)
{
    if (offset != maker->base.number)
        add(maker, CROSSING_BASE, CROSSING_NUMBER, offset - maker->base.number);
    maker->base.number = offset;
}

/* The number of PLACE in the mask of LIST; 16: it cannot be in one. */
static unsigned list_bit(const struct maker *maker, unsigned place)
{
    if (place < 13 || place == CROSSING_PC || place == BOBBIN_LR)
        return place;
    return place == CROSSING_BANK_LR + (unsigned)bank_of_lr(maker->state->mode) ? BOBBIN_LR : 16;
}

static const struct want *want_at(const struct maker *maker, uint8_t base, int32_t offset)
{
    for (unsigned i = 0; i < maker->wants_count; i++) {
        const struct bank_location *at = &maker->want[i].at;
        if (at->where == BANK_IN_SLOT && at->base == base && at->offset == offset)
            return &maker->want[i];
    }
    return NULL;
}

/* The mask of the registers that are in ascending order at OFFSET and after it. */
static uint32_t list_at(const struct maker *maker, uint8_t base, int32_t offset)
{
    uint32_t mask = 0;
    const struct want *want;

    for (; (want = want_at(maker, base, offset)) != NULL; offset += 4) {
        uint32_t bit = 1u << list_bit(maker, want->place);
        if (bit > 0x8000 || bit <= mask)
            break;
        mask |= bit;
    }
    return mask;
}

/* Loads the words of BASE that are wanted from OFFSET on. Returns how many words it has loaded. */
static int32_t load_words(struct maker *maker, uint8_t base, int32_t offset)
{
    uint32_t mask = list_at(maker, base, offset);
    const struct want *want = want_at(maker, base, offset);

    if (!want)
        return 0;
    rebase(maker, offset);
    if (mask & (mask - 1)) {
        bank_program_list(maker->program, mask, CROSSING_LIST_CURRENT);
        return __builtin_popcount(mask);
    }
    add(maker, want->place, CROSSING_SLOT, 0);
    return 1;
}

/* Loads all wanted words of the base on which BASE is, in ascending order. */
static void load_all(struct maker *maker)
{
    const struct bank_state *state = maker->state;
    uint8_t base = maker->base.base;
    int64_t next = INT64_MIN;

    for (uint32_t i = 0; i < state->slots_count; i++) {
        int32_t offset = state->slot[i].offset;
        if (state->slot[i].base == base && offset >= next && want_at(maker, base, offset))
            next = offset + 4 * (int64_t)load_words(maker, base, offset);
    }
}

/* ---- from base to base ----------------------------------------------------------------------- */

/* The first slot of BASE that holds an address on the base TO, or its PAD. */
static const struct bank_slot *slot_with(const struct maker *maker, uint8_t base,
                                         enum bank_value_kind kind, uint8_t to)
{
    const struct bank_state *state = maker->state;

    for (uint32_t i = 0; i < state->slots_count; i++)
        if (state->slot[i].base == base && state->slot[i].value.kind == kind &&
            state->slot[i].value.base == to)
            return &state->slot[i];
    return NULL;
}

static void set_base(struct maker *maker, struct bank_value value)
{
    maker->base = value;
}

static void use_register(struct maker *maker, unsigned place)
{
    if (place < 13)
        maker->used |= 1u << place;
}

/* From an aligned base to the base that it is made of, by its pad. */
static bool undo_pad(struct maker *maker)
{
    uint8_t from = maker->base.base;
    const struct bank_base *base = &maker->bases->base[from];
    const struct bank_slot *slot = slot_with(maker, from, BANK_PAD, from);
    struct bank_location location;

    if (slot) {
        add(maker, CROSSING_BASE_PLUS, CROSSING_SLOT, slot->offset - maker->base.number);
    } else {
        location = bank_locate_register(maker->state, BANK_PAD, from, 0);
        if (location.where == BANK_NOWHERE)
            return false;
        add(maker, CROSSING_BASE_PLUS, CROSSING_REGISTER, location.from);
        use_register(maker, location.from);
    }
    maker->base.base = base->parent;
    maker->base.number += base->number;
    return true;
}

/* BASE becomes an address on the base TO, by a pointer in a slot of the base where BASE is. */
static bool follow_slot(struct maker *maker, uint8_t to)
{
    const struct bank_slot *slot = slot_with(maker, maker->base.base, BANK_ADDRESS, to);

    if (!slot || !bank_is_stack_word(maker->bases, maker->state, slot->base, slot->offset))
        return false;
    add(maker, CROSSING_BASE, CROSSING_SLOT, slot->offset - maker->base.number);
    set_base(maker, slot->value);
    return true;
}

static bool follow_register(struct maker *maker, uint8_t to)
{
    struct bank_location location =
        bank_locate_register(maker->state, BANK_ADDRESS, to, maker->lost_sp);

    if (location.where == BANK_NOWHERE)
        return false;
    add(maker, CROSSING_BASE, CROSSING_REGISTER, location.from);
    use_register(maker, location.from);
    set_base(maker, location.value);
    return true;
}

static void go_to_address(struct maker *maker, int32_t address)
{
    add(maker, CROSSING_BASE, CROSSING_WORD, 0);
    bank_program_word(maker->program, (uint32_t)address);
    set_base(maker, bank_constant((uint32_t)address));
}

/* The word at an absolute address from which the code read the address of base TO. */
static bool follow_cell(struct maker *maker, uint8_t to)
{
    const struct bank_base *base = &maker->bases->base[to];
    struct bank_value value;

    if (base->kind != BANK_BASE_WORD || base->parent != BANK_ABSOLUTE)
        return false;
    value = bank_state_word(maker->state, BANK_ABSOLUTE, base->number);
    if (value.kind != BANK_ADDRESS || value.base != to)
        return false;
    go_to_address(maker, base->number);
    add(maker, CROSSING_BASE, CROSSING_SLOT, 0);
    set_base(maker, value);
    return true;
}

/* The lowest offset of a wanted word at an absolute address. */
static bool first_cell(const struct maker *maker, int32_t *offset)
{
    bool found = false;

    for (unsigned i = 0; i < maker->wants_count; i++) {
        const struct bank_location *at = &maker->want[i].at;
        if (at->where == BANK_IN_SLOT && at->base == BANK_ABSOLUTE &&
            (!found || at->offset < *offset)) {
            *offset = at->offset;
            found = true;
        }
    }
    return found;
}

static bool go_to(struct maker *maker, uint8_t to)
{
    int32_t offset = 0;

    if (follow_slot(maker, to) || follow_cell(maker, to) || follow_register(maker, to))
        return true;
    if (to != BANK_ABSOLUTE || !first_cell(maker, &offset))
        return false;
    go_to_address(maker, offset);
    return true;
}

/* Whether the program has to visit BASE: wanted words are there, or sp of its bank has moved. */
static bool is_needed(const struct maker *maker, uint8_t base)
{
    if (maker->visited[base])
        return false;
    if (base < BANK_COUNT && moved_sp(maker, base) &&
        !((maker->lost_sp | maker->wanted_sp) >> base & 1))
        return true;
    for (unsigned i = 0; i < maker->wants_count; i++)
        if (maker->want[i].at.where == BANK_IN_SLOT && maker->want[i].at.base == base)
            return true;
    return false;
}

/* sp of bank BASE becomes what it was. BASE is on that stack. */
static void set_sp(struct maker *maker, uint8_t bank)
{
    if (moved_sp(maker, bank) && !(maker->wanted_sp >> bank & 1))
        add(maker, bank == BANK_ENTERED ? BOBBIN_SP : CROSSING_BANK_SP + (unsigned)bank,
            CROSSING_NUMBER, -maker->base.number);
}

/* Does all that is to do on the base of BASE, and on those that an aligned base is made of. */
static void visit(struct maker *maker)
{
    uint8_t base = maker->base.base;

    while (!maker->visited[base]) {
        maker->visited[base] = true;
        load_all(maker);
        if (base < BANK_COUNT)
            set_sp(maker, base);
        if (maker->bases->base[base].kind != BANK_BASE_ALIGNED)
            return;
        if (!undo_pad(maker) && !go_to(maker, maker->bases->base[base].parent))
            return;
        base = maker->base.base;
    }
}

/* Whether wanted words are on a stack at a constant address. */
static bool has_constant_stack(const struct maker *maker)
{
    for (unsigned i = 0; i < maker->wants_count; i++) {
        const struct bank_location *at = &maker->want[i].at;
        if (at->where == BANK_IN_SLOT && at->base == BANK_ABSOLUTE &&
            bank_is_stack_word(maker->bases, maker->state, at->base, at->offset))
            return true;
    }
    return false;
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Goes to a base that is needed. False: there is none, or nothing leads to any. */
static bool go_on(struct maker *maker)
{
    for (unsigned base = 0; base < maker->bases->count; base++)
        if (is_needed(maker, (uint8_t)base) && go_to(maker, (uint8_t)base))
            return true;
    return false;
}

static void visit_all(struct maker *maker)
{
    struct bank_value sp = bank_state_value(maker->state, BOBBIN_SP);

    memset(maker->visited, 0, sizeof(maker->visited));
    maker->base = sp;
    if (sp.kind == BANK_ADDRESS && (sp.base != BANK_ABSOLUTE || has_constant_stack(maker)))
        visit(maker);
    while (go_on(maker))
        visit(maker);
}

/* Whether words on other memory than stacks are wanted: a nested exception may overwrite them. */
static bool needs_cells(const struct maker *maker)
{
    for (unsigned i = 0; i < maker->wants_count; i++) {
        const struct bank_location *at = &maker->want[i].at;
        if (at->where == BANK_IN_SLOT &&
            !bank_is_stack_word(maker->bases, maker->state, at->base, at->offset))
            return true;
    }
    return false;
}

static const struct want *want_of(const struct maker *maker, unsigned place)
{
    for (unsigned i = 0; i < maker->wants_count; i++)
        if (maker->want[i].place == place)
            return &maker->want[i];
    return NULL;
}

/* What pc has been increased by, where the program finds it. */
static struct bank_value pc_value(const struct maker *maker)
{
    const struct want *want = want_of(maker, CROSSING_PC);

    return want ? want->at.value : maker->state->lr[entered_of(maker)];
}

static void finish(struct maker *maker)
{
    const struct bank_state *state = maker->state;
    struct bank_value pc = pc_value(maker);
    int32_t arm = pc.number, thumb = pc.thumb;
    int32_t least = arm < thumb ? arm : thumb;
    uint32_t entered = state->entered % BOBBIN_BANKS;

    if (!(state->covers & BANK_COVERS_ARM))
        least = arm = thumb;
    if (!(state->covers & BANK_COVERS_THUMB))
        least = thumb = arm;
    if (least < 0) {
        if (!want_of(maker, CROSSING_PC))
            add(maker, CROSSING_PC, CROSSING_REGISTER,
                entered_of(maker) == BANK_ENTERED ? BOBBIN_LR
                                                  : CROSSING_BANK_LR + (int32_t)entered);
        add(maker, CROSSING_BASE, CROSSING_REGISTER, CROSSING_PC);
        add(maker, CROSSING_PC, CROSSING_NUMBER, -least);
        arm -= least;
        thumb -= least;
    }
    if (arm > 15 || thumb > 15)
        maker->reason = "pc of the interrupted code is increased too much";
    add(maker, CROSSING_END, 0,
        (int32_t)((uint32_t)arm << CROSSING_END_ARM_SHIFT |
                  (uint32_t)thumb << CROSSING_END_THUMB_SHIFT |
                  entered << CROSSING_END_ENTERED_SHIFT |
                  (uint32_t)state->vector << CROSSING_END_VECTOR_SHIFT |
                  (uint32_t)state->returns << CROSSING_END_RETURN_SHIFT));
}

/* Whether SP is an address that the code has loaded or computed. */
static bool is_foreign(const struct maker *maker, struct bank_value sp)
{
    uint8_t kind = maker->bases->base[sp.base].kind;

    return sp.kind == BANK_ADDRESS && (kind == BANK_BASE_WORD || kind == BANK_BASE_FOREIGN);
}

/* Whether the program could not visit a base that it needs. Marks sp that is lost by that. */
static const char *find_unreached(struct maker *maker)
{
    for (uint8_t bank = 0; bank < BANK_COUNT; bank++) {
        struct bank_value sp = maker->state->sp[bank];
        if (!is_needed(maker, bank) || !moved_sp(maker, bank))
            continue;
        if (sp.kind == BANK_ADDRESS && maker->bases->base[sp.base].kind == BANK_BASE_ALIGNED)
            return "pad kept nowhere";
        if (bank != entered_of(maker))
            return is_foreign(maker, sp) ? "the code resumes another context"
                                         : "sp of the interrupted code is kept nowhere";
        maker->lost_sp |= 1u << bank;
    }
    for (unsigned base = 0; base < maker->bases->count; base++)
        if (is_needed(maker, (uint8_t)base))
            return "nothing leads to the saved registers";
    return NULL;
}

static void run(struct maker *maker)
{
    maker->program->count = 0;
    if (needs_cells(maker))
        add(maker, CROSSING_CHECK, CROSSING_CHECK_INNERMOST, 0);
    lose_banked(maker);
    move_registers(maker);
    lose_registers(maker, false);
    visit_all(maker);
    lose_registers(maker, true);
    finish(maker);
}

/* Whether the state holds the pc of one of several vectors that share this code. */
static bool has_differing_pc(const struct bank_state *state)
{
    for (unsigned i = 0; i < 13; i++)
        if (state->r[i].kind == BANK_PC_DIFFERS)
            return true;
    for (unsigned i = 0; i < BANK_COUNT; i++)
        if (state->lr[i].kind == BANK_PC_DIFFERS)
            return true;
    for (uint32_t i = 0; i < state->slots_count; i++)
        if (state->slot[i].value.kind == BANK_PC_DIFFERS)
            return true;
    return false;
}

static const char *find_reason(const struct maker *maker)
{
    const struct bank_state *state = maker->state;
    const struct want *pc, *psr;

    if (state->mode == BANK_MODE_DIFFERS)
        return "the processor mode differs by path";
    if (state->entered == BANK_ENTERED_DIFFERS)
        return "exceptions of several modes share this code";
    if (state->kind_differs)
        return "a call and another exception share this code";
    pc = want_of(maker, CROSSING_PC);
    psr = want_of(maker, CROSSING_PSR);
    if (pc && pc->at.where == BANK_NOWHERE)
        return has_differing_pc(state) ? "offsets of shared vectors differ"
                                       : "no location holds pc of the interrupted code";
    return psr && psr->at.where == BANK_NOWHERE ? "no location holds psr of the interrupted code"
                                                : NULL;
}

/* Makes PROGRAM for STATE alone. */
static const char *find_for_state(const struct bank_bases *bases, const struct bank_state *state,
                                  struct bank_program *program)
{
    struct maker maker = {.bases = bases, .state = state, .program = program};
    const char *reason;

    if (state->entered <= BANK_ENTERED)
        find_wants(&maker);
    reason = find_reason(&maker);
    if (reason)
        return reason;
    run(&maker); /* finds out what is lost and which registers are used */
    reason = find_unreached(&maker);
    if (reason)
        return reason;
    run(&maker);
    if (maker.reason)
        return maker.reason;
    return bank_program_fits(program) ? NULL : "the program is too long";
}

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
    if (value.base != word.base)
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

/* A program that gives no rule: no psr has this mode. */
static void write_no_rule(struct bank_program *program)
{
    program->count = 0;
    bank_program_add(program, CROSSING_CHECK, CROSSING_CHECK_MODE, BANK_NO_MODE);
    bank_program_add(program, CROSSING_END, 0, 0);
}

/* Makes the program of each alternative. NULL, or why none of them has a rule. */
static const char *find_each(struct choice *choice)
{
    const char *reason = NULL;
    uint32_t rules = 0;

    for (uint32_t i = 0; i < choice->alternatives->count; i++) {
        const char *why =
            find_for_state(choice->bases, choice->alternatives->state[i], &choice->program[i]);
        rules += !why;
        if (why)
            write_no_rule(&choice->program[i]);
        if (why && !reason)
            reason = why;
    }
    return rules ? NULL : reason;
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
    if (!choose(&choice, (1u << alternatives->count) - 1, program))
        return "no test tells the saved layouts apart";
    if (!bank_program_fits(program))
        return "the program is too long";
    for (uint32_t i = 0; i < alternatives->count && !reason; i++)
        reason = bank_check(bases, alternatives->state[i], program, false);
    return reason;
}
