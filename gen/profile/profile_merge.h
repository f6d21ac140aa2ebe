/* SPDX-License-Identifier: MIT */
/* Adds one capture to a profile. */
#ifndef GEN_PROFILE_MERGE_H
#define GEN_PROFILE_MERGE_H

#include "profile/capture_reader.h"
#include "profile/profile_sums.h"

/* Deeper stacks are no sampler's: what is below is left out. */
#define PROFILE_DEPTH_MAX 1024

/* What of a capture was added. */
struct profile_merged {
    uint64_t samples; /* all */
    uint64_t charged; /* of them, those of which frames or the context found no room */
    bool odd;         /* records that make no sense were left out */
};

/*
 * IMAGE: index of the one that CAPTURE is of. Records that did not arrive, and what hangs on them,
 * are left out.
 */
struct profile_merged profile_merge(struct profile *profile, const struct capture *capture,
                                    uint32_t image);

/* The raw samples of CAPTURE alone, whose stacks another capture of its run counts. */
void profile_merge_raw(struct profile *profile, const struct capture *capture, uint32_t image);

#endif
