/* SPDX-License-Identifier: MIT */
/*
 * Captures summed up. Of captures of one run only the newest counts, since it has what the others have; a whole one
 * counts before a damaged one. That is found out in a first pass over the files, so their order changes nothing.
 */
#ifndef GEN_PROFILE_LOAD_H
#define GEN_PROFILE_LOAD_H

#include "image_list.h"
#include "profile_sums.h"

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
    uint64_t
        charged; /* of them, those of which the sampler had to leave out frames or the context */
    uint64_t dropped; /* not in the profile: the sampler could not count them */
    uint64_t lost; /* not in the profile: counted by the sampler, and lost with parts of captures */
    uint64_t others_samples; /* not in the profile: in captures of another build */
    uint64_t nested;         /* taken while another one was */

    uint64_t cost_ns, cost_worst_ns; /* of samples, where the clock is known... */
    uint64_t timed_ns, timed;        /* ...and over how long, and how many they were */
    struct depth_cost *costs; /* of 1, 2, 3, ... frames; the last one is for deeper ones, too */
    size_t costs_count, costs_capacity;
    uint64_t fiq;     /* captures sampled by FIQ */
    double period_ns; /* on average; 0: not known, or not the same in all */
};

struct profile_load_options {
    char *const *paths;
    size_t paths_count;
    bool force; /* captures of any build count as the first image's */
};

/*
 * Adds what the files have to PROFILE. Says on stderr what cannot be used and why. PROBLEMS when there is something of the
 * sort or there are no samples; BAD_INPUT when a file cannot be read.
 */
int profile_load(struct profile *profile, struct profile_totals *totals, struct image_list *images,
                 const struct profile_load_options *options);
void profile_totals_free(struct profile_totals *totals);

#endif
