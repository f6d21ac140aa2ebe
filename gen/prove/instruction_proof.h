/* SPDX-License-Identifier: MIT */
/*
 * Proves one instruction: runs the core with a table there, and checks that its answers agree with
 * the reference.
 */
#ifndef GEN_PROVE_INSTRUCTION_PROOF_H
#define GEN_PROVE_INSTRUCTION_PROOF_H

#include "frame/frame_rule.h"
#include "prove/concrete_frame.h"
#include "prove/core_query.h"
#include "prove/verdict.h"

struct instruction_proof {
    const struct analysis *analysis;
    struct bobbin_env env;
    struct concrete_frame world;
    bool has_leaf;                  /* if false, return addresses of calls cannot be tested */
    struct frame_debt debt;         /* of the current instruction */
    bool found;                     /* the table has an entry for the current instruction */
    struct core_query_answer entry; /* what that entry gives */
    bool is_call;
    /* if the current instruction is a call: the verdict at its return address */
    enum verdict returned;
};

/*
 * Prepares PROVER. Copies of PROVER, each with its own ANALYSIS of the same image, can be used at
 * the same time.
 */
void instruction_proof_begin(struct instruction_proof *prover, const struct analysis *analysis,
                             const struct bobbin_table *table, const struct bobbin_foreign *reader);

/*
 * An analysis_visitor with PROVER as context. Looks for an instruction that can stand for the
 * callee of every call; then sets has_leaf.
 */
void instruction_proof_find_leaf(void *prover, const struct node *node,
                                 const struct frame_path *path);

/*
 * The same visitor for an image without a leaf. Any instruction serves as return address, and the
 * frame that a call returns to is made up.
 */
void instruction_proof_find_any(void *prover, const struct node *node,
                                const struct frame_path *path);

/*
 * Judges NODE, before which PATH holds: interrupted there and, if NODE is a call, at its return
 * address.
 */
void instruction_proof_judge(struct instruction_proof *prover, const struct node *node,
                             const struct frame_path *path, struct finding *finding);

/*
 * Whether the last judged node is a call whose return address was tested. The result is
 * PROVER->returned.
 */
static inline bool instruction_proof_is_returned_to(const struct instruction_proof *prover)
{
    return prover->is_call && prover->has_leaf;
}

/*
 * Whether the table stores the rule of the last judged node explicitly, so that the core does not
 * read code there.
 */
bool instruction_proof_is_explicit(const struct instruction_proof *prover);

#endif
