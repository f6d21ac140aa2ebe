/* SPDX-License-Identifier: MIT */
/*
 * Scans the whole image once, before any state is known: taken addresses, exception vectors, calls
 * and jumps between regions. For analysis.c.
 */
#include "analysis/prescan.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/carried_addresses.h"
#include "analysis/cfg_edges.h"
#include "analysis/cfg_nodes.h"
#include "analysis/computed_addresses.h"
#include "analysis/fillers.h"
#include "analysis/regions.h"
#include "analysis/vector_tables.h"
#include "core/format/bytes.h"
#include "rows/named_code.h"
#include "util/memory.h"

/* ---- taken addresses ------------------------------------------------------------------------- */

static void mark_taken(struct regions *regions, uint32_t word)
{
    uint32_t address = word & ~1u;
    bool thumb;

    if (!(code_map_bits(&regions->map, address) & CODE_STARTS))
        return;
    thumb = image_state_at(regions->image, address) == IMAGE_THUMB;
    if (!thumb && (word & 1))
        return;
    if (thumb == (word & 1))
        code_map_set(&regions->map, address, CODE_TAKEN);
    code_map_set(&regions->map, address, CODE_LABEL);
}

/*
 * Each aligned word that is no instruction may be a pointer to code. The section for the table is
 * ignored: the result must not depend on the table that an image carries.
 */
static void find_taken(struct regions *regions)
{
    const struct image *image = regions->image;

    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        uint32_t at = (section->address + 3) & ~3u;
        if (image_section_is_table(section))
            continue;
        for (; at - section->address + 4 <= section->size_bytes; at += 4)
            if (!section->executable || image_state_at(image, at) == IMAGE_DATA)
                mark_taken(regions, bytes_u32(section->bytes + (at - section->address)));
    }
}

/*
 * The MOVT that completes the constant of NODE, at most five instructions later. NULL if there is
 * none, or if the register of the constant is overwritten before.
 */
static const struct effect *high_half(const struct analysis *analysis, size_t node)
{
    const struct effect *low = &analysis->node[node].effect;

    for (size_t i = node + 1; i < analysis->count && i < node + 6; i++) {
        const struct effect *effect = &analysis->node[i].effect;
        if (effect->kind == EFFECT_MOVT && effect->rd == low->rd)
            return effect;
        if ((effect_written(effect) & EFFECT_BIT(low->rd)) && !effect_is_conditional(effect))
            return NULL;
    }
    return NULL;
}

/* MOVW and MOVT that build the address of code. */
static void find_built(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        const struct effect *low = &analysis->node[i].effect;
        const struct effect *high = low->kind == EFFECT_CONST ? high_half(analysis, i) : NULL;
        if (high)
            mark_taken(analysis->regions,
                       ((uint32_t)low->imm & 0xffff) | (uint32_t)high->imm << 16);
    }
}

/* ---- calls and jumps between regions --------------------------------------------------------- */

struct prescan {
    struct analysis *analysis;
    const struct node *from; /* the node whose targets are visited */
    struct vector_tables vectors;
    struct code_addresses returning; /* functions with an exception return to a constant */
};

static void refer(struct analysis *analysis, struct region_entry *entry)
{
    struct regions *regions = analysis->regions;

    if (region_entries_refer(&regions->entries, entry, analysis->region))
        array_push(regions->callee, regions->callees_count, regions->callees_capacity,
                   entry->region);
}

/* Whether the current region has local calls. */
static bool has_local_calls(const struct analysis *analysis)
{
    const struct local_calls *locals = &analysis->regions->locals;

    return locals->count && locals->call[locals->count - 1].group == analysis->region;
}

/* FROM, which no linker made to fill a gap, goes to TARGET. */
static void note_jump(struct regions *regions, const struct node *from, struct node *target)
{
    if (target != from)
        code_map_set(&regions->map, target->at.address, CODE_JUMPED);
    if (!target->outside)
        return;
    region_entry_of(target)->jumped = true;
    regions->region[region_entry_of(target)->region].jumped = true;
}

static void refer_to_target(void *context, struct node *target)
{
    struct prescan *prescan = context;
    struct analysis *analysis = prescan->analysis;
    struct region_entry *entry;

    if (!fillers_fills(analysis->image, prescan->from))
        note_jump(analysis->regions, prescan->from, target);
    if (!target->outside)
        return;
    entry = region_entry_of(target);
    refer(analysis, entry);
    if (!image_function_starts(analysis->image, target->at.address) || has_local_calls(analysis))
        local_calls_join(&analysis->regions->locals, analysis->region, entry->region);
}

static void refer_to_callee(struct analysis *analysis, const struct node *node)
{
    struct region_entry *entry = node->effect.flow == FLOW_CALL
                                     ? regions_entry(analysis->regions, node->effect.target)
                                     : NULL;

    if (!entry)
        return;
    region_entry_call(entry);
    entry->by_call = true;
    if (entry->region != analysis->region)
        refer(analysis, entry);
}

static void note_local_calls(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        const struct node *node = &analysis->node[i];
        if (node->effect.kind == EFFECT_LOCAL_CALL)
            local_calls_add(&analysis->regions->locals, analysis->region,
                            node->at.address + node->at.size_bytes, node->effect.target);
    }
}

static void note_literals(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        const struct node *node = &analysis->node[i];
        if (node->effect.kind == EFFECT_LOAD && node->effect.rn == BOBBIN_PC)
            code_map_set(&analysis->regions->map, effect_literal(&node->effect, &node->at),
                         CODE_LITERAL);
    }
}

/* Notes the registers that the current region saves on the stack. */
static void note_pushes(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        const struct effect *effect = &analysis->node[i].effect;
        if (effect->kind == EFFECT_STORE && effect->rn == BOBBIN_SP)
            analysis->regions->pushed |= effect->list;
    }
}

/* ---- exception returns to constants ---------------------------------------------------------- */

static void note_returning(struct prescan *prescan, const struct node *node)
{
    const struct image_function *function =
        image_function_at(prescan->analysis->image, node->at.address);

    if (node->effect.returned && function)
        array_push(prescan->returning.address, prescan->returning.count,
                   prescan->returning.capacity, function->address);
}

/*
 * A function that leaves by an exception return to a constant is an exception handler if nothing
 * calls it.
 */
static void enter_returning(struct prescan *prescan)
{
    struct regions *regions = prescan->analysis->regions;
    struct frame_state state;

    frame_state_without_caller(&state, FRAME_HANDLER);
    for (size_t i = 0; i < prescan->returning.count; i++) {
        struct region_entry *entry = regions_entry(regions, prescan->returning.address[i]);
        if (!entry || entry->by_call)
            continue;
        region_entry_arrive(entry, &state);
        assumptions_note(&regions->assumptions, ASSUMPTION_HANDLER_RETURN,
                         prescan->returning.address[i]);
    }
    free(prescan->returning.address);
}

/* ---- the scan -------------------------------------------------------------------------------- */

static void prescan_region(struct prescan *prescan)
{
    struct analysis *analysis = prescan->analysis;
    struct frame_state state;

    frame_state_without_caller(&state, FRAME_DISPUTED);
    find_built(analysis);
    note_literals(analysis);
    note_local_calls(analysis);
    note_pushes(analysis);
    carried_addresses_find(analysis);
    computed_addresses_find(analysis);
    vector_bases_note(&prescan->vectors.bases, analysis);
    for (size_t i = 0; i < analysis->count; i++) {
        struct node *node = &analysis->node[i];
        prescan->from = node;
        vector_tables_pass(&prescan->vectors, node);
        note_returning(prescan, node);
        refer_to_callee(analysis, node);
        if (cfg_is_static(node))
            cfg_targets(analysis, node, &state, refer_to_target, prescan);
    }
}

static void number_local_calls(struct regions *regions)
{
    local_calls_number(&regions->locals);
    for (size_t i = 0; i < regions->locals.count; i++)
        if (regions->locals.call[i].number >= LOCALS_MAX)
            region_entry_call(regions_entry(regions, regions->locals.call[i].callee));
}

void prescan_image(struct analysis *analysis)
{
    struct regions *regions = analysis->regions;
    struct prescan prescan = {.analysis = analysis};

    find_taken(regions);
    for (size_t i = 0; i < regions->count; i++) {
        regions->region[i].callees_first = (uint32_t)regions->callees_count;
        cfg_nodes_read(analysis, (uint32_t)i);
        prescan_region(&prescan);
    }
    computed_addresses_settle(&regions->computed_addresses);
    vector_tables_force(&prescan.vectors, analysis);
    enter_returning(&prescan);
    number_local_calls(regions);
}
