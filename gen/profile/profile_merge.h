/* SPDX-License-Identifier: MIT */
/* Adds one capture to a profile. */
#ifndef GEN_PROFILE_PROFILE_MERGE_H
#define GEN_PROFILE_PROFILE_MERGE_H

#include "profile/capture_reader.h"
#include "profile/profile_sums.h"

/* No sampler writes deeper stacks. Deeper records are left out. */
#define PROFILE_DEPTH_MAX 1024

/* What was added from a capture. */
struct profile_merged {
    uint64_t samples; /* all samples */
    uint64_t charged; /* those samples for whose frames or context the sampler had no room */
    bool has_invalid_records; /* invalid records were left out */
};

/*
 * Adds CAPTURE, which belongs to the image with index IMAGE. Records that did not arrive are left
 * out, with all their children. The sampler does not check return addresses. So where a stack
 * returns to the exit function of a thread, it is cut off there and ends with THREAD_BASE.
 */
struct profile_merged profile_merge(struct profile *profile, const struct capture *capture,
                                    uint32_t image);

/* Adds only the raw samples of CAPTURE. The stacks of the run are counted from another capture. */
void profile_merge_raw(struct profile *profile, const struct capture *capture, uint32_t image);

#endif
