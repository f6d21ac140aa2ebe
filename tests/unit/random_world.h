/* SPDX-License-Identifier: MIT */
/* Worlds for traces that nobody thought of: compact rules, stacks of return addresses. */
#ifndef RANDOM_WORLD_H
#define RANDOM_WORLD_H

#include "fuzz.h"
#include "world.h"

/*
 * One table: an entry for each 4 halfwords of code, with a rule of any sort, that of .ARM.exidx and that none is known
 * among them. Nothing is in the code.
 */
void random_world_set_up(struct world *world, struct fuzz_source *source);

/* A pc of the code. */
uint32_t random_world_pc(struct fuzz_source *source);

#endif
