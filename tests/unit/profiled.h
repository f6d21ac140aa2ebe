/* SPDX-License-Identifier: MIT */
/* A profile of a target whose every function is PUSH {lr}: any list of addresses is a stack that can be walked. */
#ifndef PROFILED_H
#define PROFILED_H

#include "world.h"
#include <bobbin/profile.h>

/* An address in the one root; others. */
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

/* A clock that goes on by profiled_clock_step with each look at it. */
extern uint32_t profiled_clock, profiled_clock_step;
uint32_t profiled_now(void);

/* The world, and a config: no ring, no costs, 8 contexts, PROFILED_DEPTH frames, the clock. Nothing is open. */
void profiled_set_up(struct profiled *profiled);

/* Opens it in so many bytes, which must be enough. */
void profiled_open(struct profiled *profiled, uint32_t size_bytes);

/*
 * A sample of the stack of COUNT addresses at PCS, innermost first, the last one PROFILED_ROOT or the trace ends
 * outside of code.
 */
void profiled_sample(struct profiled *profiled, const uint32_t *pcs, uint32_t count);

/* Number of the node of the stack of PCS, or PROFILE_AT_NOWHERE. */
uint32_t profiled_find(const struct profiled *profiled, const uint32_t *pcs, uint32_t count);

/* taken = whole + charged + dropped, and these are the sums over contexts and nodes; parents stand before children. */
void profiled_expect_sums(const struct profiled *profiled);

#endif
