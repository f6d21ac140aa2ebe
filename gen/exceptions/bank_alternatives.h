/* SPDX-License-Identifier: MIT */
/* The bank states before one instruction, kept apart where a test can tell which of them holds. */
#ifndef GEN_EXCEPTIONS_BANK_ALTERNATIVES_H
#define GEN_EXCEPTIONS_BANK_ALTERNATIVES_H

#include "exceptions/bank_state.h"

/* Maximum number of states of one instruction. */
enum { BANK_ALTERNATIVES_MAX = 4 };

/* Exactly one of the states holds. For any two of them, a test has opposite outcomes. */
struct bank_alternatives {
    uint32_t count;
    struct bank_state *state[BANK_ALTERNATIVES_MAX];
};

/*
 * STATE arrives: it is added, or joined with those that no test tells from it. APART: states may
 * be kept apart. Returns true if ALTERNATIVES changed.
 */
bool bank_alternatives_arrive(struct bank_alternatives *alternatives,
                              const struct bank_state *state, bool apart);

/* Whether the states are in different modes. */
bool bank_alternatives_modes_differ(const struct bank_alternatives *alternatives);

/*
 * Makes one rule possible for the states of exceptions that entered different modes: the vector is
 * left open. If the code has left these modes, their lr and SPSR become unknown; then it does not
 * matter which of the modes ENTERED names.
 */
void bank_alternatives_share(struct bank_alternatives *alternatives);

/*
 * Joins the states that only conditions or modes keep apart: no rule can make their tests. Returns
 * true if there were any.
 */
bool bank_alternatives_join_conditions(struct bank_alternatives *alternatives);

/*
 * Makes COPY of ALTERNATIVES, and joins in it the states that only tests of bits keep apart.
 * Returns true if there were any. The caller frees COPY.
 */
bool bank_alternatives_join_bits(struct bank_alternatives *copy,
                                 const struct bank_alternatives *alternatives);

void bank_alternatives_free(struct bank_alternatives *alternatives);

#endif
