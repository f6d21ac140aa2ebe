/* SPDX-License-Identifier: MIT */
/* How samples are counted, and how samples without free memory are counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "profiled.h"

#define COUNTER(profiled, name) ((profiled).profile.counters[PROFILE_COUNTER_##name])

static const uint32_t deep[] = {PROFILED_PC(1), PROFILED_PC(2), PROFILED_PC(3), PROFILED_ROOT};
static const uint32_t beside[] = {PROFILED_PC(9), PROFILED_PC(2), PROFILED_PC(3), PROFILED_ROOT};

static void equal_stacks_are_one_node(void **state)
{
    (void)state;
    struct profiled p;
    uint32_t at;

    profiled_set_up(&p);
    profiled_open(&p, 4096);
    for (int i = 0; i < 5; i++)
        profiled_sample(&p, deep, 4);
    at = profiled_find(&p, deep, 4);
    assert_int_not_equal(at, PROFILE_AT_NOWHERE);
    assert_int_equal(p.profile.nodes[at].count, 5);
    assert_int_equal(COUNTER(p, NODES), 4);
    assert_int_equal(COUNTER(p, WHOLE), 5);
    profiled_expect_sums(&p);
}

static void what_is_common_is_kept_once(void **state)
{
    (void)state;
    struct profiled p;

    profiled_set_up(&p);
    profiled_open(&p, 4096);
    profiled_sample(&p, deep, 4);
    profiled_sample(&p, beside, 4);
    profiled_sample(&p, deep + 1, 3);
    assert_int_equal(p.profile.nodes[profiled_find(&p, deep, 4)].count, 1);
    assert_int_equal(p.profile.nodes[profiled_find(&p, beside, 4)].count, 1);
    /* An interrupted pc and a return address are two nodes, even with the same address. */
    assert_int_equal(COUNTER(p, NODES), 6);
    profiled_expect_sums(&p);
}

static const struct bobbin_profile_context *context_of(const struct profiled *p,
                                                       const uint32_t *pcs, uint32_t count)
{
    uint32_t at = profiled_find(p, pcs, count);

    while (!(at & PROFILE_AT_CONTEXT))
        at = p->profile.nodes[at].parent;
    return &p->profile.contexts[at & PROFILE_AT_NUMBER];
}

static void a_root_says_what_was_interrupted(void **state)
{
    (void)state;
    struct profiled p;
    const struct bobbin_profile_context *context;

    profiled_set_up(&p);
    profiled_open(&p, 4096);
    p.what = (struct bobbin_profile_what){.task = 0x1234,
                                          .name = "a name of twenty characters",
                                          .interrupt = 29,
                                          .flags = PROFILE_IS_TASK | PROFILE_IS_INTERRUPT};
    profiled_sample(&p, deep, 4);
    context = context_of(&p, deep, 4);
    assert_int_equal(context->task, 0x1234);
    assert_int_equal(context->key, 29 | 0x1f << 16 | BOBBIN_STOP_OUTERMOST << 24);
    assert_int_equal(context->flags, PROFILE_IS_TASK | PROFILE_IS_INTERRUPT);
    assert_memory_equal(context->name, "a name of twenty", 16);
}

/* Each context differs from the one before in one field. */
static void contexts_are_told_apart(void **state)
{
    (void)state;
    struct profiled p;

    profiled_set_up(&p);
    profiled_open(&p, 4096);
    profiled_sample(&p, deep, 4);
    p.what.task = 1;
    profiled_sample(&p, deep, 4);
    p.what.interrupt = 1;
    profiled_sample(&p, deep, 4);
    p.what.flags = PROFILE_IS_IDLE;
    profiled_sample(&p, deep, 4);
    p.world.cpsr = BOBBIN_CPSR_T | 0x12;
    profiled_sample(&p, deep, 4);
    profiled_sample(&p, deep, 3);
    profiled_sample(&p, deep, 4);
    assert_int_equal(COUNTER(p, CONTEXTS), 7);
    assert_int_equal(COUNTER(p, NODES), 5 * 4 + 3);
    profiled_expect_sums(&p);
}

static void contexts_without_room_are_others(void **state)
{
    (void)state;
    struct profiled p;

    profiled_set_up(&p);
    p.config.contexts_max = 2;
    profiled_open(&p, 4096);
    for (p.what.task = 0; p.what.task < 4; p.what.task++)
        profiled_sample(&p, deep, 4);
    assert_int_equal(COUNTER(p, CONTEXTS), 2);
    assert_int_equal(p.profile.contexts[0].flags, PROFILE_IS_OTHER);
    assert_int_equal(COUNTER(p, NODES), 8);
    assert_int_equal(COUNTER(p, WHOLE), 4);
    profiled_expect_sums(&p);
}

static void stops_are_kept(void **state)
{
    (void)state;
    struct profiled p;

    profiled_set_up(&p);
    profiled_open(&p, 4096);
    profiled_sample(&p, deep, 2);
    assert_int_equal(context_of(&p, deep, 2)->key >> 24, BOBBIN_STOP_THREAD_BASE);
    p.world.unreadable = WORLD_STACK + 4;
    profiled_sample(&p, deep, 4);
    assert_int_equal(p.profile.contexts[2].key >> 24, BOBBIN_STOP_UNREADABLE);
    profiled_expect_sums(&p);
}

static void the_innermost_frames_are_kept(void **state)
{
    (void)state;
    struct profiled p;

    profiled_set_up(&p);
    p.config.depth_max = 3;
    profiled_open(&p, 4096);
    profiled_sample(&p, deep, 4);
    assert_int_equal(context_of(&p, deep, 3)->key >> 24, BOBBIN_STOP_DEPTH);
    profiled_sample(&p, deep + 1, 3);
    assert_int_equal(context_of(&p, deep + 1, 3)->key >> 24, BOBBIN_STOP_OUTERMOST);
}

static void a_budget_ends_a_trace(void **state)
{
    (void)state;
    struct profiled p;
    uint32_t pcs[30];

    for (uint32_t i = 0; i < 29; i++)
        pcs[i] = PROFILED_PC(i);
    pcs[29] = PROFILED_ROOT;
    profiled_set_up(&p);
    p.config.cost_max = 3;
    profiled_open(&p, 4096);
    profiled_sample(&p, pcs, 30);
    assert_int_equal(context_of(&p, pcs, 9)->key >> 24, BOBBIN_STOP_BUDGET);
    assert_int_equal(COUNTER(p, NODES), 9);
    profiled_expect_sums(&p);
}

/* Fills the nodes with stacks of 4 frames that differ mostly in their two innermost frames. */
static void fill(struct profiled *p, uint32_t samples)
{
    for (uint32_t i = 0; i < samples; i++) {
        const uint32_t pcs[] = {PROFILED_PC(i % 100), PROFILED_PC(i / 4 % 100),
                                PROFILED_PC(i / 16 % 16), PROFILED_ROOT};
        profiled_sample(p, pcs, 4);
    }
}

static void what_has_no_room_is_charged_to_an_ancestor(void **state)
{
    (void)state;
    struct profiled p;
    uint32_t charged, count, ancestor;

    profiled_set_up(&p);
    profiled_open(&p, 2048);
    fill(&p, 5000);
    assert_int_equal(COUNTER(p, NODES), p.profile.nodes_max);
    assert_int_equal(COUNTER(p, TAKEN), 5000);
    assert_int_not_equal(COUNTER(p, CHARGED), 0);
    profiled_expect_sums(&p);

    /* First a new stack below an existing node, then one in a new context. */
    ancestor = profiled_find(&p, (const uint32_t[]){PROFILED_PC(0), PROFILED_ROOT} + 1, 1);
    assert_int_equal(ancestor, PROFILE_AT_NOWHERE);
    ancestor = p.profile
                   .nodes[profiled_find(&p,
                                        (const uint32_t[]){PROFILED_PC(0), PROFILED_PC(0),
                                                           PROFILED_PC(0), PROFILED_ROOT},
                                        4)]
                   .parent;
    charged = p.profile.nodes[ancestor].charged;
    count = p.profile.nodes[ancestor].count;
    profiled_sample(
        &p, (const uint32_t[]){PROFILED_PC(105), PROFILED_PC(0), PROFILED_PC(0), PROFILED_ROOT}, 4);
    assert_int_equal(p.profile.nodes[ancestor].charged, charged + 1);
    assert_int_equal(p.profile.nodes[ancestor].count, count);
    p.what.task = 77;
    profiled_sample(&p, deep, 4);
    assert_int_equal(p.profile.contexts[2].task, 77);
    assert_int_equal(p.profile.contexts[2].charged, 1);
    profiled_expect_sums(&p);
}

static void links_that_lead_nowhere_do_no_harm(void **state)
{
    (void)state;
    struct profiled p;

    profiled_set_up(&p);
    profiled_open(&p, 2048);
    fill(&p, 20);
    memset(p.profile.links, 0xff, 2 * p.profile.nodes_max);
    fill(&p, 200);
    for (uint32_t i = 0; i < p.profile.nodes_max; i++)
        p.profile.links[i] = 1;
    fill(&p, 5000);
    profiled_expect_sums(&p);
}

static void the_ring_has_the_last_ones(void **state)
{
    (void)state;
    struct profiled p;

    profiled_set_up(&p);
    p.config.ring_max = 8;
    profiled_clock_step = 0;
    profiled_open(&p, 4096);
    for (uint32_t i = 0; i < 11; i++) {
        profiled_clock = 100 * i;
        profiled_sample(&p, i % 2 ? deep : beside, 4);
    }
    assert_int_equal(COUNTER(p, RING_WRITTEN), 11);
    assert_int_equal(COUNTER(p, RING_OVERWRITTEN), 3);
    assert_int_equal(p.profile.ring[2].time, 1000);
    assert_int_equal(p.profile.ring[2].at, profiled_find(&p, beside, 4));
    assert_int_equal(p.profile.ring[3].time, 300);
    assert_int_equal(p.profile.ring[3].at, profiled_find(&p, deep, 4));
}

static void costs_are_kept_by_depth(void **state)
{
    (void)state;
    struct profiled p;

    profiled_set_up(&p);
    p.config.costs_max = 3;
    p.config.cost_max = 1000;
    profiled_open(&p, 4096);
    for (uint32_t i = 0; i < 4; i++)
        profiled_sample(&p, deep + i, 4 - i);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(p.profile.costs[i].samples, i < 2 ? 1 : 2);
    /* Each call of the clock adds one tick: one call at the end, one after the first frame. */
    assert_int_equal(p.profile.costs[0].worst, 1);
    assert_int_equal(p.profile.costs[2].worst, 2);
    assert_int_equal(p.profile.costs[2].low, 4);
    assert_int_equal(COUNTER(p, COST_LOW), 7);
    assert_int_equal(COUNTER(p, COST_WORST), 2);
}

static void reset_forgets_all_but_the_epoch(void **state)
{
    (void)state;
    struct profiled p;

    profiled_set_up(&p);
    p.config.ring_max = 4;
    profiled_open(&p, 4096);
    fill(&p, 100);
    bobbin_profile_reset(&p.profile);
    assert_int_equal(COUNTER(p, TAKEN), 0);
    assert_int_equal(COUNTER(p, NODES), 0);
    assert_int_equal(COUNTER(p, CONTEXTS), 1);
    assert_int_equal(p.memory[PROFILE_HEADER_EPOCH / 4], 1);
    fill(&p, 100);
    assert_int_equal(COUNTER(p, TAKEN), 100);
    profiled_expect_sums(&p);
}

static void impossible_configs_are_refused(void **state)
{
    (void)state;
    struct profiled p;
    const struct bobbin_profile_config good = {.depth_max = 1, .contexts_max = 1};
    struct bobbin_profile_config bad[6];

    profiled_set_up(&p);
    for (int i = 0; i < 6; i++)
        bad[i] = good;
    bad[0].depth_max = 0;
    bad[1].contexts_max = 0;
    bad[2].contexts_max = 1001;
    bad[3].ring_max = 3;
    bad[4].build_id_size = 33;
    bad[5].costs_max = 1001;
    assert_true(bobbin_profile_open(&p.profile, p.memory, 4096, &good));
    for (int i = 0; i < 6; i++)
        assert_false(bobbin_profile_open(&p.profile, p.memory, 4096, &bad[i]));
}

/* All sizes. Memory after the given size must stay unchanged. */
static void any_size_is_used_or_refused(void **state)
{
    (void)state;
    struct profiled p;
    uint32_t opened = 0;

    for (uint32_t size = 0; size < 2048; size += 4) {
        profiled_set_up(&p);
        p.config.ring_max = 2;
        memset(p.memory, 0xa5, sizeof(p.memory));
        if (bobbin_profile_open(&p.profile, p.memory, size, &p.config)) {
            opened++;
            fill(&p, 300);
            profiled_expect_sums(&p);
        }
        for (uint32_t i = size / 4; i < PROFILED_WORDS; i++)
            assert_int_equal(p.memory[i], 0xa5a5a5a5u);
    }
    assert_true(opened > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_stacks_are_one_node),
        cmocka_unit_test(what_is_common_is_kept_once),
        cmocka_unit_test(a_root_says_what_was_interrupted),
        cmocka_unit_test(contexts_are_told_apart),
        cmocka_unit_test(contexts_without_room_are_others),
        cmocka_unit_test(stops_are_kept),
        cmocka_unit_test(the_innermost_frames_are_kept),
        cmocka_unit_test(a_budget_ends_a_trace),
        cmocka_unit_test(what_has_no_room_is_charged_to_an_ancestor),
        cmocka_unit_test(links_that_lead_nowhere_do_no_harm),
        cmocka_unit_test(the_ring_has_the_last_ones),
        cmocka_unit_test(costs_are_kept_by_depth),
        cmocka_unit_test(reset_forgets_all_but_the_epoch),
        cmocka_unit_test(impossible_configs_are_refused),
        cmocka_unit_test(any_size_is_used_or_refused),
    };

    return cmocka_run_group_tests_name("core_profile", tests, NULL, NULL);
}
