/* SPDX-License-Identifier: MIT */
/*
 * Captures added up: how often each stack was interrupted, and in which context. The sums do not
 * depend on the order of the captures. Memory use grows with the number of distinct stacks, not
 * with the number of samples.
 */
#ifndef GEN_PROFILE_PROFILE_SUMS_H
#define GEN_PROFILE_PROFILE_SUMS_H

#include "profile/raw_samples.h"
#include "profile/stack_tree.h"
#include "symbolize/image_list.h"
#include <bobbin/bobbin.h>

/* The interrupted code of a sample, and the reason why its trace ended. */
struct sample_context {
    uint32_t image;        /* index in the list of images */
    uint32_t processor;    /* PROFILE_UNKNOWN: unknown, also in the fields that follow */
    uint32_t task;         /* task number in the firmware */
    const char *task_name; /* NULL: none */
    uint32_t mode;         /* number of the interrupted processor mode (ARM ARM B1.3.1) */
    uint32_t interrupt;    /* number of the interrupt that was being handled */
    bool idle;
    bool waiting;          /* the task did not run */
    bool handler;          /* the stack begins at an exception entry: see profile_handlers.h */
    enum bobbin_stop stop; /* see stop_is_complete */
};
#define PROFILE_UNKNOWN UINT32_MAX

/* The kind of a stack node. The functions below make and read its key. */
enum profile_kind {
    PROFILE_CONTEXT,     /* the outermost node of a stack: index of a context */
    PROFILE_CALL,        /* pc is a return address */
    PROFILE_INTERRUPTED, /* pc is an interrupted address */
    /* frames for which the sampler had no room, below the last stored frame */
    PROFILE_CHARGED,
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
    /*
     * Images with the numbers of sample_context.image, to recognise the exit functions of threads
     * (thread_base.h); NULL: none
     */
    struct image_list *images;
    struct sample_context *contexts;
    size_t contexts_count, contexts_capacity;
    struct hash_index contexts_index;
    struct stack_tree stacks; /* the nodes directly below the root are contexts */
    struct raw_samples raw;   /* filled only if wanted, because memory use grows with each sample */
};

void profile_init(struct profile *profile);
void profile_free(struct profile *profile);

/* Returns the node of CONTEXT, the first node of a stack. Copies the name of CONTEXT. */
uint32_t profile_context(struct profile *profile, const struct sample_context *context);

/*
 * Removes samples taken while the system was idle from PROFILE, which must not be sorted yet.
 * Returns their number.
 */
uint64_t profile_leave_out_idle(struct profile *profile);

/*
 * Sorts nodes, and raw samples by run, processor and number, independently of the order of the
 * captures. Removes duplicate raw samples, and raw samples whose stack is not in the profile.
 * Nothing can be added afterwards.
 */
void profile_sort(struct profile *profile);

/*
 * Returns the context of the stack of NODE, which is not the root. For a context node, returns that
 * context.
 */
const struct sample_context *profile_context_of(const struct profile *profile, uint32_t node);

#endif
