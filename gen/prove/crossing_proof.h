/* SPDX-License-Identifier: MIT */
/*
 * Proves the rules of exception entry code in a table. At each instruction, from each mode and
 * state that can have been interrupted, the core must find the interrupted code.
 */
#ifndef GEN_PROVE_CROSSING_PROOF_H
#define GEN_PROVE_CROSSING_PROOF_H

#include "exceptions/exceptions.h"
#include "prove/verdict.h"

/* The verdict on an instruction of entry code: EXACT, UNKNOWN (no rule) or WRONG. */
struct crossing_verdict {
    struct finding finding;
    bool is_call;
    enum verdict returned; /* if it is a call: the verdict at its return address */
};

struct crossing_proof {
    struct crossing_verdict *verdict; /* ascending by address */
    size_t count, capacity;
};

/*
 * Judges all entry code of EXCEPTIONS with TABLE. ENV has the image and TABLE. Instructions that
 * have an ordinary rule are left out.
 */
void crossing_proof_run(struct crossing_proof *proof, const struct exceptions *exceptions,
                        const struct bobbin_env *env);
void crossing_proof_free(struct crossing_proof *proof);

/* The verdict at ADDRESS; NULL: no entry code is there. */
const struct crossing_verdict *crossing_proof_at(const struct crossing_proof *proof,
                                                 uint32_t address);

/*
 * Whether the table of ENV crosses an exception at AT, which is no entry code: its ordinary rule is
 * "no rule", and CROSSINGS has one.
 */
bool crossing_proof_crosses(const struct bobbin_env *env, const struct image_instruction *at);

#endif
