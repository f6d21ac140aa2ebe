/* SPDX-License-Identifier: MIT */
/* The steps of which bank_undo.c makes a program. */
#ifndef GEN_EXCEPTIONS_BANK_MAKER_H
#define GEN_EXCEPTIONS_BANK_MAKER_H

#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_program.h"
#include "exceptions/bank_wants.h"

/* A program that is being made. */
struct maker {
    const struct bank_bases *bases;
    const struct bank_state *state;
    struct bank_program *program;
    struct bank_wants wants;
    uint32_t lost_sp; /* bit N: nothing leads to sp of bank N */
    bool uses_cells;  /* a pointer is in memory outside the stacks */
    bool visited[BANK_BASES_MAX];
    uint32_t used;          /* bit N: a step uses register N as an address or a distance */
    struct bank_value base; /* what BASE holds */
    const char *reason;
};

/* Adds a step. Sets the reason if VALUE has no room in it. */
void bank_add_step(struct maker *maker, unsigned place, unsigned kind, int32_t value);

/* Loses r0-r12 that nothing leads to: those that no step uses, or if LATE those that steps use. */
void bank_lose_registers(struct maker *maker, bool late);

/* Loses the other places that nothing leads to. */
void bank_lose_banked(struct maker *maker);

/* Takes the values that are in other registers. */
void bank_move_registers(struct maker *maker);

/* BASE becomes the word at OFFSET of the base on which it is. */
void bank_rebase(struct maker *maker, int32_t offset);

/* Loads all wanted words of the base on which BASE is, in ascending order. */
void bank_load_all(struct maker *maker);

#endif
