/* SPDX-License-Identifier: MIT */
/* The callers and callees of one function of a profile. */
#ifndef GEN_PROFILE_PROFILE_NEIGHBOURS_H
#define GEN_PROFILE_PROFILE_NEIGHBOURS_H

#include "profile/profile_calls.h"

/*
 * A caller or callee of a function. A caller PROFILE_UNKNOWN means that the function was outermost.
 * A callee PROFILE_UNKNOWN means that the function itself was running.
 */
struct profile_neighbour {
    uint32_t function;
    uint64_t samples;
};

/*
 * Callers and callees of FUNCTION, the largest first. The samples of all callers add up to the
 * total of FUNCTION; so do the samples of all callees.
 */
struct profile_neighbours {
    struct profile_neighbour *callers, *callees;
    size_t callers_count, callees_count;
};
void profile_neighbours_find(struct profile_neighbours *neighbours,
                             const struct profile_calls *calls, const struct profile_names *names,
                             uint32_t function);
void profile_neighbours_free(struct profile_neighbours *neighbours);

#endif
