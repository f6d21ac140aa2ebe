/* SPDX-License-Identifier: MIT */
/*
 * The core, reading a table, at one instruction: whether its answers are true in what the reference
 * knows there.
 */
#ifndef GEN_PROVER_H
#define GEN_PROVER_H

#include "frame/frame_rule.h"
#include "prove/concrete_frame.h"
#include "prove/core_query.h"
#include "prove/verdict.h"

struct instruction_proof {
    const struct analysis *analysis;
    struct bobbin_env env;
    struct concrete_frame world;
    bool has_leaf;                  /* else nothing can be asked of what calls come back to */
    struct frame_debt debt;         /* of the instruction at hand */
    bool found;                     /* an entry for it, and */
    struct core_query_answer entry; /* what that says */
    bool is_call;
    enum verdict returned; /* if it is a call: that of what it comes back to */
};

/* Copies of PROVER with another ANALYSIS of the same image may be used at the same time. */
void instruction_proof_begin(struct instruction_proof *prover, const struct analysis *analysis,
                             const struct bobbin_table *table, const struct bobbin_foreign *reader);

/*
 * An analysis_visitor of PROVER: looks for where a call's callee may be taken to be, until
 * has_leaf.
 */
void instruction_proof_find_leaf(void *prover, const struct node *node,
                                 const struct frame_path *path);

/*
 * The same where there is no leaf: any instruction does for a return address; the frame that calls
 * come back to is made up.
 */
void instruction_proof_find_any(void *prover, const struct node *node,
                                const struct frame_path *path);

/* NODE, before which PATH holds, interrupted there and, for a call, returned to. */
void instruction_proof_judge(struct instruction_proof *prover, const struct node *node,
                             const struct frame_path *path, struct finding *finding);

/*
 * Whether the last node that was judged is a call to whose return address something could be asked:
 * PROVER->returned.
 */
static inline bool instruction_proof_is_returned_to(const struct instruction_proof *prover)
{
    return prover->is_call && prover->has_leaf;
}

/* Whether the table has the rule at the last node that was judged in so many words. */
bool instruction_proof_is_explicit(const struct instruction_proof *prover);

#endif
