/* SPDX-License-Identifier: MIT */
/* Finds exception vector tables, and forces the contexts of their code. For prescan.c. */
#include "analysis/vector_tables.h"

#include <stdlib.h>

#include "analysis/cfg_edges.h"
#include "analysis/cfg_nodes.h"
#include "analysis/regions.h"
#include "util/diag.h"
#include "util/memory.h"

/* The vectors of the processor without VBAR, if SCTLR.V is set (ARM ARM B1.8.1). */
#define HIGH_VECTORS 0xffff0000u

/* ---- code that looks like a table ------------------------------------------------------------ */

/* Whether VECTOR jumps to itself, or to code outside the table. */
static bool leads_out(const struct node *vector, uint32_t first_address)
{
    const struct effect *effect = &vector->effect;

    if (effect->flow == FLOW_JUMP)
        return effect->target - first_address >= 4 * VECTORS ||
               effect->target == vector->at.address;
    return effect_jumps_to_literal(effect);
}

/*
 * Whether WINDOW has eight jumps of four bytes at a multiple of 32. The reserved vector may have
 * any value, and the handler of FIQ may start in the last vector.
 */
static bool looks_like_vectors(const struct vector_window *window)
{
    uint32_t first = window->node[0].at.address;

    if (window->count < VECTORS || first % VECTORS_ALIGNMENT)
        return false;
    for (size_t i = 0; i < VECTORS; i++) {
        const struct node *node = &window->node[i];
        bool jumps = leads_out(node, first);
        if (node->at.address != first + 4 * i || node->at.thumb != window->node[0].at.thumb ||
            effect_is_conditional(&node->effect) ||
            (!jumps && i != VECTOR_RESERVED && i != VECTOR_FIQ))
            return false;
    }
    return true;
}

/* Whether the processor without VBAR has its vectors at FIRST. */
static bool is_of_processor(uint32_t first)
{
    return first == 0 || first == HIGH_VECTORS;
}

/*
 * Whether the processor has its vectors in WINDOW, although not all of them are jumps: the first
 * one is, and so are most of the others, or they are calls.
 */
static bool may_be_entered(const struct vector_window *window)
{
    uint32_t first = window->node[0].at.address;
    unsigned count = 0;

    if (window->count < VECTORS || !is_of_processor(first) || window->node[0].at.thumb ||
        !leads_out(&window->node[0], first) || effect_is_conditional(&window->node[0].effect))
        return false;
    for (size_t i = 1; i < VECTORS; i++) {
        const struct node *node = &window->node[i];
        if (node->at.address != first + VECTOR_BYTES * i)
            return false;
        count += leads_out(node, first) || effect_is_call(&node->effect);
    }
    return count >= VECTORS / 2;
}

void vector_tables_pass(struct vector_tables *tables, const struct node *node)
{
    struct vector_window *window = &tables->window;

    if (node->at.address % VECTORS_ALIGNMENT == 0)
        window->count = 0;
    if (window->count == VECTORS)
        return;
    window->node[window->count++] = *node;
    if (looks_like_vectors(window) || may_be_entered(window))
        array_push(tables->table, tables->count, tables->capacity, *window);
}

/* ---- which of them are vectors --------------------------------------------------------------- */

/* Whether the processor finds jumps at FIRST as vectors before code sets a base. */
static bool is_start(const struct regions *regions, uint32_t first)
{
    return is_of_processor(first) || first == regions->image->entry;
}

/*
 * Whether only the processor enters the vectors of WINDOW, which nothing names. If anything else
 * refers to one of them, the jumps may be short functions, or the branches of a switch. Software
 * may refer to the first vector, to reset. It may jump to the last one, within the handler of FIQ.
 * Exceptions enter Thumb state only if SCTLR.TE is set (ARM ARM B4.1.130), so jumps in that state
 * must be at the start of the image.
 */
static bool is_entered_by_exceptions(const struct regions *regions,
                                     const struct vector_window *window)
{
    bool start = is_start(regions, window->node[0].at.address);

    if (window->node[0].at.thumb && !start)
        return false;
    for (size_t i = 1; i < VECTORS; i++) {
        uint32_t address = window->node[i].at.address;
        uint8_t bits = code_map_bits(&regions->map, address);
        if (i != VECTOR_FIQ && (bits & CODE_JUMPED))
            return false;
        if (!start && ((bits & CODE_TAKEN) || image_function_starts(regions->image, address) ||
                       region_entries_find(&regions->entries, address)))
            return false;
    }
    return start || !regions_is_entered(regions, window->node[0].at.address);
}

/* ---- contexts -------------------------------------------------------------------------------- */

static void force(struct regions *regions, uint32_t address, enum code_bit bit)
{
    code_map_set(&regions->map, address, bit);
    regions->region[regions_at(regions, address)].forced = true;
}

/*
 * An exception enters the function at ADDRESS, which code calls too. The context is disputed: no
 * rule is right for both.
 */
static void dispute(struct regions *regions, uint32_t address)
{
    struct frame_state state;

    frame_state_without_caller(&state, FRAME_DISPUTED);
    region_entry_arrive(regions_entry(regions, address), &state);
}

static void force_handler(void *context, struct node *target)
{
    struct regions *regions = context;
    uint32_t address = target->at.address;

    if (region_entries_called(&regions->entries, address)) {
        dispute(regions, address);
        return;
    }
    if (!(code_map_bits(&regions->map, address) & (CODE_ROOT | CODE_HANDLER)) &&
        forced_contexts_at(&regions->forced, address) != FRAME_ROOT)
        force(regions, address, CODE_HANDLER);
}

/* Forces the slot of a table at ADDRESS, if an instruction starts there. */
static void force_slot(struct analysis *analysis, uint32_t address, enum code_bit bit)
{
    struct regions *regions = analysis->regions;
    const struct node *node;
    struct frame_state state;

    if (!(code_map_bits(&regions->map, address) & CODE_STARTS))
        return;
    if (forced_contexts_at(&regions->forced, address) != FRAME_ROOT)
        force(regions, address, bit);
    cfg_nodes_read(analysis, regions_at(regions, address));
    node = analysis_own(analysis, address);
    frame_state_without_caller(&state, FRAME_HANDLER);
    if (bit == CODE_HANDLER && node && !effect_is_conditional(&node->effect))
        cfg_targets(analysis, node, &state, force_handler, regions);
}

static void force_vectors(struct analysis *analysis, uint32_t first)
{
    for (uint32_t i = 0; i < VECTORS; i++)
        force_slot(analysis, first + VECTOR_BYTES * i, i == 0 ? CODE_ROOT : CODE_HANDLER);
}

/* Lists TABLE and forces its contexts. Code may set several registers to the same table. */
static void add_table(struct analysis *analysis, const struct vector_table *table)
{
    struct regions *regions = analysis->regions;
    bool forced = false;

    for (size_t i = 0; i < regions->vectors_count; i++) {
        const struct vector_table *listed = &regions->vectors[i];
        if (listed->address == table->address && listed->base == table->base)
            return;
        forced |= listed->address == table->address;
    }
    array_push(regions->vectors, regions->vectors_count, regions->vectors_capacity, *table);
    if (!forced)
        force_vectors(analysis, table->address);
}

/* Whether a table at ADDRESS is listed. */
static bool is_listed(const struct regions *regions, uint32_t address)
{
    for (size_t i = 0; i < regions->vectors_count; i++)
        if (regions->vectors[i].address == address)
            return true;
    return false;
}

/* ---- tables that are named ------------------------------------------------------------------- */

/* Whether a restarted analysis (regions.h) has warned before. */
static bool has_warned(const struct regions *regions)
{
    return regions->given_up != regions->options.given_up;
}

/*
 * Adds the tables whose addresses code writes to a base register. The low bits of a base should be
 * zero (ARM ARM B4.1.156): what other values do is not defined. Bit 0 may be that of the address of
 * a Thumb function.
 */
static void add_based(struct analysis *analysis, const struct vector_bases *bases)
{
    struct regions *regions = analysis->regions;

    for (size_t i = 0; i < bases->count; i++) {
        struct vector_table table = bases->table[i];
        table.address &= ~1u;
        if (table.address % VECTORS_ALIGNMENT == 0)
            add_table(analysis, &table);
        else if (!has_warned(regions) &&
                 (code_map_bits(&regions->map, table.address) & CODE_STARTS))
            diag_warning(regions->image->path,
                         "0x%08x, which code writes to VBAR, HVBAR or MVBAR, is ignored: the "
                         "address of a vector table must be a multiple of %u",
                         table.address, (unsigned)VECTORS_ALIGNMENT);
    }
}

/* Whether the code at FIRST looks like a function: it saves lr, or code calls one of the slots. */
static bool looks_like_function(struct analysis *analysis, uint32_t first)
{
    const struct regions *regions = analysis->regions;
    const struct node *node;

    for (uint32_t i = 0; i < VECTORS; i++)
        if (region_entries_called(&regions->entries, first + VECTOR_BYTES * i))
            return true;
    cfg_nodes_read(analysis, regions_at(regions, first));
    node = analysis_own(analysis, first);
    return node && node->effect.kind == EFFECT_STORE && node->effect.rn == BOBBIN_SP &&
           (node->effect.list & EFFECT_BIT(BOBBIN_LR));
}

/* Adds the tables that the user states. The register is VBAR, unless code sets another one. */
static void add_stated(struct analysis *analysis)
{
    struct regions *regions = analysis->regions;
    const struct row_options *options = &regions->options;

    for (size_t i = 0; i < options->vectors_count; i++) {
        const struct vector_table *table = &options->vectors[i];
        if (!has_warned(regions) && looks_like_function(analysis, table->address))
            diag_warning(regions->image->path,
                         "0x%08x looks like a function, not like a vector table; the slots there "
                         "count as exception vectors all the same (--vectors)",
                         table->address);
        if (table->base != VECTOR_BASE_VBAR || !is_listed(regions, table->address))
            add_table(analysis, table);
    }
}

/* ---- tables that only have the shape --------------------------------------------------------- */

static void add_shaped(struct analysis *analysis, const struct vector_window *window)
{
    struct regions *regions = analysis->regions;
    struct vector_table table = {window->node[0].at.address, VECTOR_BASE_VBAR};

    if (is_listed(regions, table.address) || !is_entered_by_exceptions(regions, window))
        return;
    add_table(analysis, &table);
    if (!is_start(regions, table.address))
        assumptions_note(&regions->assumptions, ASSUMPTION_VECTOR_SHAPE, table.address);
}

/*
 * Code sets a base that is not known. It may be the table of WINDOW, unless other code enters that:
 * then the jumps are short functions, or the branches of a switch.
 */
static void dispute_shaped(struct regions *regions, const struct vector_window *window)
{
    uint32_t first = window->node[0].at.address;

    if (is_listed(regions, first))
        return;
    for (uint32_t i = 1; i < VECTORS; i++)
        if (i != VECTOR_FIQ && regions_is_entered(regions, first + VECTOR_BYTES * i))
            return;
    for (uint32_t i = 1; i < VECTORS; i++)
        if (code_map_bits(&regions->map, first + VECTOR_BYTES * i) & CODE_STARTS)
            dispute(regions, first + VECTOR_BYTES * i);
}

void vector_tables_force(struct vector_tables *tables, struct analysis *analysis)
{
    vector_bases_follow_calls(&tables->bases, analysis);
    add_based(analysis, &tables->bases);
    add_stated(analysis);
    for (size_t i = 0; i < tables->count; i++)
        add_shaped(analysis, &tables->table[i]);
    for (size_t i = 0; tables->bases.unknown && i < tables->count; i++)
        dispute_shaped(analysis->regions, &tables->table[i]);
    free(tables->table);
    vector_bases_free(&tables->bases);
}
