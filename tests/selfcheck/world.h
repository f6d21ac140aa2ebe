/* SPDX-License-Identifier: MIT */
/*
 * A machine that was never there: registers and stack follow from an address alone, so that the board
 * and the host ask core about the same one. The code is the image's own.
 */
#ifndef SELFCHECK_WORLD_H
#define SELFCHECK_WORLD_H

#include "code.h"

struct world {
    const struct code *code;
    struct bobbin_env env; /* reads this world; its context is this struct */
    uint32_t seed;         /* the address that registers and stack follow from */
};

/* Registers to begin a trace with. VALID as in a cursor. */
struct machine {
    uint32_t r[16], cpsr, valid;
    uint64_t d[8];
};

void world_open(struct world *world, const struct code *code);

/*
 * The machine that belongs to ADDRESS, interrupted there: Thumb or ARM, most registers known, r4-r11
 * near sp as frame registers are, the others most often code. The stack becomes the one of ADDRESS.
 */
void world_machine(struct world *world, struct machine *machine, uint32_t address);

/* A return address that says ADDRESS: an ARM one is a multiple of 4. */
uint32_t world_return_address(const struct world *world, uint32_t address);

void world_begin(const struct world *world, const struct machine *machine,
                 struct bobbin_cursor *cursor);

#endif
