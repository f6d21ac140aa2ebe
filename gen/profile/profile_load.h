/* SPDX-License-Identifier: MIT */
/*
 * Adds up captures. For each run only the newest capture is used, because it contains all data of
 * the others; a complete capture is preferred to a damaged one. A first pass over the files chooses
 * the captures, so the order of the files does not matter.
 */
#ifndef GEN_PROFILE_PROFILE_LOAD_H
#define GEN_PROFILE_PROFILE_LOAD_H

#include "profile/profile_sums.h"
#include "profile/profile_totals.h"
#include "symbolize/image_list.h"

struct profile_load_options {
    char *const *paths;
    size_t paths_count;
    bool wall;  /* use wall-clock profiles, and no others; otherwise the others */
    bool force; /* all captures are treated as captures of the first image, whatever their build */
};

/*
 * Adds the captures of the files to PROFILE. Reports on stderr what cannot be used, and why.
 * Returns PROBLEMS if something cannot be used or there are no samples, and BAD_INPUT if a file
 * cannot be read.
 */
int profile_load(struct profile *profile, struct profile_totals *totals, struct image_list *images,
                 const struct profile_load_options *options);

#endif
