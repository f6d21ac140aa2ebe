/* SPDX-License-Identifier: MIT */
/* What captures say of themselves, added up: how much they have, what it cost, what is missing. */
#ifndef GEN_PROFILE_TOTALS_H
#define GEN_PROFILE_TOTALS_H

#include "profile/profile_merge.h"

/* What samples of so many frames took. */
struct depth_cost {
    uint64_t samples, cost_ns, worst_ns;
};

/* Sums over the captures that were used, but where it says otherwise. */
struct profile_totals {
    uint64_t captures; /* used, at least in part */
    uint64_t damaged;  /* of them, those of which something is missing */
    uint64_t older;    /* not used: another one has what they have */
    uint64_t unusable; /* not used: nobody knows what they have */
    uint64_t others;   /* not used: of another build */

    uint64_t samples; /* in the profile */
    uint64_t charged; /* of them, those of which frames or the context found no room */
    uint64_t nested;  /* taken while another one was */
    /* Not in the profile: */
    uint64_t dropped;        /* the sampler could not count them */
    uint64_t lost;           /* it did, and parts of captures are missing */
    uint64_t others_samples; /* in captures of another build */

    uint64_t cost_ns, cost_worst_ns; /* of samples, where the clock is known... */
    uint64_t timed_ns, timed;        /* ...and over how long, and how many they were */
    struct depth_cost *costs; /* of 1, 2, 3, ... frames; the last one is for deeper ones, too */
    size_t costs_count, costs_capacity;
    uint64_t fiq;     /* captures sampled by FIQ */
    double period_ns; /* on average; 0: not known, or not the same in all */
    bool period_differs;
};

/* Adds CAPTURE, of which MERGED was used. Returns how many of its samples are lost. */
uint64_t profile_totals_add(struct profile_totals *totals, const struct capture *capture,
                            const struct profile_merged *merged);
void profile_totals_free(struct profile_totals *totals);

#endif
