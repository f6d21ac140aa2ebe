/* SPDX-License-Identifier: MIT */
/* What the flags say in a bank state, and what follows from a condition. */
#ifndef GEN_EXCEPTIONS_BANK_FLAGS_H
#define GEN_EXCEPTIONS_BANK_FLAGS_H

#include "exceptions/bank_transfer.h"

/* What the flags say after INSTRUCTION, whose result is RESULT. STATE is before it. */
struct bank_flags bank_flags_of(const struct bank_transfer *transfer, struct bank_state *state,
                                const struct bank_instruction *instruction,
                                struct bank_value result);

/* Adds to STATE that VALUE is 0, or is not. Returns false if STATE says the opposite. */
bool bank_flags_assume_zero(struct bank_state *state, struct bank_value value, bool is_zero);

/*
 * Before INSTRUCTION, whose flags STATE does not know: if it is a load or a move under EQ or NE,
 * its condition becomes a test. So two instructions that load one register from two words are one
 * choice.
 */
void bank_flags_name(struct bank_state *state, const struct bank_instruction *instruction);

/*
 * Adds to STATE that the condition of INSTRUCTION HOLDS, or does not hold. Returns false if this
 * never happens.
 */
bool bank_flags_assume(struct bank_state *state, const struct bank_instruction *instruction,
                       bool holds);

/*
 * Applies INSTRUCTION if it is SUBEQ or SUBNE of 4 by which code aligns sp: its result is known,
 * whether the condition holds or not. Returns false for all other instructions.
 */
bool bank_flags_align(const struct bank_transfer *transfer, struct bank_state *state,
                      const struct bank_instruction *instruction);

#endif
