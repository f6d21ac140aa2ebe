/* SPDX-License-Identifier: MIT */
/* Finds the targets of jumps through tables, and of computed gotos; see jump_tables.h. */
#include "analysis/jump_tables.h"

#include "analysis/regions.h"
#include "util/memory.h"

/* Returns 0 if the image does not contain the bytes. */
static uint32_t number_at(const struct image *image, uint32_t address, uint32_t size_bytes)
{
    uint32_t number;

    image_read_number(image, address, size_bytes, &number);
    return number;
}

struct extent jump_tables_extent(const struct analysis *analysis, const struct node *node)
{
    const struct image *image = analysis->image;
    const struct image_function *function = image_function_at(analysis->image, node->at.address);
    size_t next;

    if (function)
        return (struct extent){function->address, image_function_end(image, function)};
    next = array_upper_bound(image->functions, image->functions_count, address, node->at.address);
    return (struct extent){next ? image_function_end(image, &image->functions[next - 1]) : 0,
                           next < image->functions_count ? image->functions[next].address
                                                         : UINT32_MAX};
}

/* Whether ADDRESS is data, and no instruction loads it as a literal. */
static bool is_table_data(const struct analysis *analysis, uint32_t address)
{
    return image_state_at(analysis->image, address) == IMAGE_DATA &&
           image_section_at(analysis->image, address) &&
           !(code_map_bits(&analysis->regions->map, address & ~1u) & CODE_LITERAL);
}

/*
 * TBB and TBH: the table follows the instruction and has distances of one or two bytes. It ends
 * with the data, or where literals begin. An entry that the switch never uses may point past the
 * end of the function; it is ignored.
 */
static void visit_halfword_table(const struct analysis *analysis, const struct node *node,
                                 cfg_visitor *visit, void *context)
{
    const struct extent extent = jump_tables_extent(analysis, node);
    uint32_t base = node->at.address + 4;
    uint32_t unit = 1u << node->effect.table_shift;

    for (uint32_t at = base; is_table_data(analysis, at); at += unit) {
        uint32_t target = base + 2 * number_at(analysis->image, at, unit);
        if (extent_has(&extent, target))
            analysis_visit_at(analysis, target, visit, context);
    }
}

/*
 * From where the distances of a table at TABLE count, to which the jump NODE goes. ADD pc, pc, rN
 * adds them to the pc that it reads.
 */
static uint32_t distance_base(const struct node *node, uint32_t table)
{
    if (node->effect.rn != BOBBIN_PC)
        return table;
    return node->at.address + (node->at.thumb ? 4 : 8);
}

/* A table of words after the instruction. Each word is an address, or a distance. */
static void visit_word_table(const struct analysis *analysis, const struct node *node,
                             cfg_visitor *visit, void *context)
{
    const struct extent extent = jump_tables_extent(analysis, node);
    uint32_t at = node->at.address + node->at.size_bytes;

    while (extent_has(&extent, at) && image_state_at(analysis->image, at) != IMAGE_DATA)
        at += 2;
    at = (at + 3) & ~3u;
    for (uint32_t base = distance_base(node, at);
         extent_has(&extent, at) && image_state_at(analysis->image, at) == IMAGE_DATA; at += 4) {
        uint32_t word = number_at(analysis->image, at, 4);
        if (extent_has(&extent, word))
            analysis_visit_at(analysis, word, visit, context);
        else if (extent_has(&extent, base + word))
            analysis_visit_at(analysis, base + word, visit, context);
    }
}

/* The farthest instruction before a jump that may compute the address of its table. */
enum { TABLE_INSTRUCTIONS_MAX = 8 };

/*
 * The table of position-independent code before NODE: ADR rA, table; LDR rB, [rA, rB, LSL #2];
 * ADD rA, rB; BX rA. 0 if there is none.
 */
static uint32_t find_distance_table(const struct analysis *analysis, const struct node *node)
{
    const struct extent extent = jump_tables_extent(analysis, node);
    const struct node *first = analysis->node;

    if (node - first > TABLE_INSTRUCTIONS_MAX)
        first = node - TABLE_INSTRUCTIONS_MAX;
    for (const struct node *before = node; before-- > first;) {
        uint32_t table = (uint32_t)before->effect.imm;
        if (before->effect.kind == EFFECT_CONST && table % 4 == 0 && extent_has(&extent, table) &&
            image_state_at(analysis->image, table) == IMAGE_DATA)
            return table;
    }
    return 0;
}

bool jump_tables_has_distances(const struct analysis *analysis, const struct node *node)
{
    return find_distance_table(analysis, node) != 0;
}

void jump_tables_visit_distances(const struct analysis *analysis, const struct node *node,
                                 cfg_visitor *visit, void *context)
{
    const struct extent extent = jump_tables_extent(analysis, node);
    uint32_t table = find_distance_table(analysis, node);

    for (uint32_t at = table; table && is_table_data(analysis, at); at += 4) {
        uint32_t target = table + number_at(analysis->image, at, 4);
        if (!extent_has(&extent, target))
            break;
        analysis_visit_at(analysis, target, visit, context);
    }
}

/* ADD pc, pc, rN, LSL #2 jumps into a row of branches. */
static void visit_branch_row(const struct analysis *analysis, const struct node *node,
                             cfg_visitor *visit, void *context)
{
    struct node *target = analysis_find(analysis, node->at.address + 8);

    while (target && target->effect.flow == FLOW_JUMP && !effect_is_conditional(&target->effect)) {
        visit(context, target);
        target = analysis_find(analysis, target->at.address + target->at.size_bytes);
    }
}

void jump_tables_visit_labels(const struct analysis *analysis, const struct node *node,
                              cfg_visitor *visit, void *context)
{
    const struct extent extent = jump_tables_extent(analysis, node);
    struct node *end = analysis->node + analysis->count;

    if (!image_function_at(analysis->image, node->at.address))
        return;
    for (struct node *target = analysis_own(analysis, extent.start);
         target && target < end && extent_has(&extent, target->at.address); target++)
        if (target->label && target->at.address != extent.start)
            visit(context, target);
}

/* The constant that BEFORE puts into a register. 0 if there is none. */
static uint32_t constant_of(const struct analysis *analysis, const struct node *before)
{
    const struct effect *effect = &before->effect;

    if (effect->kind == EFFECT_CONST)
        return (uint32_t)effect->imm;
    if (effect->kind != EFFECT_LOAD || effect->rn != BOBBIN_PC || effect->flow != FLOW_NEXT)
        return 0;
    return number_at(analysis->image, image_literal_base(&before->at) + (uint32_t)effect->imm, 4);
}

/* Whether code may go to ADDRESS by a computed goto in FUNCTION. */
static bool is_goto_label(const struct analysis *analysis, const struct extent *function,
                          uint32_t address)
{
    const struct node *label = NULL;

    address &= ~1u;
    if (extent_has(function, address) && address != function->start)
        label = analysis_own(analysis, address);
    return label && label->label;
}

bool jump_tables_has_labels(const struct analysis *analysis, const struct node *node,
                            struct value link)
{
    const struct extent extent = jump_tables_extent(analysis, node);
    const struct node *first = analysis->node;

    if (node - first > TABLE_INSTRUCTIONS_MAX)
        first = node - TABLE_INSTRUCTIONS_MAX;
    for (const struct node *before = node; before-- > first;) {
        uint32_t number = constant_of(analysis, before);
        if (link.kind == VALUE_CONST && number == (uint32_t)link.number)
            continue;
        if (is_goto_label(analysis, &extent, number) ||
            (number && number % 4 == 0 &&
             is_goto_label(analysis, &extent, number_at(analysis->image, number, 4))))
            return true;
    }
    return false;
}

bool jump_tables_is_anywhere(const struct node *node)
{
    return node->effect.table_shift == 2 && node->effect.rn != BOBBIN_PC && !node->effect.sums;
}

void jump_tables_visit(const struct analysis *analysis, const struct node *node, cfg_visitor *visit,
                       void *context)
{
    if (node->effect.table_shift < 2) {
        visit_halfword_table(analysis, node, visit, context);
    } else {
        visit_word_table(analysis, node, visit, context);
        visit_branch_row(analysis, node, visit, context);
    }
    if (jump_tables_is_anywhere(node))
        jump_tables_visit_labels(analysis, node, visit, context);
}
