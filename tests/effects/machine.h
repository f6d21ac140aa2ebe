/* SPDX-License-Identifier: MIT */
/* One instruction in an emulator: registers before and after, and the memory it touched. */
#ifndef EFFECTS_MACHINE_H
#define EFFECTS_MACHINE_H

#include <unicorn/unicorn.h>

#include "words.h"

struct machine_state {
    uint32_t r[16]; /* pc without the Thumb bit */
    uint32_t s[32]; /* s0-s31, which are d0-d15 */
    uint32_t cpsr;
};

struct machine_access {
    uint32_t address, size_bytes;
    bool write;
};

#define MACHINE_ACCESSES_MAX 64

struct machine_run {
    struct machine_state before, after;
    struct machine_access access[MACHINE_ACCESSES_MAX];
    uint32_t accesses_count;
};

struct machine {
    uc_engine *engine;
    uc_context *fresh;       /* all registers, also those of the system, as each run begins with */
    struct machine_run *run; /* the one under way */
    uint32_t code;           /* where the next word goes */
    bool halves;             /* half of those of Thumb begin two bytes behind a multiple of 4 */
    uint32_t pages_count;    /* of data, made as they are touched */
    uint32_t page[256];
};

/* Random registers and flags; most registers are addresses of words in a few pages. They follow from SEED. */
void machine_randomise(struct machine_state *state, uint64_t seed);

int machine_open(struct machine *machine);
void machine_close(struct machine *machine);

/* Puts WORD somewhere, at a multiple of 4 unless HALVES, and returns its address. */
uint32_t machine_place(struct machine *machine, const struct word *word);

/*
 * Executes the instruction at ADDRESS from RUN->before, of which it sets pc and the Thumb bit; fills the rest of
 * RUN. False when the emulator does not execute it: an exception, or an encoding it does not have.
 */
bool machine_execute(struct machine *machine, uint32_t address, bool thumb,
                     struct machine_run *run);

/* The word of data memory at ADDRESS, as it is now; what was never touched has contents too. */
uint32_t machine_word(struct machine *machine, uint32_t address);

#endif
