/* SPDX-License-Identifier: MIT */
/* Chooses the instruction that stands for a callee. */
#include "prove/proof_leaf.h"

#include "frame/frame_call.h"

static void set_leaf(struct instruction_proof *proof, const struct node *node)
{
    proof->has_leaf = true;
    proof->frame.leaf = node->at.address;
    proof->frame.leaf_thumb = node->at.thumb;
    proof->frame.return_address = node->at.address | node->at.thumb;
}

void proof_leaf_find(void *context, const struct node *node, const struct frame_path *path)
{
    struct instruction_proof *proof = context;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    if (proof->has_leaf || !path || frame_path_is_split(path) ||
        !analysis_follows(proof->analysis, node) || !frame_state_undone(&path->state))
        return;
    if (!proof->frame.no_leaf &&
        (bobbin_rule_at(&proof->env, node->at.address, BOBBIN_KIND_INTERRUPTED,
                        node->at.thumb ? BOBBIN_CPSR_T : 0, &rule, &trust) != BOBBIN_STOP_NONE ||
         !rule_is_leaf(&rule)))
        return;
    set_leaf(proof, node);
}

void proof_leaf_find_any(void *context, const struct node *node, const struct frame_path *path)
{
    struct instruction_proof *proof = context;

    if (proof->has_leaf || !path || !analysis_follows(proof->analysis, node))
        return;
    proof->frame.no_leaf = true;
    set_leaf(proof, node);
}
