/* SPDX-License-Identifier: MIT */
/*
 * Takes one sample: walks the trace, finds or adds its nodes in the tree, and counts it in nodes,
 * RING and COSTS. May be interrupted by another sample of the same profile at any instruction.
 *
 * Two files include this header, so that a sampler whose traces cross no exception has no code for
 * it: sample.c, and core/profile-cross/sample_across.c.
 */
#ifndef BOBBIN_SAMPLE_STEPS_H
#define BOBBIN_SAMPLE_STEPS_H

#include "profile_internal.h"
#include <bobbin/cross.h>

/* For traces that cross exceptions: CROSSED of bobbin_profile_sample_across, and its ENV. */
struct sample_across {
    void (*crossed)(struct bobbin_env *env, const struct bobbin_cursor *cursor);
    struct bobbin_env *env;
};

/* Number of frames between two reads of the clock, which limit the cost of a sample. */
enum { FRAMES_PER_LOOK = 4 };

/*
 * Where a sample is counted: at the node of its whole stack. If there is no room, at the innermost
 * ancestor that has a node.
 */
struct place {
    uint32_t at;   /* number of a node; with PROFILE_AT_CONTEXT of a context */
    uint32_t left; /* inner frames that had no room */
};

/*
 * Adds a node at the head of BUCKET. Returns its number + 1, or 0 if there is no room. The release
 * order makes a sample that interrupts this one see either no new node or a complete one.
 */
static __attribute__((noinline)) uint32_t add_node(struct bobbin_profile *profile, uint16_t *bucket,
                                                   uint32_t parent, uint32_t pc)
{
    uint32_t number = profile_take(&profile->counters[PROFILE_COUNTER_NODES], profile->nodes_max);
    struct bobbin_profile_node *node = &profile->nodes[number];
    uint16_t head;

    if (number == profile->nodes_max)
        return 0;
    node->parent = parent;
    node->pc = pc;
    head = __atomic_load_n(bucket, __ATOMIC_RELAXED);
    do
        profile->links[number] = head;
    while (!__atomic_compare_exchange_n(bucket, &head, (uint16_t)(number + 1), false,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED));
    return number + 1;
}

/*
 * Finds or adds the node of PARENT and PC in BUCKET. Returns its number + 1, or 0 if there is no
 * room or the bucket has more than PROFILE_LINKS_MAX nodes.
 */
static __attribute__((noinline)) uint32_t find_node(struct bobbin_profile *profile,
                                                    uint16_t *bucket, uint32_t parent, uint32_t pc)
{
    uint32_t number = *(volatile uint16_t *)bucket;

    for (uint32_t steps = 0; number - 1 < profile->nodes_max; steps++) {
        const struct bobbin_profile_node *node = &profile->nodes[number - 1];
        if (node->pc == pc && node->parent == parent)
            return number;
        if (steps == PROFILE_LINKS_MAX)
            return 0;
        number = profile->links[number - 1];
    }
    return add_node(profile, bucket, parent, pc);
}

/*
 * Finds or adds the nodes of COUNT FRAMES below CONTEXT, from the outermost frame inwards. Most
 * nodes are the first of their bucket, so the loop checks the first node itself and calls find_node
 * only for the others.
 */
static __attribute__((noinline)) struct place
find_place(struct bobbin_profile *profile, uint32_t context, const uint32_t *frames, uint32_t count)
{
    struct place place = {context | PROFILE_AT_CONTEXT, count};
    const struct bobbin_profile_node *const nodes = profile->nodes;
    uint16_t *const heads = profile->heads;
    const uint32_t max = profile->nodes_max, shift = profile->hash_shift;

    while (place.left > 0) {
        uint32_t pc = frames[place.left - 1];
        uint32_t hash = (pc ^ place.at * 0x85ebca6bu) * 0x9e3779b1u;
        uint16_t *bucket = &heads[hash >> shift];
        uint32_t number = *(volatile uint16_t *)bucket;
        if (number - 1 >= max || nodes[number - 1].pc != pc || nodes[number - 1].parent != place.at)
            number = find_node(profile, bucket, place.at, pc);
        if (!number)
            break;
        place.at = number - 1;
        place.left--;
    }
    return place;
}

/*
 * Adds a context and returns its number. Returns 0, the context for all others, if there is no
 * room.
 */
static uint32_t add_context(struct bobbin_profile *profile,
                            const struct bobbin_profile_context *wanted, const char *name)
{
    uint32_t number =
        profile_take(&profile->counters[PROFILE_COUNTER_CONTEXTS], profile->contexts_max);
    struct bobbin_profile_context *context = &profile->contexts[number];

    if (number == profile->contexts_max)
        return 0;
    for (uint32_t i = 0; name && i < PROFILE_CONTEXT_NAME_BYTES && name[i]; i++)
        context->name[i] = name[i];
    context->task = wanted->task;
    context->flags = wanted->flags;
    /* The key is written last, because a sample that interrupts this one compares the key. */
    __atomic_signal_fence(__ATOMIC_RELEASE);
    context->key = wanted->key;
    return number;
}

/*
 * Finds or adds the context of WHAT with the stop reason of CURSOR. Returns its number, or 0 if
 * there is no room.
 */
static uint32_t find_context(struct bobbin_profile *profile, const struct bobbin_cursor *cursor,
                             uint32_t mode, const struct bobbin_profile_what *what)
{
    uint32_t used = profile_load(&profile->counters[PROFILE_COUNTER_CONTEXTS]);
    struct bobbin_profile_context wanted;

    wanted.task = what->task;
    wanted.flags = what->flags;
    wanted.key = what->interrupt | mode << 16 | (uint32_t)cursor->stop << 24;
    for (uint32_t i = 1; i < used; i++) {
        const struct bobbin_profile_context *context = &profile->contexts[i];
        if (context->key == wanted.key && context->task == wanted.task &&
            context->flags == wanted.flags)
            return i;
    }
    return add_context(profile, &wanted, what->name);
}

static void count_node(struct bobbin_profile *profile, struct place place)
{
    struct bobbin_profile_node *node = &profile->nodes[place.at];

    profile_add(place.left ? &node->charged : &node->count, 1);
}

static void count_at(struct bobbin_profile *profile, struct place place)
{
    enum profile_counter kind = place.left ? PROFILE_COUNTER_CHARGED : PROFILE_COUNTER_WHOLE;

    if (place.at & PROFILE_AT_CONTEXT)
        profile_add(&profile->contexts[place.at & PROFILE_AT_NUMBER].charged, 1);
    else
        count_node(profile, place);
    profile_add(&profile->counters[kind], 1);
}

static void keep_raw(struct bobbin_profile *profile, struct place place, uint32_t time)
{
    uint32_t number;
    struct bobbin_profile_raw *raw;

    if (!profile->ring_max)
        return;
    number =
        __atomic_fetch_add(&profile->counters[PROFILE_COUNTER_RING_WRITTEN], 1, __ATOMIC_RELAXED);
    if (number >= profile->ring_max)
        profile_add(&profile->counters[PROFILE_COUNTER_RING_OVERWRITTEN], 1);
    raw = &profile->ring[number & (profile->ring_max - 1)];
    raw->time = time;
    raw->at = place.at | (place.left ? PROFILE_AT_CHARGED : 0);
}

/*
 * How many frames the trace may have before the next call of this function. Returns COUNT if the
 * trace must end now; then CURSOR has the stop reason.
 */
static uint32_t next_limit(const struct bobbin_profile *profile, struct bobbin_cursor *cursor,
                           uint32_t count, uint32_t start)
{
    uint32_t limit = profile->depth_max;

    if (count == limit) {
        cursor->stop = BOBBIN_STOP_DEPTH;
    } else if (profile->cost_max) {
        if (limit > count + FRAMES_PER_LOOK)
            limit = count + FRAMES_PER_LOOK;
        if (profile_now(profile) - start >= profile->cost_max) {
            cursor->stop = BOBBIN_STOP_BUDGET;
            limit = count;
        }
    }
    return limit;
}

/*
 * Walks the trace and stores its pcs in FRAMES; return addresses have PROFILE_PC_CALL set. Returns
 * the number of frames. ACROSS: NULL if the trace crosses no exception. Otherwise other frames than
 * the first may be interrupted.
 *
 * The walk also ends, complete, at the return address where the last complete trace ended: a root
 * does not depend on registers, and its look-up costs more than most.
 */
static inline __attribute__((always_inline)) uint32_t
walk(struct bobbin_profile *profile, struct bobbin_cursor *cursor, const struct bobbin_env *env,
     uint32_t *frames, uint32_t start, const struct sample_across *across)
{
    uint32_t limit = 1, count = 0, root = profile->root, crossings = 0;
    uint32_t frame = cursor->r[BOBBIN_PC];

    frames[count++] = frame;
    while (bobbin_step(cursor, env)) {
        if (count == limit && (limit = next_limit(profile, cursor, count, start)) == count)
            return count;
        frame = cursor->r[BOBBIN_PC] | (across ? (uint32_t)cursor->kind : PROFILE_PC_CALL);
        if (across && cursor->banks->crossings != crossings) {
            crossings = cursor->banks->crossings;
            across->crossed(across->env, cursor);
        }
        frames[count++] = frame;
        if (frame == root) {
            cursor->stop = BOBBIN_STOP_OUTERMOST;
            return count;
        }
    }
    if (cursor->stop == BOBBIN_STOP_OUTERMOST && count > 1)
        profile->root = frame;
    return count;
}

/*
 * Counts a sample with DEPTH frames. COST, in clock ticks, does not include samples that
 * interrupted this one.
 */
static void count_cost(struct bobbin_profile *profile, uint32_t cost, uint32_t depth)
{
    struct bobbin_profile_cost *row;

    profile_add_wide(&profile->counters[PROFILE_COUNTER_COST_LOW],
                     &profile->counters[PROFILE_COUNTER_COST_HIGH], cost);
    profile_raise(&profile->counters[PROFILE_COUNTER_COST_WORST], cost);
    if (!profile->costs_max)
        return;
    row = &profile->costs[(depth < profile->costs_max ? depth : profile->costs_max) - 1];
    profile_add(&row->samples, 1);
    profile_add_wide(&row->low, &row->high, cost);
    profile_raise(&row->worst, cost);
}

/*
 * Counts the time since the previous sample. If a newer sample has interrupted this one, the newer
 * sample has already counted the time up to its own start. Then nothing is added.
 */
static void count_time(struct bobbin_profile *profile, uint32_t now)
{
    uint32_t last = profile_load(&profile->last);
    uint32_t elapsed;

    do
        elapsed = now - last;
    while ((int32_t)elapsed > 0 &&
           !__atomic_compare_exchange_n(&profile->last, &last, now, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
    if ((int32_t)elapsed > 0)
        profile_add_wide(&profile->counters[PROFILE_COUNTER_ELAPSED_LOW],
                         &profile->counters[PROFILE_COUNTER_ELAPSED_HIGH], elapsed);
}

/*
 * Counts the sample as taken. Returns false if a reset is in progress or TAKEN is at its maximum;
 * then the sample must not be taken.
 */
static bool begin(struct bobbin_profile *profile)
{
    if (profile->closed) {
        profile_add(&profile->missed, 1);
        return false;
    }
    if (profile_take(&profile->counters[PROFILE_COUNTER_TAKEN], UINT32_MAX) == UINT32_MAX)
        return false;
    if (__atomic_fetch_add(&profile->level, 1, __ATOMIC_RELAXED) > 0)
        profile_add(&profile->counters[PROFILE_COUNTER_NESTED], 1);
    return true;
}

_Static_assert(BOBBIN_KIND_CALL == PROFILE_PC_CALL && BOBBIN_KIND_INTERRUPTED == 0,
               "the kind of a frame is bit 0 of its pc");

static inline __attribute__((always_inline)) void
count_sample(struct bobbin_profile *profile, struct bobbin_cursor *cursor,
             const struct bobbin_env *env, uint32_t *frames, const struct bobbin_profile_what *what,
             const struct sample_across *across)
{
    uint32_t start = profile_now(profile);
    uint32_t cost = profile_load(&profile->counters[PROFILE_COUNTER_COST_LOW]);
    uint32_t mode = cursor->cpsr & BOBBIN_CPSR_MODE;
    struct place place;
    uint32_t count;

    if (!begin(profile))
        return;
    count_time(profile, start);
    count = walk(profile, cursor, env, frames, start, across);
    place = find_place(profile, find_context(profile, cursor, mode, what), frames, count);
    count_at(profile, place);
    keep_raw(profile, place, start);
    cost = profile_load(&profile->counters[PROFILE_COUNTER_COST_LOW]) - cost;
    count_cost(profile, profile_now(profile) - start - cost, count);
    profile_add(&profile->level, (uint32_t)-1);
}

#endif
