/* SPDX-License-Identifier: MIT */
/* Finds exception returns that go to a constant address. */
#include "analysis/constant_returns.h"

#include "analysis/regions.h"
#include "insn/exception_return.h"
#include "insn/returned_constant.h"

/* The code of the function of the current node, or of its region. */
struct code_extent {
    uint32_t start, end;
};

static struct code_extent code_of(const struct analysis *analysis, const struct node *node)
{
    const struct image_function *function = image_function_at(analysis->image, node->at.address);
    const struct region *region = &analysis->regions->region[analysis->region];

    if (!function)
        return (struct code_extent){region->start, region->end};
    return (struct code_extent){function->address, image_function_end(analysis->image, function)};
}

/*
 * NODE is an exception return. If it returns to a constant address, makes it a jump that changes
 * the mode.
 */
static void find_mode_change(struct analysis *analysis, struct node *node)
{
    struct code_extent code = code_of(analysis, node);
    uint32_t target;

    if (exception_return_changes_mode(&analysis->reader, analysis->image, code.start, code.end,
                                      &node->at, &target)) {
        node->effect.flow = FLOW_JUMP;
        node->effect.kind = EFFECT_SET_MODE;
        node->effect.target = target;
    }
}

/*
 * NODE, whose encoding is CODE, is an exception return. If the code before it has stored a constant
 * address on the stack, NODE goes there. If that code has also stored its own cpsr, NODE is a jump.
 */
static void find_returned_constant(struct analysis *analysis, struct node *node, uint32_t code)
{
    struct code_extent range = code_of(analysis, node);
    struct returned_constant constant;

    if (!returned_constant_find(&analysis->reader, analysis->image, range.start, range.end,
                                &node->at, code, &constant))
        return;
    node->effect.target = constant.target;
    if (!constant.own_psr)
        return;
    node->effect = (struct effect){.kind = constant.keeps_mode ? EFFECT_MOVE : EFFECT_SET_MODE,
                                   .flow = FLOW_JUMP,
                                   .condition = node->effect.condition,
                                   .returned = true,
                                   .rd = BOBBIN_SP,
                                   .rn = BOBBIN_SP,
                                   .imm = constant.keeps_mode ? constant.writeback : 0,
                                   .writeback = constant.keeps_mode ? 0 : constant.writeback,
                                   .target = constant.target};
}

void constant_returns_find(struct analysis *analysis, struct node *node, const struct link *link,
                           uint32_t code)
{
    uint8_t it_state = analysis->reader.it_state;

    if (node->effect.flow == FLOW_EXCEPTION && (link->back || link->other.address))
        find_mode_change(analysis, node);
    if (node->effect.flow == FLOW_EXCEPTION)
        find_returned_constant(analysis, node, code);
    analysis->reader.it_state = it_state;
}
