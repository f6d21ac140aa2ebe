/* SPDX-License-Identifier: MIT */
/*
 * An instruction that can stand for the callee of every call. A trace that starts there has the
 * return address of a call as its second frame, so that the rule of the caller can be tested.
 */
#ifndef GEN_PROVE_PROOF_LEAF_H
#define GEN_PROVE_PROOF_LEAF_H

#include "prove/instruction_proof.h"

/*
 * An analysis_visitor with PROOF as context. Looks for an instruction that can stand for the
 * callee of every call, and sets has_leaf if it finds one.
 */
void proof_leaf_find(void *proof, const struct node *node, const struct frame_path *path);

/*
 * Like proof_leaf_find, for an image in which that function finds no instruction.
 * Accepts any instruction as return address. The test then makes up the frame to which a call
 * returns.
 */
void proof_leaf_find_any(void *proof, const struct node *node, const struct frame_path *path);

#endif
