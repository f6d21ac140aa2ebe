/* SPDX-License-Identifier: MIT */
/* Finds the constants that code writes to a vector base register, by reading it backwards. */
#include "analysis/vector_bases.h"

#include <stdlib.h>

#include "analysis/cfg_nodes.h"
#include "elf/vectors.h"
#include "util/memory.h"

/* The farthest instruction before a write to VBAR that may load the address. */
enum { BASE_INSTRUCTIONS_MAX = 16 };

/*
 * The register or word whose value is wanted, and what is known of that value. VBAR, MVBAR or HVBAR
 * gets (value + ADDED) & ~CLEARED.
 */
struct wanted {
    unsigned number;
    bool in_memory; /* it is the word at register RN + IMM */
    uint8_t rn;
    int32_t imm;
    uint32_t value, known; /* KNOWN: the bits of VALUE that are valid */
    uint32_t added, cleared;
};

/* Whether NODE gives the register WANTED a constant; then notes its bits that are not known. */
static bool gives(const struct analysis *analysis, const struct node *node, struct wanted *wanted)
{
    const struct effect *effect = &node->effect;
    uint32_t bits = UINT32_MAX;
    uint32_t word;

    if (wanted->in_memory)
        return false;
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
 * Whether NODE computes the register WANTED from another one: by a move, the addition of a number
 * or of pc, or by clearing low bits. Then the other one is wanted.
 */
static bool computes(const struct node *node, struct wanted *wanted)
{
    const struct effect *effect = &node->effect;
    uint8_t from = effect->rn == BOBBIN_PC ? effect->rm : effect->rn;

    if (effect->rd != wanted->number || from >= BOBBIN_PC)
        return false;
    if (effect->kind == EFFECT_BIC && !wanted->added)
        wanted->cleared |= (uint32_t)effect->imm;
    else if (effect->kind == EFFECT_MOVE)
        wanted->added += (uint32_t)effect->imm;
    else if (effect->kind == EFFECT_ADD && (effect->rn == BOBBIN_PC) != (effect->rm == BOBBIN_PC))
        wanted->added += image_pc_value(&node->at);
    else
        return false;
    wanted->number = from;
    return true;
}

/* Whether NODE loads the register WANTED from a word, or stores the wanted word from a register. */
static bool moves(const struct node *node, struct wanted *wanted)
{
    const struct effect *effect = &node->effect;
    enum effect_kind kind = wanted->in_memory ? EFFECT_STORE : EFFECT_LOAD;

    if (effect->kind != kind || effect->writeback || __builtin_popcountll(effect->list) != 1)
        return false;
    if (wanted->in_memory) {
        if (effect->rn != wanted->rn || effect->imm != wanted->imm)
            return false;
        wanted->number = (unsigned)__builtin_ctzll(effect->list);
    } else if (effect->list != EFFECT_BIT(wanted->number) || effect->rn >= BOBBIN_PC) {
        return false;
    }
    wanted->in_memory = !wanted->in_memory;
    wanted->rn = effect->rn;
    wanted->imm = effect->imm;
    return true;
}

/* Whether NODE has what is WANTED from elsewhere. Then that is wanted. */
static bool passes(const struct node *node, struct wanted *wanted)
{
    if (wanted->known || effect_is_conditional(&node->effect))
        return false;
    return moves(node, wanted) || (!wanted->in_memory && computes(node, wanted));
}

/* Whether what is WANTED may have another value after NODE than before. */
static bool changes(const struct node *node, const struct wanted *wanted)
{
    const struct effect *effect = &node->effect;
    bool call = effect_is_call(effect);
    uint64_t written = effect_written(effect) | (call ? EFFECT_CHANGED_BY_CALLS : 0);
    unsigned number = wanted->in_memory ? wanted->rn : wanted->number;

    return effect->kind == EFFECT_UNKNOWN || (written & EFFECT_BIT(number)) ||
           (wanted->in_memory && call) || !effect_may_go_on(effect);
}

static void note(struct vector_bases *bases, const struct wanted *wanted, enum vector_base base)
{
    struct vector_table table = {.address = (wanted->value + wanted->added) & ~wanted->cleared,
                                 .base = (uint8_t)base};

    array_push(bases->table, bases->count, bases->capacity, table);
}

static bool is_listed(const struct vector_bases *bases, const struct vector_setter *setter)
{
    for (size_t i = 0; i < bases->setters_count; i++) {
        const struct vector_setter *listed = &bases->setter[i];
        if (listed->function == setter->function && listed->number == setter->number &&
            listed->added == setter->added && listed->cleared == setter->cleared &&
            listed->base == setter->base)
            return true;
    }
    return false;
}

/* What is WANTED is as at the entry of FUNCTION: an argument, or it is not known. */
static void note_argument(struct vector_bases *bases, uint32_t function,
                          const struct wanted *wanted, enum vector_base base)
{
    struct vector_setter setter = {.function = function,
                                   .added = wanted->added,
                                   .cleared = wanted->cleared,
                                   .number = (uint8_t)wanted->number,
                                   .base = (uint8_t)base};

    if (wanted->in_memory || wanted->known || wanted->number > 3)
        bases->unknown = true;
    else if (!is_listed(bases, &setter))
        array_push(bases->setter, bases->setters_count, bases->setters_capacity, setter);
}

/* Notes each constant that is WANTED before instruction I of the current region, for BASE. */
static void follow(struct vector_bases *bases, const struct analysis *analysis, size_t i,
                   struct wanted wanted, enum vector_base base)
{
    size_t end = i > BASE_INSTRUCTIONS_MAX ? i - BASE_INSTRUCTIONS_MAX : 0;

    for (;; i--) {
        const struct node *node = &analysis->node[i];
        struct wanted before = wanted;
        bool whole;
        if (image_function_starts(analysis->image, node->at.address)) {
            note_argument(bases, node->at.address, &wanted, base);
            return;
        }
        if (i == end)
            break;
        node--;
        if (!gives(analysis, node, &wanted)) {
            if (!passes(node, &wanted) && changes(node, &wanted))
                break;
            continue;
        }
        whole = wanted.known == UINT32_MAX;
        if (whole)
            note(bases, &wanted, base);
        if (whole && !effect_is_conditional(&node->effect))
            return;
        /* Of a conditional MOVT and MOVW it is unknown which belong together. */
        if (!whole && effect_is_conditional(&node->effect))
            break;
        if (whole)
            wanted = before;
    }
    bases->unknown = true;
}

void vector_bases_note(struct vector_bases *bases, const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        const struct effect *effect = &analysis->node[i].effect;
        struct wanted wanted = {.number = effect->rn};
        if (effect->kind == EFFECT_VECTOR_BASE)
            follow(bases, analysis, i, wanted, (enum vector_base)effect->imm);
    }
}

/* ---- calls of functions that write an argument ----------------------------------------------- */

/* Whether NODE calls FUNCTION, or ends with a jump to it. */
static bool calls(const struct analysis *analysis, const struct node *node, uint32_t function)
{
    const struct effect *effect = &node->effect;

    if (effect->target != function)
        return false;
    return effect->flow == FLOW_CALL ||
           (effect->flow == FLOW_JUMP && image_function_at(analysis->image, node->at.address) !=
                                             image_function_at(analysis->image, function));
}

/* Follows the argument of SETTER from each call. Returns how many there are. */
static size_t follow_calls(struct vector_bases *bases, struct analysis *analysis,
                           const struct vector_setter *setter)
{
    const struct wanted wanted = {
        .number = setter->number, .added = setter->added, .cleared = setter->cleared};
    size_t count = 0;

    for (uint32_t region = 0; region < analysis->regions->count; region++) {
        cfg_nodes_read(analysis, region);
        for (size_t i = 0; i < analysis->count; i++) {
            if (!calls(analysis, &analysis->node[i], setter->function))
                continue;
            follow(bases, analysis, i, wanted, (enum vector_base)setter->base);
            count++;
        }
    }
    return count;
}

void vector_bases_follow_calls(struct vector_bases *bases, struct analysis *analysis)
{
    for (size_t i = 0; i < bases->setters_count; i++) {
        const struct vector_setter setter = bases->setter[i];
        uint8_t bits = code_map_bits(&analysis->regions->map, setter.function);
        if (!follow_calls(bases, analysis, &setter) || (bits & CODE_TAKEN))
            bases->unknown = true;
    }
}

void vector_bases_free(struct vector_bases *bases)
{
    free(bases->table);
    free(bases->setter);
}
