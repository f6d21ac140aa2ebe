/* SPDX-License-Identifier: MIT */
/* Makes the program for one bank state: from base to base, to all saved registers. */
#include "exceptions/bank_undo.h"

#include <string.h>

#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_maker.h"
#include "exceptions/bank_wants.h"

/* The bank whose lr and SPSR the exception has overwritten. */
static uint8_t entered_of(const struct maker *maker)
{
    return maker->state->entered;
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
        bank_add_step(maker, CROSSING_BASE_PLUS, CROSSING_SLOT, slot->offset - maker->base.number);
    } else {
        location = bank_locate_register(maker->state, BANK_PAD, from, 0);
        if (location.where == BANK_NOWHERE)
            return false;
        bank_add_step(maker, CROSSING_BASE_PLUS, CROSSING_REGISTER, location.from);
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
    bank_add_step(maker, CROSSING_BASE, CROSSING_SLOT, slot->offset - maker->base.number);
    set_base(maker, slot->value);
    return true;
}

static bool follow_register(struct maker *maker, uint8_t to)
{
    struct bank_location location =
        bank_locate_register(maker->state, BANK_ADDRESS, to, maker->lost_sp);

    if (location.where == BANK_NOWHERE)
        return false;
    bank_add_step(maker, CROSSING_BASE, CROSSING_REGISTER, location.from);
    use_register(maker, location.from);
    set_base(maker, location.value);
    return true;
}

static void go_to_address(struct maker *maker, int32_t address)
{
    bank_add_step(maker, CROSSING_BASE, CROSSING_WORD, 0);
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
    bank_add_step(maker, CROSSING_BASE, CROSSING_SLOT, 0);
    set_base(maker, value);
    return true;
}

/*
 * A word at an absolute address where the code has stored an address on base TO. A nested exception
 * stores another there.
 */
static bool follow_saved(struct maker *maker, uint8_t to)
{
    const struct bank_slot *slot = slot_with(maker, BANK_ABSOLUTE, BANK_ADDRESS, to);

    if (!slot || to >= BANK_COUNT)
        return false;
    maker->uses_cells = true;
    go_to_address(maker, slot->offset);
    bank_add_step(maker, CROSSING_BASE, CROSSING_SLOT, 0);
    set_base(maker, slot->value);
    return true;
}

static bool go_to(struct maker *maker, uint8_t to)
{
    int32_t offset = 0;

    if (to != BANK_ABSOLUTE)
        return follow_slot(maker, to) || follow_cell(maker, to) || follow_register(maker, to) ||
               follow_saved(maker, to);
    if (!bank_wants_first_cell(&maker->wants, &offset))
        return false;
    go_to_address(maker, offset);
    return true;
}

/* Whether the program has to visit BASE: wanted words are there, or sp of its bank has moved. */
static bool is_needed(const struct maker *maker, uint8_t base)
{
    if (maker->visited[base])
        return false;
    if (base < BANK_COUNT && bank_wants_moved_sp(&maker->wants, base) &&
        !((maker->lost_sp | maker->wants.sp) >> base & 1))
        return true;
    for (unsigned i = 0; i < maker->wants.count; i++)
        if (maker->wants.want[i].at.where == BANK_IN_SLOT && maker->wants.want[i].at.base == base)
            return true;
    return false;
}

/* sp of bank BASE becomes what it was. BASE is on that stack. */
static void set_sp(struct maker *maker, uint8_t bank)
{
    if (bank_wants_moved_sp(&maker->wants, bank) && !(maker->wants.sp >> bank & 1))
        bank_add_step(maker, bank == BANK_ENTERED ? BOBBIN_SP : CROSSING_BANK_SP + (unsigned)bank,
                      CROSSING_NUMBER, -maker->base.number);
}

/* Does all that is to do on the base of BASE, and on those that an aligned base is made of. */
static void visit(struct maker *maker)
{
    uint8_t base = maker->base.base;

    while (!maker->visited[base]) {
        maker->visited[base] = true;
        bank_load_all(maker);
        if (base < BANK_COUNT)
            set_sp(maker, base);
        if (maker->bases->base[base].kind != BANK_BASE_ALIGNED)
            return;
        if (!undo_pad(maker) && !go_to(maker, maker->bases->base[base].parent))
            return;
        base = maker->base.base;
    }
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Whether BASE is aligned and made of one that is needed, so that its pad may lead there. */
static bool leads_to_needed(const struct maker *maker, uint8_t base)
{
    const struct bank_base *aligned = &maker->bases->base[base];

    while (aligned->kind == BANK_BASE_ALIGNED && !maker->visited[base]) {
        base = aligned->parent;
        if (is_needed(maker, base))
            return true;
        aligned = &maker->bases->base[base];
    }
    return false;
}

/* Goes to a base that is needed, or leads to one. False: there is none, or nothing leads to any. */
static bool go_on(struct maker *maker)
{
    for (unsigned base = 0; base < maker->bases->count; base++)
        if (is_needed(maker, (uint8_t)base) && go_to(maker, (uint8_t)base))
            return true;
    for (unsigned base = 0; base < maker->bases->count; base++)
        if (leads_to_needed(maker, (uint8_t)base) && go_to(maker, (uint8_t)base))
            return true;
    return false;
}

static void visit_all(struct maker *maker)
{
    struct bank_value sp = bank_state_value(maker->state, BOBBIN_SP);

    memset(maker->visited, 0, sizeof(maker->visited));
    maker->base = sp;
    if (sp.kind == BANK_ADDRESS &&
        (sp.base != BANK_ABSOLUTE || bank_wants_constant_stack(&maker->wants)))
        visit(maker);
    while (go_on(maker))
        visit(maker);
}

/* What pc has been increased by, where the program finds it. */
static struct bank_value pc_value(const struct maker *maker)
{
    const struct bank_want *want = bank_wants_of(&maker->wants, CROSSING_PC);

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
        if (!bank_wants_of(&maker->wants, CROSSING_PC))
            bank_add_step(maker, CROSSING_PC, CROSSING_REGISTER,
                          entered_of(maker) == BANK_ENTERED ? BOBBIN_LR
                                                            : CROSSING_BANK_LR + (int32_t)entered);
        bank_add_step(maker, CROSSING_BASE, CROSSING_REGISTER, CROSSING_PC);
        bank_add_step(maker, CROSSING_PC, CROSSING_NUMBER, -least);
        arm -= least;
        thumb -= least;
    }
    if (arm > 15 || thumb > 15)
        maker->reason = "pc of the interrupted code is increased too much";
    bank_program_word(maker->program,
                      CROSSING_END | ((uint32_t)arm << CROSSING_END_ARM_SHIFT |
                                      (uint32_t)thumb << CROSSING_END_THUMB_SHIFT |
                                      entered << CROSSING_END_ENTERED_SHIFT |
                                      (uint32_t)state->vector << CROSSING_END_VECTOR_SHIFT |
                                      (uint32_t)state->returns << CROSSING_END_RETURN_SHIFT)
                                         << CROSSING_VALUE_SHIFT);
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
        if (!is_needed(maker, bank) || !bank_wants_moved_sp(&maker->wants, bank))
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
    if (maker->uses_cells || bank_wants_cells(&maker->wants))
        bank_add_step(maker, CROSSING_CHECK, CROSSING_CHECK_INNERMOST, 0);
    bank_lose_banked(maker);
    bank_move_registers(maker);
    bank_lose_registers(maker, false);
    visit_all(maker);
    bank_lose_registers(maker, true);
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
    const struct bank_want *pc, *psr;

    if (state->mode == BANK_MODE_DIFFERS)
        return "the processor mode differs by path";
    if (state->mode == BANK_MODE_CHOSEN)
        return "the code has chosen the processor mode by a number";
    if (state->entered == BANK_ENTERED_DIFFERS)
        return "exceptions of several modes share this code";
    if (state->kind_differs)
        return "a call and another exception share this code";
    pc = bank_wants_of(&maker->wants, CROSSING_PC);
    psr = bank_wants_of(&maker->wants, CROSSING_PSR);
    if (pc && pc->at.where == BANK_NOWHERE)
        return has_differing_pc(state) ? "offsets of shared vectors differ"
                                       : "no location holds pc of the interrupted code";
    return psr && psr->at.where == BANK_NOWHERE ? "no location holds psr of the interrupted code"
                                                : NULL;
}

const char *bank_undo(const struct bank_bases *bases, const struct bank_state *state,
                      struct bank_program *program)
{
    struct maker maker = {.bases = bases,
                          .state = state,
                          .program = program,
                          .wants = {.bases = bases, .state = state}};
    const char *reason;

    if (state->entered <= BANK_ENTERED)
        bank_wants_find(&maker.wants);
    reason = find_reason(&maker);
    if (reason)
        return reason;
    run(&maker); /* finds out what is lost and which registers are used */
    reason = find_unreached(&maker);
    if (reason)
        return reason;
    if (!bank_state_keeps_doubles(state))
        return "d8-d15 of the interrupted code are overwritten";
    run(&maker);
    if (maker.reason)
        return maker.reason;
    return bank_program_fits(program) ? NULL : "the program is too long";
}
