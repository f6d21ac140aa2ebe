/* SPDX-License-Identifier: MIT */
/* Finds the constants that code writes to a vector base register, by reading it backwards. */
#include "analysis/vector_bases.h"

#include "elf/vectors.h"
#include "util/memory.h"

/* The farthest instruction before a write to VBAR that may load the address. */
enum { BASE_INSTRUCTIONS_MAX = 16 };

/* The registers that a call may change: r0-r3, r12, lr (AAPCS32 6.1.1). */
#define CHANGED_BY_CALLS 0x500full

/* The register whose value is wanted, and what is known of that value. */
struct wanted {
    unsigned number;
    uint32_t value, known; /* KNOWN: the bits of VALUE that are valid */
    uint32_t added;        /* to VALUE */
};

/* Whether NODE gives the register WANTED a constant; then notes its bits that are not known. */
static bool gives(const struct analysis *analysis, const struct node *node, struct wanted *wanted)
{
    const struct effect *effect = &node->effect;
    uint32_t bits = UINT32_MAX;
    uint32_t word;

    if (effect->kind == EFFECT_MOVT && effect->rd == wanted->number) {
        word = (uint32_t)effect->imm << 16;
        bits = 0xffff0000;
    } else if (!effect_sets_constant(effect, analysis->image, &node->at, wanted->number, &word)) {
        return false;
    }
    wanted->value |= word & bits & ~wanted->known;
    wanted->known |= bits;
    return true;
}

/*
 * Whether NODE computes the register WANTED from another one: by a move, the addition of a number,
 * or the addition of pc. Then the other one is wanted.
 */
static bool passes(const struct node *node, struct wanted *wanted)
{
    const struct effect *effect = &node->effect;

    if (effect->rd != wanted->number || wanted->known || effect_is_conditional(effect))
        return false;
    if (effect->kind == EFFECT_MOVE && effect->rn < BOBBIN_PC) {
        wanted->added += (uint32_t)effect->imm;
        wanted->number = effect->rn;
        return true;
    }
    if (effect->kind != EFFECT_ADD || (effect->rn == BOBBIN_PC) == (effect->rm == BOBBIN_PC))
        return false;
    wanted->added += image_pc_value(&node->at);
    wanted->number = effect->rn == BOBBIN_PC ? effect->rm : effect->rn;
    return true;
}

/* Whether the register WANTED may have another value after NODE than before. */
static bool changes(const struct node *node, const struct wanted *wanted)
{
    const struct effect *effect = &node->effect;
    uint64_t written = effect_written(effect) | (effect_is_call(effect) ? CHANGED_BY_CALLS : 0);

    return effect->kind == EFFECT_UNKNOWN || (written & EFFECT_BIT(wanted->number)) ||
           !effect_may_go_on(effect);
}

static void note(struct vector_bases *bases, const struct wanted *wanted, enum vector_base base)
{
    struct vector_table table = {.address = wanted->value + wanted->added, .base = (uint8_t)base};

    array_push(bases->table, bases->count, bases->capacity, table);
}

/* Notes each constant that instruction I of the current region may write to BASE. */
static void note_write(struct vector_bases *bases, const struct analysis *analysis, size_t i,
                       enum vector_base base)
{
    struct wanted wanted = {.number = analysis->node[i].effect.rn};
    size_t end = i > BASE_INSTRUCTIONS_MAX ? i - BASE_INSTRUCTIONS_MAX : 0;

    while (i-- > end) {
        const struct node *node = &analysis->node[i];
        struct wanted before = wanted;
        bool whole;
        if (!gives(analysis, node, &wanted)) {
            if (!passes(node, &wanted) && changes(node, &wanted))
                return;
            continue;
        }
        whole = wanted.known == UINT32_MAX;
        if (whole)
            note(bases, &wanted, base);
        /* Of a conditional MOVT and MOVW it is unknown which belong together. */
        if (whole != effect_is_conditional(&node->effect))
            return;
        if (whole)
            wanted = before;
    }
}

void vector_bases_note(struct vector_bases *bases, const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        const struct effect *effect = &analysis->node[i].effect;
        if (effect->kind == EFFECT_VECTOR_BASE)
            note_write(bases, analysis, i, (enum vector_base)effect->imm);
    }
}
