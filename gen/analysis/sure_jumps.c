/* SPDX-License-Identifier: MIT */
/* Finds conditional jumps that are always taken. For fixpoint.c and solve_regions.c. */
#include "analysis/sure_jumps.h"

#include "analysis/transfer.h"

static bool is_conditional_jump(const struct node *node)
{
    return node->effect.condition < CONDITION_ALWAYS && node->effect.flow != FLOW_NEXT &&
           !analysis_is_call(node);
}

/* Whether the flags before NODE are those after the instruction before it, on each path. */
static bool has_flags_of_before(const struct analysis *analysis, const struct node *node)
{
    const struct node *before = node - 1;

    return node < analysis->node + analysis->count && !node->leader &&
           before->at.address + before->at.size_bytes == node->at.address &&
           !before->effect.sets_flags && !analysis_is_call(before);
}

void sure_jumps_mark(struct analysis *analysis)
{
    const struct node *end = analysis->node + analysis->count;

    for (struct node *node = analysis->node; node < end; node++) {
        struct node *next = node + 1;
        if (!is_conditional_jump(node))
            continue;
        while (has_flags_of_before(analysis, next) && !is_conditional_jump(next))
            next++;
        if (has_flags_of_before(analysis, next) &&
            next->effect.condition == condition_inverse(node->effect.condition))
            next->sure = true;
    }
}

struct node *sure_jumps_doubt(const struct analysis *analysis, struct node *node)
{
    while (!node->sure && !is_conditional_jump(node) && has_flags_of_before(analysis, node + 1))
        node++;
    if (!node->sure)
        return NULL;
    node->sure = false;
    return node;
}
