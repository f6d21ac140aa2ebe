/* SPDX-License-Identifier: MIT */
/* Random worlds for traces: tables with random rules, and stacks full of return addresses. */
#ifndef RANDOM_WORLD_H
#define RANDOM_WORLD_H

#include "fuzz.h"
#include "world.h"

/*
 * Sets up one table with an entry for every 4 halfwords. The rules are of any kind, also rules from
 * .ARM.exidx and RULE_NONE. The code is all zeros.
 */
void random_world_set_up(struct world *world, struct fuzz_source *source);

/* A random pc in the code. */
uint32_t random_world_pc(struct fuzz_source *source);

#endif
