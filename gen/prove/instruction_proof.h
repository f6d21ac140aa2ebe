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
#include "reference/reference.h"

struct instruction_proof {
    const struct analysis *analysis;
    const struct row_list *stated; /* the rules that the table shall have */
    struct bobbin_env env;
    struct concrete_frame frame;
    /* The image lost symbols after the table was made: rules that it does not show may be right. */
    bool stripped;
    bool crosses;  /* traces cross exceptions: frames return to the address after SVC, HVC, SMC */
    bool has_leaf; /* if false, return addresses of calls cannot be tested */
    struct frame_debt debt;         /* of the current instruction */
    bool found;                     /* the table has an entry for the current instruction */
    struct core_query_answer entry; /* what that entry gives */
    bool is_call;
    /* if the current instruction is a call: the verdict at its return address */
    enum verdict returned;
};

/*
 * Prepares PROOF. Copies of PROOF, each with its own ANALYSIS of the same image, can be used at
 * the same time.
 */
void instruction_proof_begin(struct instruction_proof *proof, const struct reference *reference,
                             const struct bobbin_table *table, const struct bobbin_foreign *reader);

/*
 * Judges the core's answer at NODE: interrupted there and, if NODE is a call, at its return
 * address. PATH is the frame state before NODE.
 */
void instruction_proof_judge(struct instruction_proof *proof, const struct node *node,
                             const struct frame_path *path, struct finding *finding);

/*
 * The same for NODE that no path reaches: its rule is that of CFI alone if CFI has one, else none.
 * If PATH is not NULL, it holds before NODE if a call comes back that does not, and the rule holds
 * there.
 */
void instruction_proof_judge_unreached(struct instruction_proof *proof, const struct node *node,
                                       const struct frame_path *path, struct finding *finding);

/*
 * Whether the last judged node is a call whose return address was tested. PROOF->returned then has
 * the verdict.
 */
static inline bool instruction_proof_is_returned_to(const struct instruction_proof *proof)
{
    return proof->is_call && proof->has_leaf;
}

/*
 * Whether the table stores the rule of the last judged node explicitly, so that the core does not
 * read code there.
 */
bool instruction_proof_is_explicit(const struct instruction_proof *proof);

#endif
