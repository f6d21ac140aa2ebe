/* SPDX-License-Identifier: MIT */
/* Arithmetic on the values of bank states. Results that no value describes are BANK_OTHER. */
#ifndef GEN_EXCEPTIONS_BANK_ARITHMETIC_H
#define GEN_EXCEPTIONS_BANK_ARITHMETIC_H

#include "exceptions/bank_state.h"

struct bank_value bank_constant(uint32_t number);
bool bank_is_constant(struct bank_value value);

/* Whether VALUE is a word that the code read, plus a number (BANK_BASE_WORD). */
bool bank_is_word(const struct bank_bases *bases, struct bank_value value);

/* A + NUMBER. */
struct bank_value bank_plus(struct bank_value a, int32_t number);

struct bank_value bank_add(const struct bank_bases *bases, struct bank_value a,
                           struct bank_value b);
struct bank_value bank_subtract(const struct bank_bases *bases, struct bank_value a,
                                struct bank_value b);

/* A & KEEP. */
struct bank_value bank_and(struct bank_bases *bases, struct bank_value a, uint32_t keep);

/* A | SET. */
struct bank_value bank_or(struct bank_value a, uint32_t set);
struct bank_value bank_exclusive_or(struct bank_value a, uint32_t number); /* A ^ NUMBER */

/* The highest address up to ADDRESS that is REMAINDER modulo 8. */
struct bank_value bank_align(struct bank_bases *bases, struct bank_value address,
                             uint8_t remainder);

/* Whether VALUE is a psr of any mode: that of the interrupted code, or made from a mode. */
bool bank_has_any_mode(struct bank_value value);

/* Whether VALUE is a psr without a mode: the code is about to insert one. */
bool bank_lacks_mode(struct bank_value value);

/* The mode bits 3..0 of the psr VALUE; BANK_MODE_DIFFERS if they are unknown. */
uint8_t bank_mode_of(struct bank_value value);

#endif
