/* SPDX-License-Identifier: MIT */
#include "leaders.h"

#include <string.h>

#include "bytes.h"
#include "flow.h"

/* CONTEXT is the node that leads there. */
static void mark_target(void *context, struct node *target)
{
    target->leader = true;
    target->jumped |= target != context;
}

static void mark_taken(struct analysis *analysis, uint32_t word)
{
    struct node *node = analysis_find(analysis, word & ~1u);

    if (!node || (!node->at.thumb && (word & 1)))
        return;
    node->taken |= node->at.thumb == (word & 1);
    node->label = true;
}

/* Every aligned word that is not an instruction may be a pointer to code; but what an image says must not
   depend on the table that it carries. */
static void find_taken(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->image->sections_count; i++) {
        const struct image_section *section = &analysis->image->sections[i];
        uint32_t at = (section->address + 3) & ~3u;
        if (strcmp(section->name, ".bobbin") == 0)
            continue;
        for (; at - section->address + 4 <= section->size_bytes; at += 4)
            if (!section->executable || image_state_at(analysis->image, at) == IMAGE_DATA)
                mark_taken(analysis, bytes_u32(section->bytes + (at - section->address)));
    }
}

/* movw and movt of a function's address. */
static void find_built(struct analysis *analysis)
{
    for (size_t i = 0; i + 1 < analysis->count; i++) {
        const struct effect *low = &analysis->node[i].effect;
        for (size_t j = i + 1; low->kind == EFFECT_CONST && j < analysis->count && j < i + 6; j++) {
            const struct effect *high = &analysis->node[j].effect;
            if (high->kind == EFFECT_MOVT && high->rd == low->rd) {
                mark_taken(analysis, ((uint32_t)low->imm & 0xffff) | (uint32_t)high->imm << 16);
                break;
            }
        }
    }
}

/* ---- code without a caller ---------------------------------------------------------------------- */

static void force(struct node *node, enum frame_context context)
{
    node->forced = (uint8_t)context;
    node->leader = true;
}

/* Roots and exception handlers, with the first instruction behind each. */
static void force_rows(struct analysis *analysis, const struct row_list *believed)
{
    const struct node *before = NULL;

    for (size_t i = 0; i < analysis->count; i++) {
        struct node *node = &analysis->node[i];
        const struct row *row = row_list_find(believed, node->at.address);
        if (row && row->rule.form == BOBBIN_FORM_ROOT)
            node->forced = FRAME_ROOT;
        else if (row && row->source == ROW_HANDLER)
            node->forced = FRAME_HANDLER;
        if (before && before->forced != node->forced)
            node->leader = true;
        before = node;
    }
}

enum { VECTORS = 8, VECTOR_RESERVED = 5, VECTOR_FIQ = 7 };

/* To somewhere else than another vector. */
static bool leads_out(const struct node *vector, uint32_t first_address)
{
    const struct effect *effect = &vector->effect;

    if (effect->flow == FLOW_JUMP)
        return effect->target - first_address >= 4 * VECTORS ||
               effect->target == vector->at.address;
    return effect->flow == FLOW_LOADED && effect->rn == BOBBIN_PC;
}

/*
 * A jump to which nothing but the processor leads: others are landing pads, and the ends of a switch. Software
 * may jump to the first, to start anew; what stands in the unused one does not matter; and the handler of FIQ
 * may start in the last.
 */
static bool is_vector(const struct node *node, size_t number, uint32_t first_address)
{
    if (node->at.thumb || node->at.address != first_address + 4 * number ||
        effect_is_conditional(&node->effect))
        return false;
    if (number == VECTOR_FIQ)
        return true;
    return (leads_out(node, first_address) || number == VECTOR_RESERVED) &&
           (!node->jumped || number == 0);
}

/* Eight in a row, at a multiple of 32 (ARM ARM B1.8.1). */
static bool are_vectors(const struct node *first)
{
    if (first->at.address % 32)
        return false;
    for (size_t i = 0; i < VECTORS; i++)
        if (!is_vector(&first[i], i, first->at.address))
            return false;
    return true;
}

static void force_handler(void *context, struct node *target)
{
    (void)context;
    if (target->forced == FRAME_HOME)
        force(target, FRAME_HANDLER);
}

static void force_vectors(struct analysis *analysis)
{
    struct frame_state state;

    frame_state_without_caller(&state, FRAME_HANDLER);
    for (size_t first = 0; first + VECTORS <= analysis->count; first++) {
        if (!are_vectors(&analysis->node[first]))
            continue;
        for (size_t i = 0; i < VECTORS; i++) {
            force(&analysis->node[first + i], i == 0 ? FRAME_ROOT : FRAME_HANDLER);
            if (i > 0)
                flow_targets(analysis, &analysis->node[first + i], &state, force_handler, NULL);
        }
        if (first + VECTORS < analysis->count)
            analysis->node[first + VECTORS].leader = true;
    }
}

/* ---- all ---------------------------------------------------------------------------------------- */

static void find_static(struct analysis *analysis)
{
    struct frame_state state;

    frame_state_without_caller(&state, FRAME_DISPUTED);
    for (size_t i = 0; i < analysis->count; i++) {
        struct node *node = &analysis->node[i];
        if (flow_is_static(node))
            flow_targets(analysis, node, &state, mark_target, node);
        if (flow_callee(analysis, node))
            flow_callee(analysis, node)->leader = true;
    }
}

void leaders_find(struct analysis *analysis, const struct row_list *believed)
{
    find_taken(analysis);
    find_built(analysis);
    find_static(analysis);
    for (size_t i = 0; i < analysis->image->functions_count; i++) {
        struct node *node = analysis_find(analysis, analysis->image->functions[i].address);
        if (node)
            node->leader = true;
    }
    force_rows(analysis, believed);
    force_vectors(analysis);
}
