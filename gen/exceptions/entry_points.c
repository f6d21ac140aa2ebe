/* SPDX-License-Identifier: MIT */
/* Where exceptions enter: the vectors, and functions that only a table made at run time has. */
#include "exceptions/entry_points.h"

#include <stdlib.h>

#include "analysis/regions.h"
#include "elf/vectors.h"
#include "exceptions/entry_jump.h"
#include "exceptions/entry_walk.h"
#include "rows/handler_rows.h"
#include "util/memory.h"

/* ---- vectors --------------------------------------------------------------------------------- */

/* A vector: the bank that it enters, and what is in lr there (ARM ARM Table B1-7). */
struct vector {
    uint8_t bank;
    uint8_t vector; /* enum bobbin_vector; NONE: not used */
    uint8_t arm, thumb;
};

static const struct vector vectors[VECTORS] = {
    {0},
    {BOBBIN_BANK_UND, BOBBIN_VECTOR_UNDEFINED, 4, 2},
    {BOBBIN_BANK_SVC, BOBBIN_VECTOR_CALL, 0, 0},
    {BOBBIN_BANK_ABT, BOBBIN_VECTOR_PREFETCH_ABORT, 4, 4},
    {BOBBIN_BANK_ABT, BOBBIN_VECTOR_DATA_ABORT, 8, 8},
    {0},
    {BOBBIN_BANK_IRQ, BOBBIN_VECTOR_IRQ, 4, 4},
    {BOBBIN_BANK_FIQ, BOBBIN_VECTOR_FIQ, 4, 4},
};

/* Vector number I of a table that BASE has. HYP mode has pc itself in ELR_hyp (B1.8.1). */
static struct vector vector_of(enum vector_base base, size_t i)
{
    struct vector vector = vectors[i];

    if (base == VECTOR_BASE_VBAR)
        return vector;
    if (base == VECTOR_BASE_MVBAR) {
        vector.bank = BOBBIN_BANK_MON;
        if (vector.vector == BOBBIN_VECTOR_UNDEFINED)
            vector.vector = BOBBIN_VECTOR_NONE;
        return vector;
    }
    if (i == VECTOR_RESERVED)
        vector.vector = BOBBIN_VECTOR_HYP_TRAP;
    return (struct vector){BOBBIN_BANK_HYP, vector.vector, 0, 0};
}

/* A vector in the image. */
struct vector_slot {
    struct vector vector;
    uint32_t address;
    uint32_t target; /* 0: it is no jump */
};

struct vector_slots {
    struct vector_slot *slot;
    size_t count, capacity;
};

/*
 * Whether TABLE is that of HYP mode, and of other modes too: code that starts in HYP mode and drops
 * to another sets both. Its handlers are those of the other modes. The core gives no rule for them
 * in HYP mode.
 */
static bool is_second(const struct regions *regions, const struct vector_table *table)
{
    for (size_t i = 0; i < regions->vectors_count && table->base == VECTOR_BASE_HVBAR; i++)
        if (regions->vectors[i].address == table->address &&
            regions->vectors[i].base == VECTOR_BASE_VBAR)
            return true;
    return false;
}

static void add_slots(struct entry_code *code, const struct vector_table *table,
                      struct vector_slots *slots)
{
    for (size_t i = 1; i < VECTORS; i++) {
        struct vector_slot slot = {.vector = vector_of(table->base, i)};
        struct entry_node *node;
        slot.address = table->address + VECTOR_BYTES * (uint32_t)i;
        node = entry_code_at(code, slot.address);
        if (!node || slot.vector.vector == BOBBIN_VECTOR_NONE ||
            (i != VECTOR_RESERVED && is_second(code->reference->analysis.regions, table)))
            continue;
        slot.target = entry_walk_target(code, node);
        array_push(slots->slot, slots->count, slots->capacity, slot);
    }
}

/* The address that SLOT leads to: its target, or its own. */
static uint32_t led_to(const struct vector_slot *slot, bool target)
{
    return target ? slot->target : slot->address;
}

/*
 * Enters the target of SLOT, or SLOT itself. If several vectors lead there, in several modes, the
 * mode is that of cursor->cpsr.
 */
static void enter(struct entry_code *code, const struct vector_slots *slots,
                  const struct vector_slot *slot, bool target)
{
    const struct vector *vector = &slot->vector;
    struct bank_state state;
    bool shared = false, differs = false;

    for (size_t i = 0; i < slots->count; i++) {
        const struct vector *with = &slots->slot[i].vector;
        if (led_to(&slots->slot[i], target) != led_to(slot, target))
            continue;
        shared |= with->bank != vector->bank;
        differs |= with->arm != vector->arm || with->thumb != vector->thumb ||
                   (with->vector == BOBBIN_VECTOR_CALL) != (vector->vector == BOBBIN_VECTOR_CALL);
    }
    bank_state_enter(&state, shared ? BANK_ENTERED : vector->bank,
                     shared ? BOBBIN_VECTOR_NONE : vector->vector, vector->arm, vector->thumb);
    state.returns = vector->vector == BOBBIN_VECTOR_CALL;
    if (shared && differs)
        state.lr[BANK_ENTERED] = (struct bank_value){.kind = BANK_PC_DIFFERS};
    entry_code_arrive(code, led_to(slot, target), &state,
                      slot->target ? slot->target : slot->address);
}

/* Whether the instruction before SLOT may go on to it: the slot before, or that of the reset. */
static bool is_run_into(struct entry_code *code, const struct vector_slot *slot)
{
    const struct entry_node *before = entry_code_at(code, slot->address - VECTOR_BYTES);

    return before && effect_falls_through(&before->in.effect);
}

/* Whether the NOP in SLOT means that nobody expects its exception. */
static bool is_unexpected(const struct vector_slot *slot)
{
    uint32_t number = slot->address % VECTORS_ALIGNMENT / VECTOR_BYTES;

    return number == VECTOR_RESERVED || number == VECTOR_FIQ;
}

static void enter_slot(struct entry_code *code, const struct vector_slots *slots,
                       const struct vector_slot *slot)
{
    struct entry_node *node = entry_code_at(code, slot->address);
    struct entry_node *target = slot->target ? entry_code_at(code, slot->target) : NULL;

    if (!node)
        return;
    node->stops = !is_run_into(code, slot) &&
                  (slot->target != 0 || (node->in.effect.nop && is_unexpected(slot)));
    node->enters = true;
    enter(code, slots, slot, false);
    if (!target || entry_jump_is_foreign(code, slot->target))
        return;
    target->enters = true;
    enter(code, slots, slot, true);
}

void entry_points_vectors(struct entry_code *code)
{
    const struct regions *regions = code->reference->analysis.regions;
    struct vector_slots slots = {0};

    for (size_t i = 0; i < regions->vectors_count; i++)
        add_slots(code, &regions->vectors[i], &slots);
    for (size_t i = 0; i < slots.count; i++)
        enter_slot(code, &slots, &slots.slot[i]);
    free(slots.slot);
}

/* ---- functions ------------------------------------------------------------------------------- */

static void enter_function(struct entry_code *code, uint32_t address)
{
    const struct entry_node *node = entry_code_at(code, address);
    struct bank_state state;

    if (!node || node->before.count || entry_jump_is_foreign(code, address))
        return;
    bank_state_enter(&state, BANK_ENTERED, BOBBIN_VECTOR_NONE, 0, 0);
    array_push(code->function, code->functions_count, code->functions_capacity, address);
    entry_code_arrive(code, address, &state, address);
}

/* Whether a path leads to any instruction from START to END - 1. */
static bool is_reached(const struct entry_code *code, uint32_t start, uint32_t end)
{
    for (uint32_t address = start; address < end; address += 2) {
        const struct entry_node *node = entry_code_find(code, address);
        if (node && node->before.count)
            return true;
    }
    return false;
}

void entry_points_functions(struct entry_code *code)
{
    struct rows handlers = {0};

    handler_rows(&handlers, code->reference->image);
    rows_settle(&handlers);
    for (size_t i = 0; i < handlers.count; i++)
        if (!is_reached(code, handlers.row[i].start, handlers.row[i].end))
            enter_function(code, handlers.row[i].start);
    free(handlers.row);
}

/* What the exits of the function HANDLER add to pc, if all add the same. */
static struct bank_value exits_of(const struct entry_code *code, uint32_t handler)
{
    struct bank_value pc = {.kind = BANK_OTHER};

    for (size_t i = 0; i < code->exits_count; i++) {
        if (code->exit[i].handler != handler)
            continue;
        if (code->exit[i].pc.kind != BANK_PC ||
            (pc.kind == BANK_PC && !bank_value_equal(pc, code->exit[i].pc)))
            return (struct bank_value){.kind = BANK_PC_DIFFERS};
        pc = code->exit[i].pc;
    }
    return pc;
}

static void shift(struct bank_value *value, unsigned count, struct bank_value exit)
{
    for (unsigned i = 0; i < count; i++) {
        if (value[i].kind != BANK_PC)
            continue;
        value[i].number -= exit.number;
        value[i].thumb = (int16_t)(value[i].thumb - exit.thumb);
        if (exit.kind != BANK_PC)
            value[i] = (struct bank_value){.kind = exit.kind};
    }
}

static void settle_state(struct bank_state *state, struct bank_value exit)
{
    shift(state->r, 13, exit);
    shift(state->fiq, 5, exit);
    shift(state->lr, BANK_COUNT, exit);
    shift(state->spsr, BANK_COUNT, exit);
    shift(state->thread_id, BANK_THREAD_IDS, exit);
    for (uint32_t i = 0; i < state->slots_count; i++)
        shift(&state->slot[i].value, 1, exit);
    /* Calls return so, but also handlers that skip an undefined instruction. */
    state->kind_differs = exit.kind == BANK_PC && exit.number == 0;
}

static void settle_alternatives(struct bank_alternatives *alternatives, struct bank_value exit)
{
    for (uint32_t i = 0; i < alternatives->count; i++)
        if (alternatives->state[i]->entered == BANK_ENTERED)
            settle_state(alternatives->state[i], exit);
}

/* Whether HANDLER is one of the functions that nothing leads to. */
static bool is_function(const struct entry_code *code, uint32_t handler)
{
    for (size_t i = 0; i < code->functions_count; i++)
        if (code->function[i] == handler)
            return true;
    return false;
}

void entry_points_settle(struct entry_code *code)
{
    for (size_t i = 0; i < code->count; i++) {
        struct bank_value exit;
        if (!is_function(code, code->node[i]->handler))
            continue;
        exit = exits_of(code, code->node[i]->handler);
        settle_alternatives(&code->node[i]->before, exit);
        settle_alternatives(&code->node[i]->after, exit);
    }
}
