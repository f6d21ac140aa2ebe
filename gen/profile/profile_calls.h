/* SPDX-License-Identifier: MIT */
/*
 * A profile by function: the tree of calls with inlined calls, and the self and total samples of
 * each function.
 */
#ifndef GEN_PROFILE_PROFILE_CALLS_H
#define GEN_PROFILE_PROFILE_CALLS_H

#include "profile/profile_load.h"
#include "profile/profile_names.h"

struct profile_calls {
    struct stack_tree tree; /* keys are function numbers; siblings are sorted by name */
    uint64_t *node_totals;  /* total samples of each node */
    uint64_t samples;       /* all samples */
    uint64_t *self, *total; /* of each function; a recursive function counts once per sample */
    /* the functions, sorted by self, then total (largest first), then name */
    uint32_t *order;
};

void profile_calls_make(struct profile_calls *calls, const struct profile_names *names);
void profile_calls_free(struct profile_calls *calls);

/* Numbers of samples: by the way their stacks ended, and by context. */
struct profile_stack_counts {
    uint64_t samples, truncated, idle, waiting;
    uint64_t by_stop[BOBBIN_STOPS];
    size_t distinct;
};
struct profile_stack_counts profile_stack_counts(const struct profile *profile);

/* All data that the outputs use. */
struct profile_report {
    bool wall; /* a wall-clock profile */
    const struct profile *profile;
    const struct profile_totals *totals;
    const struct profile_names *names;
    const struct profile_calls *calls;
    uint64_t idle_left_out; /* samples */
};

#endif
