/* SPDX-License-Identifier: MIT */
/*
 * Scans the whole image once, before any state is known: taken addresses, exception vectors, calls
 * and jumps between regions. For analysis.c.
 */
#include "analysis/prescan.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/cfg_edges.h"
#include "analysis/cfg_nodes.h"
#include "analysis/regions.h"
#include "core/format/bytes.h"
#include "elf/vectors.h"
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

/* MOVW and MOVT that build the address of code, at most five instructions apart. */
static void find_built(struct analysis *analysis)
{
    for (size_t i = 0; i + 1 < analysis->count; i++) {
        const struct effect *low = &analysis->node[i].effect;
        for (size_t j = i + 1; low->kind == EFFECT_CONST && j < analysis->count && j < i + 6; j++) {
            const struct effect *high = &analysis->node[j].effect;
            if (high->kind == EFFECT_MOVT && high->rd == low->rd) {
                mark_taken(analysis->regions,
                           ((uint32_t)low->imm & 0xffff) | (uint32_t)high->imm << 16);
                break;
            }
        }
    }
}

/* ---- vectors --------------------------------------------------------------------------------- */

/* Up to eight consecutive instructions, from a multiple of 32 on. */
struct window {
    struct node node[VECTORS];
    size_t count;
};

struct prescan {
    struct analysis *analysis;
    const struct node *from; /* the node whose targets are visited */
    struct window window;
    struct window *vectors; /* windows that look like a vector table */
    size_t vectors_count, vectors_capacity;
};

/* Whether VECTOR jumps to itself, or to code outside the table. */
static bool leads_out(const struct node *vector, uint32_t first_address)
{
    const struct effect *effect = &vector->effect;

    if (effect->flow == FLOW_JUMP)
        return effect->target - first_address >= 4 * VECTORS ||
               effect->target == vector->at.address;
    return effect->flow == FLOW_LOADED && effect->rn == BOBBIN_PC;
}

/*
 * Whether WINDOW has eight jumps at a multiple of 32 (ARM ARM B1.8.1). The reserved vector may have
 * any value, and the handler of FIQ may start in the last vector.
 */
static bool look_like_vectors(const struct window *window)
{
    uint32_t first = window->node[0].at.address;

    if (window->count < VECTORS || first % VECTORS_ALIGNMENT)
        return false;
    for (size_t i = 0; i < VECTORS; i++) {
        const struct node *node = &window->node[i];
        bool jumps = leads_out(node, first);
        if (node->at.thumb || node->at.address != first + 4 * i ||
            effect_is_conditional(&node->effect) ||
            (!jumps && i != VECTOR_RESERVED && i != VECTOR_FIQ))
            return false;
    }
    return true;
}

/*
 * Whether only the processor enters the vectors. If an instruction jumps to one of them, or an
 * exception is caught there, the jumps are the branches of a switch, for example. Software may jump
 * to the first vector to reset, and to the last one within the handler of FIQ.
 */
static bool are_vectors(const struct regions *regions, const struct window *window)
{
    for (size_t i = 1; i < VECTOR_FIQ; i++)
        if (code_map_bits(&regions->map, window->node[i].at.address) & CODE_JUMPED)
            return false;
    return true;
}

static void force(struct regions *regions, uint32_t address, enum code_bit bit)
{
    code_map_set(&regions->map, address, bit);
    regions->region[regions_at(regions, address)].forced = true;
}

static void force_handler(void *context, struct node *target)
{
    struct regions *regions = context;
    uint32_t address = target->at.address;

    if (!(code_map_bits(&regions->map, address) & (CODE_ROOT | CODE_HANDLER)) &&
        forced_contexts_at(&regions->forced, address) == FRAME_HOME)
        force(regions, address, CODE_HANDLER);
}

static void force_vectors(struct analysis *analysis, const struct window *window)
{
    struct frame_state state;

    cfg_nodes_read(analysis, regions_at(analysis->regions, window->node[VECTOR_FIQ].at.address));
    frame_state_without_caller(&state, FRAME_HANDLER);
    for (size_t i = 0; i < VECTORS; i++) {
        uint32_t address = window->node[i].at.address;
        if (forced_contexts_at(&analysis->regions->forced, address) == FRAME_HOME)
            force(analysis->regions, address, i == 0 ? CODE_ROOT : CODE_HANDLER);
        if (i > 0)
            cfg_targets(analysis, &window->node[i], &state, force_handler, analysis->regions);
    }
}

static void find_vectors(struct prescan *prescan)
{
    for (size_t i = 0; i < prescan->vectors_count; i++)
        if (are_vectors(prescan->analysis->regions, &prescan->vectors[i]))
            force_vectors(prescan->analysis, &prescan->vectors[i]);
    free(prescan->vectors);
}

static void pass_window(struct prescan *prescan, const struct node *node)
{
    struct window *window = &prescan->window;

    if (node->at.address % 32 == 0)
        window->count = 0;
    if (window->count == VECTORS)
        return;
    window->node[window->count++] = *node;
    if (look_like_vectors(window))
        array_push(prescan->vectors, prescan->vectors_count, prescan->vectors_capacity, *window);
}

/* ---- calls and jumps between regions --------------------------------------------------------- */

static void refer(struct analysis *analysis, struct region_entry *entry)
{
    struct regions *regions = analysis->regions;

    if (region_entries_refer(&regions->entries, entry, analysis->region))
        array_push(regions->callee, regions->callees_count, regions->callees_capacity,
                   entry->region);
}

static bool is_function(const struct image *image, uint32_t address)
{
    size_t i = array_lower_bound(image->functions, image->functions_count, address, address);

    return i < image->functions_count && image->functions[i].address == address;
}

/* Whether the current region has local calls. */
static bool has_local_calls(const struct analysis *analysis)
{
    const struct local_calls *locals = &analysis->regions->locals;

    return locals->count && locals->call[locals->count - 1].group == analysis->region;
}

static void refer_to_target(void *context, struct node *target)
{
    struct prescan *prescan = context;
    struct analysis *analysis = prescan->analysis;
    struct region_entry *entry;

    if (target != prescan->from)
        code_map_set(&analysis->regions->map, target->at.address, CODE_JUMPED);
    if (!target->outside)
        return;
    entry = region_entry_of(target);
    entry->jumped = true;
    analysis->regions->region[entry->region].jumped = true;
    refer(analysis, entry);
    if (!is_function(analysis->image, target->at.address) || has_local_calls(analysis))
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
            code_map_set(&analysis->regions->map,
                         image_literal_base(&node->at) + (uint32_t)node->effect.imm, CODE_LITERAL);
    }
}

static void prescan_region(struct prescan *prescan)
{
    struct analysis *analysis = prescan->analysis;
    struct frame_state state;

    frame_state_without_caller(&state, FRAME_DISPUTED);
    find_built(analysis);
    note_literals(analysis);
    note_local_calls(analysis);
    for (size_t i = 0; i < analysis->count; i++) {
        struct node *node = &analysis->node[i];
        prescan->from = node;
        pass_window(prescan, node);
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
    find_vectors(&prescan);
    number_local_calls(regions);
}
