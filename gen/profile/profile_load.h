/* SPDX-License-Identifier: MIT */
/*
 * Captures summed up. Of captures of one run only the newest counts, since it has what the others
 * have; a whole one counts before a damaged one. That is found out in a first pass over the files,
 * so their order changes nothing.
 */
#ifndef GEN_PROFILE_LOAD_H
#define GEN_PROFILE_LOAD_H

#include "profile/profile_sums.h"
#include "profile/profile_totals.h"
#include "symbolize/image_list.h"

struct profile_load_options {
    char *const *paths;
    size_t paths_count;
    bool force; /* captures of any build count as the first image's */
};

/*
 * Adds what the files have to PROFILE. Says on stderr what cannot be used and why. PROBLEMS when
 * there is something of the sort or there are no samples; BAD_INPUT when a file cannot be read.
 */
int profile_load(struct profile *profile, struct profile_totals *totals, struct image_list *images,
                 const struct profile_load_options *options);

#endif
