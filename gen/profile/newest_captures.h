/* SPDX-License-Identifier: MIT */
/*
 * Chooses the captures to use. Each newer capture of the same build, run, epoch and processor
 * contains all data of the older ones, so only the newest is used. A complete capture is preferred
 * to a damaged one. Every capture of an unknown run is used.
 */
#ifndef GEN_PROFILE_NEWEST_CAPTURES_H
#define GEN_PROFILE_NEWEST_CAPTURES_H

#include "profile/capture_reader.h"

/* The fields of a capture that decide whether it replaces another one. */
struct profile_version {
    uint64_t build; /* hash of the build id */
    uint32_t run, epoch, processor, snapshot;
    uint32_t ordinal; /* number of the capture, in the order of the files */
    bool damaged;
    uint64_t samples; /* 0: unknown */
};

/* All fields 0: empty. */
struct profile_versions {
    struct profile_version *items;
    size_t count, capacity;
    uint32_t *older; /* ordinals of captures that must not be used, ascending */
    size_t older_count, older_capacity;
};

/* Step 1: call this for each usable capture. ORDINAL is its number. */
void profile_versions_note(struct profile_versions *versions, const struct capture *capture,
                           uint32_t ordinal);

/*
 * Step 2: call this once. Returns how many more samples the damaged captures had than the complete
 * captures that replace them.
 */
uint64_t profile_versions_decide(struct profile_versions *versions);

/* Step 3: returns whether another capture is used instead of this one. */
bool profile_versions_is_older(const struct profile_versions *versions, uint32_t ordinal);

void profile_versions_free(struct profile_versions *versions);

#endif
