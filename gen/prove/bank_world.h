/* SPDX-License-Identifier: MIT */
/*
 * A processor and its memory in a bank state of exception entry code: each symbol of the state has
 * a value of its own, and all locations that the state does not know hold noise.
 */
#ifndef GEN_PROVE_BANK_WORLD_H
#define GEN_PROVE_BANK_WORLD_H

#include "exceptions/bank_alternatives.h"

struct bank_world {
    const struct bank_bases *bases;
    const struct bank_state *state;
    uint8_t entered;  /* the bank that the exception has entered, even if STATE covers several */
    uint32_t pc, psr; /* of the interrupted code */
    /* Bit N: the sp of each bank whose number modulo 2 is N is 4 modulo 8, and not 0. */
    uint32_t pads;
    /* A nested exception has changed the words that entry code changes and that are on no stack. */
    bool nested;
    uint32_t base[BANK_BASES_MAX]; /* the address of each base */
};

/* Chooses the addresses of the bases. All other members of WORLD are set. */
void bank_world_settle(struct bank_world *world);

/* What the register of PLACE (crossing_format.h) holds now. */
uint32_t bank_world_now(const struct bank_world *world, unsigned place);

/* What it held in the interrupted code. */
uint32_t bank_world_wanted(const struct bank_world *world, unsigned place);

/* What d(8 + NUMBER) holds now, and what it held in the interrupted code. */
uint64_t bank_world_double_now(const struct bank_world *world, unsigned number);
uint64_t bank_world_double_wanted(unsigned number);

/* The word at ADDRESS, a multiple of 4. */
uint32_t bank_world_word(const struct bank_world *world, uint32_t address);

/* Whether the state says what the register of PLACE holds now. */
bool bank_world_knows(const struct bank_world *world, unsigned place);

/* Whether a location still holds what the register of PLACE held in the interrupted code. */
bool bank_world_keeps(const struct bank_world *world, unsigned place);

/* The bank of the mode in which the code runs. */
uint8_t bank_world_bank(const struct bank_world *world);

#endif
