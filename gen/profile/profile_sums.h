/* SPDX-License-Identifier: MIT */
/*
 * What captures of a profiler say, summed up: how often each stack was interrupted, in which
 * context. The sums do not depend on the order of the captures. Memory grows with distinct stacks,
 * not with samples.
 */
#ifndef GEN_PROFILE_SUMS_H
#define GEN_PROFILE_SUMS_H

#include "profile/raw_samples.h"
#include "profile/stack_tree.h"
#include <bobbin/bobbin.h>

/* What was interrupted, and how the walk from there ended. */
struct sample_context {
    uint32_t image;        /* index in the list of images */
    uint32_t processor;    /* PROFILE_UNKNOWN: nobody knows, as in all that follows */
    uint32_t task;         /* the firmware's number for it */
    const char *task_name; /* NULL: none */
    uint32_t mode;         /* number of the processor mode that was interrupted (ARM ARM B1.3.1) */
    uint32_t interrupt;    /* number of the interrupt that was being served */
    bool idle;
    enum bobbin_stop stop; /* OUTERMOST: the stack is complete */
};
#define PROFILE_UNKNOWN UINT32_MAX

/* What a node of the stacks is. Its key is made and read by the functions below. */
enum profile_kind {
    PROFILE_CONTEXT, /* the outermost: the index of a context */
    PROFILE_CALL,    /* pc is a return address */
    PROFILE_EXACT,   /* pc was interrupted there */
    PROFILE_CHARGED, /* stands for frames that the sampler had no room for, below the last it had */
};

static inline uint64_t profile_key(enum profile_kind kind, uint32_t value)
{
    return (uint64_t)kind << 32 | value;
}

static inline enum profile_kind profile_key_kind(uint64_t key)
{
    return (enum profile_kind)(key >> 32);
}

static inline uint32_t profile_key_value(uint64_t key)
{
    return (uint32_t)key;
}

struct profile {
    struct sample_context *contexts;
    size_t contexts_count, contexts_capacity;
    struct hash_index contexts_index;
    struct stack_tree stacks; /* the nodes below the root are contexts */
    struct raw_samples raw;   /* nothing unless they are wanted: memory grows with them */
};

void profile_init(struct profile *profile);
void profile_free(struct profile *profile);

/* The node of CONTEXT, whose name is copied: what a stack begins with. */
uint32_t profile_context(struct profile *profile, const struct sample_context *context);

/*
 * Takes what was sampled in idle out of PROFILE, which is not sorted yet; returns how many samples
 * that were.
 */
uint64_t profile_leave_out_idle(struct profile *profile);

/*
 * Gives nodes, and raw samples by run, processor and number, an order that does not depend on that
 * of the captures, and leaves raw samples out that are there twice or whose stacks are not there.
 * Nothing can be added afterwards.
 */
void profile_sort(struct profile *profile);

/* What NODE, not the root, is below; a context is its own. */
const struct sample_context *profile_context_of(const struct profile *profile, uint32_t node);

#endif
