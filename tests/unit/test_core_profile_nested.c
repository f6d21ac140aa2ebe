/* SPDX-License-Identifier: MIT */
/*
 * Samples that interrupt samples. A nested sample comes before each access to shared memory, and a
 * third one before each access of the nested one. All samples must be counted and found.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "profiled.h"

static void arrive(void);

/* The value may be out of date after the return, because a sample may come. */
static uint32_t load(const void *at, size_t size_bytes)
{
    uint32_t value = size_bytes == 2 ? *(const uint16_t *)at : *(const uint32_t *)at;

    arrive();
    return value;
}

static uint32_t fetch_add(uint32_t *at, uint32_t amount)
{
    uint32_t before;

    arrive();
    before = *at;
    *at += amount;
    return before;
}

/*
 * The core accesses shared memory only through these atomics. Its sources are included here, so
 * their own objects are not linked.
 */
#define __atomic_load_n(at, order)            ((__typeof__(*(at)))load(at, sizeof(*(at))))
#define __atomic_fetch_add(at, amount, order) fetch_add(at, amount)
#define __atomic_compare_exchange_n(at, expected, value, weak, success, failure)                   \
    (arrive(), *(at) == *(expected) ? (*(at) = (value), true) : (*(expected) = *(at), false))
#include "core/profile/profile_capture.c"
#include "core/profile/sample.c"

enum { LEVELS = 3 };

/* Each level has its own world. All levels count in the profile of level 0. */
static struct profiled levels[LEVELS];
static uint32_t level;
static uint32_t arrivals[LEVELS],
    comes_at[LEVELS]; /* the access of a level at which the next level's sample comes */
static uint32_t taken;
static uint32_t tasks;  /* number of tasks that samples cycle through */
static uint32_t opened; /* clock value at the open */

static void take(uint32_t salt)
{
    struct profiled *p = &levels[level];
    struct world *world = &p->world;
    const uint32_t pcs[] = {PROFILED_PC(salt % 100), PROFILED_PC(salt / 2 % 100), PROFILED_ROOT};

    world->stack[0] = pcs[1] | 1;
    world->stack[1] = pcs[2] | 1;
    p->what.task = salt % tasks;
    world_begin(world, pcs[0]);
    arrivals[level] = 0;
    taken++;
    bobbin_profile_sample(&levels[0].profile, &world->cursor, &world->env, p->frames, &p->what);
}

static void arrive(void)
{
    if (arrivals[level]++ != comes_at[level] || level == LEVELS - 1)
        return;
    level++;
    take(taken);
    level--;
}

static void set_up(uint32_t memory_bytes)
{
    for (uint32_t i = 0; i < LEVELS; i++)
        profiled_set_up(&levels[i]);
    levels[0].config.ring_max = 4;
    levels[0].config.costs_max = 4;
    levels[0].config.contexts_max = 4;
    profiled_open(&levels[0], memory_bytes);
    opened = levels[0].profile.last;
    taken = 0;
    tasks = 3;
}

/* Takes SAMPLES and returns the number of shared accesses of the last one. */
static uint32_t run(uint32_t outer, uint32_t middle, uint32_t samples)
{
    comes_at[0] = outer;
    comes_at[1] = middle;
    for (uint32_t i = 0; i < samples; i++)
        take(taken);
    profiled_expect_sums(&levels[0]);
    assert_int_equal(levels[0].profile.counters[PROFILE_COUNTER_TAKEN], taken);
    assert_int_equal(levels[0].profile.counters[PROFILE_COUNTER_RING_WRITTEN], taken);
    assert_int_equal(levels[0].profile.counters[PROFILE_COUNTER_ELAPSED_LOW],
                     levels[0].profile.last - opened);
    return arrivals[0];
}

static void at_every_access(void **state)
{
    (void)state;
    uint32_t accesses = 1;

    for (uint32_t outer = 0; outer < accesses; outer++)
        for (uint32_t middle = 0; middle < accesses; middle++) {
            set_up(2048);
            accesses = run(outer, middle, 8);
            assert_in_range(levels[0].profile.counters[PROFILE_COUNTER_NESTED], outer < 4 ? 0 : 8,
                            taken - 8);
        }
    assert_in_range(accesses, 15, 100);
}

/* The memory is so small that it is soon full. */
static void when_memory_is_full(void **state)
{
    (void)state;
    uint32_t accesses = 1;

    for (uint32_t outer = 0; outer < accesses; outer++)
        for (uint32_t middle = 0; middle < accesses; middle += 3) {
            set_up(1024);
            accesses = run(outer, middle, 60);
            assert_int_not_equal(levels[0].profile.counters[PROFILE_COUNTER_CHARGED], 0);
        }
}

/*
 * Two samples that add the same stack at the same time make two nodes, at most one for each level.
 * Later samples find one of them.
 */
static void what_was_added_is_found(void **state)
{
    (void)state;
    const uint32_t *nodes;

    for (uint32_t outer = 0; outer < 40; outer++) {
        uint32_t before, roots = 0;
        set_up(4096);
        nodes = &levels[0].profile.counters[PROFILE_COUNTER_NODES];
        tasks = 1;
        run(outer, 1000, 1);
        before = *nodes;
        for (uint32_t i = 0; i < before; i++)
            roots += levels[0].profile.nodes[i].pc == (PROFILED_ROOT | PROFILE_PC_CALL);
        assert_in_range(roots, 1, 4);
        comes_at[0] = 1000;
        take(0);
        before = *nodes;
        take(0);
        assert_int_equal(*nodes, before);
    }
}

/*
 * A sample may come at any time while a capture begins. Nodes and raw samples in the capture must
 * refer only to records in the capture.
 */
static void a_capture_lacks_nothing(void **state)
{
    (void)state;
    static struct bobbin_capture capture;
    const struct bobbin_profile *profile = &levels[0].profile;
    uint32_t accesses = 1;

    for (uint32_t outer = 0; outer < accesses; outer++) {
        set_up(4096);
        run(1000, 1000, 1);
        arrivals[0] = 0;
        comes_at[0] = outer;
        bobbin_capture_begin(&capture, &levels[0].profile);
        accesses = arrivals[0];
        assert_int_equal(taken, 2);
        for (uint32_t i = 0; i < capture.records[PROFILE_PART_NODES]; i++)
            if (profile->nodes[i].parent & PROFILE_AT_CONTEXT)
                assert_true((profile->nodes[i].parent & PROFILE_AT_NUMBER) <
                            capture.records[PROFILE_PART_CONTEXTS]);
        for (uint32_t i = 0; i < capture.records[PROFILE_PART_RING]; i++)
            assert_true(profile->ring[i].at < capture.records[PROFILE_PART_NODES]);
    }
    assert_int_equal(accesses, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_every_access),
        cmocka_unit_test(when_memory_is_full),
        cmocka_unit_test(what_was_added_is_found),
        cmocka_unit_test(a_capture_lacks_nothing),
    };

    return cmocka_run_group_tests_name("core_profile_nested", tests, NULL, NULL);
}
