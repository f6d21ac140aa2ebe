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
struct capture_version {
    uint64_t build; /* hash of the build id */
    uint32_t run, epoch, processor, snapshot;
    uint32_t ordinal; /* number of the capture, in the order of the files */
    bool damaged;
    uint64_t samples; /* 0: unknown */
};

/* All fields 0: empty. */
struct newest_captures {
    struct capture_version *items;
    size_t count, capacity;
    uint32_t *older; /* ordinals of captures that must not be used, ascending */
    size_t older_count, older_capacity;
};

/* Step 1: call this for each usable capture. ORDINAL is its number. */
void newest_captures_add(struct newest_captures *captures, const struct capture *capture,
                         uint32_t ordinal);

/*
 * Step 2: call this once. Returns how many more samples the damaged captures had than the complete
 * captures that replace them.
 */
uint64_t newest_captures_choose(struct newest_captures *captures);

/* Step 3: returns whether another capture is used instead of this one. */
bool newest_captures_is_older(const struct newest_captures *captures, uint32_t ordinal);

void newest_captures_free(struct newest_captures *captures);

#endif
