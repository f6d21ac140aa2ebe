/* SPDX-License-Identifier: MIT */
/* Finds exception vector tables, and forces the contexts of their code. For prescan.c. */
#include "analysis/vector_tables.h"

#include <stdlib.h>

#include "analysis/cfg_edges.h"
#include "analysis/cfg_nodes.h"
#include "analysis/regions.h"
#include "util/diag.h"
#include "util/memory.h"

/* ---- code that looks like a table ------------------------------------------------------------ */

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

void vector_tables_pass(struct vector_tables *tables, const struct node *node)
{
    struct vector_window *window = &tables->window;

    if (node->at.address % VECTORS_ALIGNMENT == 0)
        window->count = 0;
    if (window->count == VECTORS)
        return;
    window->node[window->count++] = *node;
    if (looks_like_vectors(window))
        array_push(tables->table, tables->count, tables->capacity, *window);
}

/* ---- vector base registers ------------------------------------------------------------------- */

/* The farthest instruction before a write to VBAR that may load the address. */
enum { BASE_INSTRUCTIONS_MAX = 16 };

static bool is_literal(const struct effect *effect, unsigned number)
{
    return effect->kind == EFFECT_LOAD && effect->rn == BOBBIN_PC &&
           effect->list == EFFECT_BIT(number);
}

/* Whether NODE gives register NUMBER a constant; then sets its bits in VALUE that are not KNOWN. */
static bool gives(const struct analysis *analysis, const struct node *node, unsigned number,
                  uint32_t *value, uint32_t *known)
{
    const struct effect *effect = &node->effect;
    uint32_t word = (uint32_t)effect->imm;
    uint32_t bits = UINT32_MAX;

    if (is_literal(effect, number)) {
        image_read_number(analysis->image, image_literal_base(&node->at) + word, 4, &word);
    } else if (effect->kind == EFFECT_MOVT && effect->rd == number) {
        word <<= 16;
        bits = 0xffff0000;
    } else if (effect->kind != EFFECT_CONST || effect->rd != number) {
        return false;
    }
    *value |= word & bits & ~*known;
    *known |= bits;
    return true;
}

/* Whether register NUMBER is a constant before node I; then sets VALUE to it. */
static bool find_constant(const struct analysis *analysis, size_t i, unsigned number,
                          uint32_t *value)
{
    uint32_t known = 0;
    size_t end = i > BASE_INSTRUCTIONS_MAX ? i - BASE_INSTRUCTIONS_MAX : 0;

    *value = 0;
    while (known != UINT32_MAX && i-- > end) {
        const struct node *node = &analysis->node[i];
        if (!gives(analysis, node, number, value, &known) &&
            (effect_written(&node->effect) & EFFECT_BIT(number)))
            return false;
    }
    return known == UINT32_MAX;
}

void vector_tables_note_bases(struct vector_tables *tables, const struct analysis *analysis)
{
    struct vector_table table;

    for (size_t i = 0; i < analysis->count; i++) {
        const struct effect *effect = &analysis->node[i].effect;
        table.base = (uint8_t)effect->imm;
        if (effect->kind == EFFECT_VECTOR_BASE &&
            find_constant(analysis, i, effect->rn, &table.address))
            array_push(tables->base, tables->bases_count, tables->bases_capacity, table);
    }
}

/* ---- which of them are vectors --------------------------------------------------------------- */

/* Whether something outside the code says that the processor finds a vector table at FIRST. */
static bool is_stated(const struct vector_tables *tables, const struct regions *regions,
                      uint32_t first)
{
    const struct row_options *options = &regions->options;

    for (size_t i = 0; i < tables->bases_count; i++)
        if (tables->base[i].address == first)
            return true;
    for (size_t i = 0; i < options->vectors_count; i++)
        if (options->vectors[i] == first)
            return true;
    return first == 0 || first == regions->image->entry;
}

/* Whether code jumps to ADDRESS, or calls it. */
static bool is_used(const struct regions *regions, uint32_t address)
{
    const struct region_entry *entry = region_entries_find(&regions->entries, address);

    return (code_map_bits(&regions->map, address) & CODE_JUMPED) || (entry && entry->by_call);
}

/*
 * Whether only the processor enters the vectors of WINDOW. If anything else refers to one of them,
 * the jumps may be short functions, or the branches of a switch. Software may refer to the first
 * vector, to reset or to set VBAR. It may jump to the last one, within the handler of FIQ.
 * Exceptions enter Thumb state only if SCTLR.TE is set (ARM ARM B4.1.130), so jumps in that state
 * must be stated.
 */
static bool is_entered_by_exceptions(const struct vector_tables *tables,
                                     const struct regions *regions,
                                     const struct vector_window *window)
{
    bool stated = is_stated(tables, regions, window->node[0].at.address);

    if (window->node[0].at.thumb && !stated)
        return false;
    for (size_t i = 1; i < VECTORS; i++) {
        uint32_t address = window->node[i].at.address;
        uint8_t bits = code_map_bits(&regions->map, address);
        if (i != VECTOR_FIQ && (bits & CODE_JUMPED))
            return false;
        if (!stated && ((bits & CODE_TAKEN) || image_function_starts(regions->image, address) ||
                        region_entries_find(&regions->entries, address)))
            return false;
    }
    return stated || !is_used(regions, window->node[0].at.address);
}

/* ---- contexts -------------------------------------------------------------------------------- */

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
        forced_contexts_at(&regions->forced, address) != FRAME_ROOT)
        force(regions, address, CODE_HANDLER);
}

static void force_vectors(struct analysis *analysis, const struct vector_window *window)
{
    struct frame_state state;

    cfg_nodes_read(analysis, regions_at(analysis->regions, window->node[VECTOR_FIQ].at.address));
    frame_state_without_caller(&state, FRAME_HANDLER);
    for (size_t i = 0; i < VECTORS; i++) {
        uint32_t address = window->node[i].at.address;
        if (forced_contexts_at(&analysis->regions->forced, address) != FRAME_ROOT)
            force(analysis->regions, address, i == 0 ? CODE_ROOT : CODE_HANDLER);
        if (i > 0)
            cfg_targets(analysis, &window->node[i], &state, force_handler, analysis->regions);
    }
}

/* Whether TABLES has the address FIRST, and only the processor enters the vectors there. */
static bool has_vectors(const struct vector_tables *tables, const struct regions *regions,
                        uint32_t first)
{
    for (size_t i = 0; i < tables->count; i++)
        if (tables->table[i].node[0].at.address == first)
            return is_entered_by_exceptions(tables, regions, &tables->table[i]);
    return false;
}

/* The user has named vectors that are none. A restarted analysis (regions.h) has said so before. */
static void warn_of_absent(const struct vector_tables *tables, const struct regions *regions)
{
    const struct row_options *options = &regions->options;

    for (size_t i = 0; i < options->vectors_count; i++)
        if (regions->given_up == options->given_up &&
            !has_vectors(tables, regions, options->vectors[i]))
            diag_warning(
                regions->image->path,
                "0x%08x is no vector table and is ignored: a vector table has eight jumps "
                "of four bytes, and no code jumps to the second or a later one (--vectors)",
                options->vectors[i]);
}

/* Lists the table at ADDRESS: once for each register that code sets to it, else as one of VBAR. */
static void list_table(struct regions *regions, const struct vector_tables *tables,
                       uint32_t address)
{
    struct vector_table table = {.address = address, .base = VECTOR_BASE_VBAR};
    uint32_t listed = 0;

    for (size_t i = 0; i < tables->bases_count; i++) {
        table.base = tables->base[i].base;
        if (tables->base[i].address == address && !(listed >> table.base & 1))
            array_push(regions->vectors, regions->vectors_count, regions->vectors_capacity, table);
        if (tables->base[i].address == address)
            listed |= 1u << table.base;
    }
    table.base = VECTOR_BASE_VBAR;
    if (!listed)
        array_push(regions->vectors, regions->vectors_count, regions->vectors_capacity, table);
}

void vector_tables_force(struct vector_tables *tables, struct analysis *analysis)
{
    struct regions *regions = analysis->regions;

    warn_of_absent(tables, regions);
    for (size_t i = 0; i < tables->count; i++) {
        uint32_t first = tables->table[i].node[0].at.address;
        if (!is_entered_by_exceptions(tables, regions, &tables->table[i]))
            continue;
        force_vectors(analysis, &tables->table[i]);
        list_table(regions, tables, first);
        if (!is_stated(tables, regions, first))
            assumptions_note(&regions->assumptions, ASSUMPTION_VECTOR_SHAPE, first);
    }
    free(tables->table);
    free(tables->base);
}
