/* SPDX-License-Identifier: MIT */
/* Sums of the counters in captures: number of samples, cost of sampling, missing samples. */
#ifndef GEN_PROFILE_PROFILE_TOTALS_H
#define GEN_PROFILE_PROFILE_TOTALS_H

#include "profile/profile_merge.h"

/* The cost of samples with one number of frames. */
struct depth_cost {
    uint64_t samples, cost_ns, worst_ns;
};

/* Sums over the used captures, unless a field says otherwise. */
struct profile_totals {
    uint64_t captures;     /* used, at least in part */
    uint64_t damaged;      /* captures among them with a missing part */
    uint64_t older;        /* not used: another capture contains their data */
    uint64_t other_kind;   /* not used: wall-clock profiles, or the others with --wall */
    uint64_t unusable;     /* not used: they cannot be read */
    uint64_t other_builds; /* not used: of another build */

    uint64_t samples; /* in the profile */
    uint64_t charged; /* those samples for whose frames or context the sampler had no room */
    uint64_t nested;  /* taken while another sample was being taken */
    /* Not in the profile: */
    uint64_t dropped; /* the sampler could not count them */
    uint64_t lost;    /* samples that the sampler counted, in missing parts of captures */
    uint64_t other_builds_samples; /* in captures of another build */

    uint64_t cost_ns, cost_worst_ns; /* cost of samples, for captures with a known clock */
    uint64_t timed_ns, timed;        /* duration of these captures, and number of their samples */
    struct depth_cost *costs; /* for 1, 2, 3, ... frames; the last one also covers deeper stacks */
    size_t costs_count, costs_capacity;
    uint64_t fiq;     /* captures that were sampled by FIQ */
    double period_ns; /* average; 0: unknown, or not the same in all captures */
    bool period_differs;
};

/*
 * Adds CAPTURE. MERGED says which part of it was added to the profile. Returns how many samples of
 * CAPTURE are lost.
 */
uint64_t profile_totals_add(struct profile_totals *totals, const struct capture *capture,
                            const struct profile_merged *merged);
void profile_totals_free(struct profile_totals *totals);

#endif
