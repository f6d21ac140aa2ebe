/* SPDX-License-Identifier: MIT */
/*
 * An imaginary machine. Its registers and stack are computed from an address alone, so board and
 * host ask the core about the same machine. The code is the image's own.
 */
#ifndef SELFCHECK_WORLD_H
#define SELFCHECK_WORLD_H

#include "code.h"

struct world {
    const struct code *code;
    struct bobbin_env env; /* reads this world; its context is this struct */
    uint32_t seed;         /* registers and stack are computed from this address */
};

/* Registers at the start of a trace. VALID as in bobbin_cursor. */
struct machine {
    uint32_t r[16], cpsr, valid;
    uint64_t d[8];
};

void world_open(struct world *world, const struct code *code);

/*
 * The machine for ADDRESS, interrupted there, in Thumb or ARM state. Most registers are known.
 * r4-r11 point near sp, as frame pointers do; most others point to code. Also sets the world's
 * stack to the one for ADDRESS.
 */
void world_machine(struct world *world, struct machine *machine, uint32_t address);

/*
 * ADDRESS as a return address, with the Thumb bit or without. An ARM return address is a multiple
 * of 4.
 */
uint32_t world_return_address(const struct world *world, uint32_t address);

void world_begin(const struct world *world, const struct machine *machine,
                 struct bobbin_cursor *cursor);

#endif
