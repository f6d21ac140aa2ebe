/* SPDX-License-Identifier: MIT */
/*
 * Runs one instruction in an emulator. Records registers before and after, and all memory accesses.
 */
#ifndef EFFECTS_MACHINE_H
#define EFFECTS_MACHINE_H

#include <unicorn/unicorn.h>

#include "words.h"

struct machine_state {
    uint32_t r[16]; /* pc without the Thumb bit */
    uint32_t s[32]; /* s0-s31, the halves of d0-d15 */
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
    uc_context *fresh;       /* all registers at the start of each run, also system registers */
    struct machine_run *run; /* the run in progress */
    uint32_t code;           /* offset of the next instruction word */
    bool halves;             /* half of the Thumb instructions start at an odd multiple of 2 */
    uint32_t pages_count;    /* pages of data, mapped at the first access */
    uint32_t page[256];
};

/*
 * Random registers and flags, derived from SEED only. Most registers hold word addresses in a few
 * pages.
 */
void machine_randomise(struct machine_state *state, uint64_t seed);

int machine_open(struct machine *machine);
void machine_close(struct machine *machine);

/* Writes WORD to code memory and returns its address, a multiple of 4 unless HALVES is set. */
uint32_t machine_place(struct machine *machine, const struct word *word);

/*
 * Executes the instruction at ADDRESS with the registers of RUN->before. Sets pc and the T bit
 * there, and fills the rest of RUN. Returns false if the emulator does not execute the instruction:
 * it raises an exception, or the encoding is not known.
 */
bool machine_execute(struct machine *machine, uint32_t address, bool thumb,
                     struct machine_run *run);

/* The word of data memory at ADDRESS. Memory that no instruction has accessed has contents, too. */
uint32_t machine_word(struct machine *machine, uint32_t address);

#endif
