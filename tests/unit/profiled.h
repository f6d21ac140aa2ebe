/* SPDX-License-Identifier: MIT */
/*
 * A profile of a target on which every function starts with PUSH {lr}, so that any list of
 * addresses is a valid stack.
 */
#ifndef PROFILED_H
#define PROFILED_H

#include "world.h"
#include <bobbin/profile.h>

/* An address in the root function, and addresses outside it. */
#define PROFILED_ROOT       (WORLD_CODE + 4)
#define PROFILED_PC(number) (WORLD_CODE + 0x12 + 2u * (number))
#define PROFILED_PCS_MAX    109u

enum { PROFILED_WORDS = 4096, PROFILED_DEPTH = 40 };

struct profiled {
    struct world world;
    struct bobbin_profile_config config;
    struct bobbin_profile profile;
    struct bobbin_profile_what what;
    uint32_t frames[PROFILED_DEPTH];
    uint32_t memory[PROFILED_WORDS];
};

/* A clock that advances by profiled_clock_step at each call of profiled_now. */
extern uint32_t profiled_clock, profiled_clock_step;
uint32_t profiled_now(void);

/*
 * Sets up the world and a config: no ring, no costs, 8 contexts, PROFILED_DEPTH frames, the clock.
 * Does not open the profile.
 */
void profiled_set_up(struct profiled *profiled);

/* Opens the profile with SIZE_BYTES of memory, which must be enough. */
void profiled_open(struct profiled *profiled, uint32_t size_bytes);

/*
 * Takes a sample of the stack of COUNT addresses at PCS, innermost first. If the last one is not
 * PROFILED_ROOT, the trace ends at the return address 0.
 */
void profiled_sample(struct profiled *profiled, const uint32_t *pcs, uint32_t count);

/* Returns the number of the node for the stack PCS, or PROFILE_AT_NOWHERE. */
uint32_t profiled_find(const struct profiled *profiled, const uint32_t *pcs, uint32_t count);

/*
 * Checks that taken = whole + charged + dropped, that whole and charged are the sums over contexts
 * and nodes, and that parents precede children.
 */
void profiled_expect_sums(const struct profiled *profiled);

#endif
