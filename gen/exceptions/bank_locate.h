/* SPDX-License-Identifier: MIT */
/* Finds where a bank state holds the values that a program needs. For bank_rule.c. */
#ifndef GEN_EXCEPTIONS_BANK_LOCATE_H
#define GEN_EXCEPTIONS_BANK_LOCATE_H

#include "exceptions/bank_state.h"

enum bank_where {
    BANK_NOWHERE,
    BANK_IN_PLACE,    /* the register that it belongs to has it */
    BANK_IN_SLOT,     /* in the word at base BASE + OFFSET */
    BANK_IN_REGISTER, /* in the register of place number FROM */
};

struct bank_location {
    uint8_t where; /* enum bank_where */
    uint8_t base;
    uint8_t from;
    int32_t offset;
    struct bank_value value; /* what is there: for pc, with its distance */
};

/*
 * The best location of what PLACE held in the interrupted code: a word of a stack, which calls
 * leave alone, before registers, and registers before other words. Registers of other modes stay
 * where they are.
 */
struct bank_location bank_locate(const struct bank_bases *bases, const struct bank_state *state,
                                 unsigned place);

/*
 * The register of which the value is an address on BASE, or PAD of it; BANK_NOWHERE if there is
 * none. The sp of banks count as registers, but not those of the mask BUT_SP (bit N: bank N).
 */
struct bank_location bank_locate_register(const struct bank_state *state, enum bank_value_kind kind,
                                          uint8_t base, uint32_t but_sp);

/* Whether the word at OFFSET from BASE is on a stack: that of a mode, or one to which sp points. */
bool bank_is_stack_word(const struct bank_bases *bases, const struct bank_state *state,
                        uint8_t base, int32_t offset);

#endif
