/* SPDX-License-Identifier: MIT */
/* Follows constants along straight code; see computed_addresses.h. For prescan.c. */
#include "analysis/computed_addresses.h"

#include <stdlib.h>

#include "analysis/regions.h"
#include "util/memory.h"

/* ---- constants in registers ------------------------------------------------------------------ */

struct constant {
    uint32_t number;
    bool known;
    bool is_address; /* from pc, a literal or MOVT, so NUMBER may be an address */
};

/* r0-r14 before the next instruction. */
struct constants {
    struct constant core[BOBBIN_PC];
    uint64_t known;       /* EFFECT_BITs */
    struct constant link; /* an address in lr that no call has used yet */
};

/* Register NUMBER as the instruction AT reads it. */
static struct constant constant_of(const struct constants *constants,
                                   const struct image_instruction *at, unsigned number)
{
    const struct constant pc = {image_pc_value(at), true, true};
    const struct constant unknown = {0, false, false};

    if (number == BOBBIN_PC)
        return pc;
    return number < BOBBIN_PC && (constants->known >> number & 1) ? constants->core[number]
                                                                  : unknown;
}

/* The word that NODE loads relative to pc. */
static struct constant literal(const struct analysis *analysis, const struct node *node)
{
    struct constant word = {0, false, true};

    word.known = effect_read_literal(&node->effect, analysis->image, &node->at, &word.number);
    return word;
}

/* The number of the only register in LIST, or BOBBIN_PC. */
static unsigned only_register(uint64_t list)
{
    return list && !(list & (list - 1)) && list < EFFECT_BIT(BOBBIN_PC)
               ? (unsigned)__builtin_ctzll(list)
               : BOBBIN_PC;
}

/* A + B or, if NEGATIVE, A - B. */
static struct constant sum(struct constant a, struct constant b, bool negative)
{
    return (struct constant){a.number + (negative ? 0 - b.number : b.number), a.known && b.known,
                             a.is_address || b.is_address};
}

/* What NODE writes to register *NUMBER. *NUMBER is BOBBIN_PC if the result is not understood. */
static struct constant result_of(const struct analysis *analysis, const struct node *node,
                                 const struct constants *constants, unsigned *number)
{
    const struct effect *effect = &node->effect;
    struct constant value = constant_of(constants, &node->at, effect->rn);
    uint32_t imm = (uint32_t)effect->imm;

    *number = effect->rd;
    switch (effect->kind) {
    case EFFECT_CONST:
        return (struct constant){imm, true, effect->rn == BOBBIN_PC};
    case EFFECT_LOAD:
        *number = effect->rn == BOBBIN_PC ? only_register(effect->list) : BOBBIN_PC;
        return *number < BOBBIN_PC ? literal(analysis, node) : value;
    case EFFECT_MOVT:
        value = constant_of(constants, &node->at, effect->rd);
        value.number = (value.number & 0xffff) | imm << 16;
        value.is_address = true;
        return value;
    case EFFECT_MOVE:
        value.number += imm;
        return value;
    case EFFECT_ORR:
        value.number |= imm;
        return value;
    case EFFECT_ADD:
    case EFFECT_SUB:
        return sum(value, constant_of(constants, &node->at, effect->rm),
                   effect->kind == EFFECT_SUB);
    default:
        *number = BOBBIN_PC;
        return value;
    }
}

/* Updates CONSTANTS after NODE, whose RESULT is in register NUMBER. */
static void pass(struct constants *constants, const struct node *node, struct constant result,
                 unsigned number)
{
    const uint64_t kept = 0x2ff0; /* r4-r11, sp: what a call keeps */

    if (node->effect.flow != FLOW_NEXT)
        constants->known &= effect_is_call(&node->effect) ? kept : 0;
    constants->known &= ~effect_written(&node->effect);
    if (number >= BOBBIN_PC || !result.known)
        return;
    constants->core[number] = result;
    constants->known |= EFFECT_BIT(number);
}

/* ---- addresses ------------------------------------------------------------------------------- */

static void note(struct analysis *analysis, struct constant constant, bool is_base)
{
    struct regions *regions = analysis->regions;
    struct computed_addresses *computed = &regions->computed_addresses;
    struct computed_address found = {constant.number & ~1u, is_base};

    if (constant.known && constant.is_address &&
        (code_map_bits(&regions->map, found.address) & CODE_STARTS))
        array_push(computed->at, computed->count, computed->capacity, found);
}

/* Notes the address that NODE computes: RESULT, or an address to which NODE adds a number. */
static void note_result(struct analysis *analysis, const struct node *node,
                        const struct constants *constants, struct constant result)
{
    const struct effect *effect = &node->effect;

    switch (effect->kind) {
    case EFFECT_ADD:
        if (result.known)
            break;
        note(analysis, constant_of(constants, &node->at, effect->rn), true);
        note(analysis, constant_of(constants, &node->at, effect->rm), true);
        return;
    case EFFECT_CONST:
        if (effect->rd != BOBBIN_LR)
            break;
        return;
    case EFFECT_SUB:
        break;
    case EFFECT_MOVE:
        if (effect->imm != 0)
            break;
        return;
    default:
        return;
    }
    note(analysis, result, false);
}

/*
 * Notes an address in lr unless a call uses it. The code there runs if that call returns, and the
 * analysis knows whether it does.
 */
static void note_link(struct analysis *analysis, const struct node *node,
                      struct constants *constants, struct constant result)
{
    const struct effect *effect = &node->effect;
    bool is_over =
        (effect_written(effect) & EFFECT_BIT(BOBBIN_LR)) || !effect_falls_through(effect);

    if (is_over && !node->linked)
        note(analysis, constants->link, false);
    if (is_over || node->linked)
        constants->link.known = false;
    if (effect->kind == EFFECT_CONST && effect->rd == BOBBIN_LR)
        constants->link = result;
}

void computed_addresses_find(struct analysis *analysis)
{
    struct constants constants = {.known = 0};

    for (size_t i = 0; i < analysis->count; i++) {
        const struct node *node = &analysis->node[i];
        unsigned number;
        struct constant result = result_of(analysis, node, &constants, &number);
        note_result(analysis, node, &constants, result);
        note_link(analysis, node, &constants, result);
        pass(&constants, node, result, number);
    }
}

static int compare(const void *a, const void *b)
{
    const struct computed_address *x = a;
    const struct computed_address *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (int)y->is_base - (int)x->is_base;
}

void computed_addresses_settle(struct computed_addresses *computed)
{
    size_t kept = 0;

    if (computed->count)
        qsort(computed->at, computed->count, sizeof(*computed->at), compare);
    for (size_t i = 0; i < computed->count; i++)
        if (!kept || computed->at[kept - 1].address != computed->at[i].address)
            computed->at[kept++] = computed->at[i];
    computed->count = kept;
}

const struct computed_address *computed_addresses_at(const struct computed_addresses *computed,
                                                     uint32_t address)
{
    size_t i = array_lower_bound(computed->at, computed->count, address, address);

    return i < computed->count && computed->at[i].address == address ? &computed->at[i] : NULL;
}

void computed_addresses_free(struct computed_addresses *computed)
{
    free(computed->at);
    *computed = (struct computed_addresses){0};
}
