/* SPDX-License-Identifier: MIT */
/* What instructions of exception entry code do to a bank state, apart from control flow. */
#ifndef GEN_EXCEPTIONS_BANK_TRANSFER_H
#define GEN_EXCEPTIONS_BANK_TRANSFER_H

#include "exceptions/bank_effect.h"
#include "exceptions/bank_state.h"

struct bank_instruction {
    struct image_instruction at;
    uint32_t code; /* its encoding (effect_fetch) */
    struct effect effect;
    struct bank_effect bank;
};

struct bank_transfer {
    const struct image *image;
    struct bank_bases *bases;
    uint32_t given_up; /* bit N: place N is given up (regions.h); for d8-d15 */
};

/*
 * Makes STATE, which holds before INSTRUCTION, the state after it. The condition of the instruction
 * holds.
 */
void bank_transfer_apply(const struct bank_transfer *transfer, struct bank_state *state,
                         const struct bank_instruction *instruction);

/* An exception return writes VALUE to cpsr. The mode of STATE becomes that of VALUE, or unknown. */
void bank_transfer_psr(struct bank_state *state, struct bank_value value);

/*
 * Whether the effect of INSTRUCTION is known in BANK_MODE_CHOSEN: it writes none of the registers
 * that depend on the mode.
 */
bool bank_transfer_is_blind(const struct bank_instruction *instruction);

/*
 * Makes STATE, which holds before a call, the state after the return: a function that follows the
 * procedure-call standard, but does not restore the registers of the mask BROKEN: bit N is rN, bit
 * 16 + N is d(8 + N).
 */
void bank_transfer_call(const struct bank_bases *bases, struct bank_state *state, uint32_t broken);

/* The value of register NUMBER of struct effect; OTHER for those that a state does not have. */
struct bank_value bank_transfer_register(struct bank_state *state, unsigned number);

/* Register NUMBER gets VALUE from the instruction at AT. */
void bank_transfer_write(const struct bank_transfer *transfer, struct bank_state *state,
                         unsigned number, struct bank_value value, uint32_t at);

#endif
