/* SPDX-License-Identifier: MIT */
/*
 * Which captures have all that others have: of one build, run, epoch and processor the newest one;
 * a whole one counts before a damaged one. Captures whose run is not known have nothing in common.
 */
#ifndef GEN_PROFILE_VERSIONS_H
#define GEN_PROFILE_VERSIONS_H

#include "profile/capture_reader.h"

/* What of a capture tells what it has in common with another one. */
struct profile_version {
    uint64_t build; /* hash of the build id */
    uint32_t run, epoch, processor, snapshot;
    uint32_t ordinal; /* of the capture, in the order of the files */
    bool damaged;
    uint64_t samples; /* 0: not known */
};

/* Zeros are empty ones. */
struct profile_versions {
    struct profile_version *items;
    size_t count, capacity;
    uint32_t *older; /* ordinals of those not to be used, ascending */
    size_t older_count, older_capacity;
};

/* First each capture that can be used, ORDINAL being its own. */
void profile_versions_note(struct profile_versions *versions, const struct capture *capture,
                           uint32_t ordinal);

/*
 * Then, once: returns how many samples damaged captures had more than the whole ones that are used
 * instead.
 */
uint64_t profile_versions_decide(struct profile_versions *versions);

/* Then whether another capture counts instead. */
bool profile_versions_is_older(const struct profile_versions *versions, uint32_t ordinal);

void profile_versions_free(struct profile_versions *versions);

#endif
