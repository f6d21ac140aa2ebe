/* SPDX-License-Identifier: MIT */
/*
 * A profile by function: the tree of calls, inlined ones too, and what each function has to itself
 * and in total.
 */
#ifndef GEN_PROFILE_CALLS_H
#define GEN_PROFILE_CALLS_H

#include "profile/profile_load.h"
#include "profile/profile_names.h"

struct profile_calls {
    struct stack_tree tree; /* keys are numbers of functions; siblings by name */
    uint64_t *node_totals;  /* for each node */
    uint64_t samples;       /* all */
    uint64_t *self, *total; /* for each function; a recursive one counts once a sample */
    uint32_t *order;        /* the functions, dearest first: by self, then total, then name */
};

void profile_calls_make(struct profile_calls *calls, const struct profile_names *names);
void profile_calls_free(struct profile_calls *calls);

/*
 * A neighbour of a function. PROFILE_UNKNOWN: nobody calls it, or it calls nobody and is at work
 * itself.
 */
struct profile_peer {
    uint32_t function;
    uint64_t samples;
};

/* Callers and callees of FUNCTION, dearest first; the samples of each sort add up to its total. */
struct profile_peers {
    struct profile_peer *callers, *callees;
    size_t callers_count, callees_count;
};
void profile_peers_find(struct profile_peers *peers, const struct profile_calls *calls,
                        const struct profile_names *names, uint32_t function);
void profile_peers_free(struct profile_peers *peers);

/* How the stacks ended and where they were, in samples. */
struct profile_facts {
    uint64_t samples, truncated, idle;
    uint64_t by_stop[BOBBIN_STOPS];
    size_t distinct;
};
struct profile_facts profile_facts(const struct profile *profile);

/* All that outputs are made of. */
struct profile_report {
    const struct profile *profile;
    const struct profile_totals *totals;
    const struct profile_names *names;
    const struct profile_calls *calls;
    uint64_t idle_left_out; /* samples */
};

#endif
