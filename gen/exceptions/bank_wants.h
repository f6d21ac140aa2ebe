/* SPDX-License-Identifier: MIT */
/* What the program of a bank state has to find, and where it is. For bank_undo.c. */
#ifndef GEN_EXCEPTIONS_BANK_WANTS_H
#define GEN_EXCEPTIONS_BANK_WANTS_H

#include "exceptions/bank_locate.h"

/* PLACE has another value than in the interrupted code: that one is at AT, or nowhere. */
struct bank_want {
    uint8_t place;
    struct bank_location at;
};

enum { BANK_WANTS_MAX = 48 };

/* Set BASES and STATE. */
struct bank_wants {
    const struct bank_bases *bases;
    const struct bank_state *state;
    struct bank_want want[BANK_WANTS_MAX];
    unsigned count;
    uint32_t sp; /* bit N: sp of bank N is in WANT. All others that have moved are computed. */
};

void bank_wants_find(struct bank_wants *wants);

/* Whether the code has changed sp of BANK. */
bool bank_wants_moved_sp(const struct bank_wants *wants, uint8_t bank);

/* The want of the word at OFFSET from BASE, and that of PLACE; NULL: there is none. */
const struct bank_want *bank_wants_at(const struct bank_wants *wants, uint8_t base, int32_t offset);
const struct bank_want *bank_wants_of(const struct bank_wants *wants, unsigned place);

/* Sets OFFSET to the lowest absolute address of a wanted word. False: there is none. */
bool bank_wants_first_cell(const struct bank_wants *wants, int32_t *offset);

/* Whether wanted words are on a stack at a constant address. */
bool bank_wants_constant_stack(const struct bank_wants *wants);

/* Whether words on other memory than stacks are wanted: a nested exception may overwrite them. */
bool bank_wants_cells(const struct bank_wants *wants);

#endif
