/* SPDX-License-Identifier: MIT */
#include "profiled.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

uint32_t profiled_clock, profiled_clock_step;

uint32_t profiled_now(void)
{
    return profiled_clock += profiled_clock_step;
}

static const struct handmade_entry entries[] = {ENTRY(8, 1), ENTRY(120, 0)};
static const struct handmade_range range[] = {RANGE(WORLD_CODE, entries, 2)};
static const uint32_t rules[] = {COMPACT(13, 1, 0, 0, 0, COMPACT_RA | COMPACT_EXPLICIT), RULE_ROOT};
static const struct handmade table = {
    .ranges = range, .ranges_count = 1, .rules = rules, .rules_count = 2};

void profiled_set_up(struct profiled *profiled)
{
    memset(profiled, 0, sizeof(*profiled));
    world_set_up(&profiled->world, &table);
    profiled_clock = 1000;
    profiled_clock_step = 1;
    profiled->config = (struct bobbin_profile_config){
        .now = profiled_now, .depth_max = PROFILED_DEPTH, .contexts_max = 8, .processors = 1};
}

void profiled_open(struct profiled *profiled, uint32_t size_bytes)
{
    assert_true(size_bytes <= sizeof(profiled->memory));
    assert_true(
        bobbin_profile_open(&profiled->profile, profiled->memory, size_bytes, &profiled->config));
}

void profiled_sample(struct profiled *profiled, const uint32_t *pcs, uint32_t count)
{
    struct world *world = &profiled->world;

    for (uint32_t i = 1; i < count; i++)
        world->stack[i - 1] = pcs[i] | 1;
    world->stack[count - 1] = 1;
    world_begin(world, pcs[0]);
    bobbin_profile_sample(&profiled->profile, &world->cursor, &world->env, profiled->frames,
                          &profiled->what);
}

static uint32_t child_of(const struct profiled *profiled, uint32_t parent, uint32_t pc, bool roots)
{
    uint32_t used = profiled->profile.counters[PROFILE_COUNTER_NODES];

    for (uint32_t i = 0; i < used; i++) {
        const struct bobbin_profile_node *node = &profiled->profile.nodes[i];
        bool below = roots ? (node->parent & PROFILE_AT_CONTEXT) != 0 : node->parent == parent;
        if (below && node->pc == pc)
            return i;
    }
    return PROFILE_AT_NOWHERE;
}

uint32_t profiled_find(const struct profiled *profiled, const uint32_t *pcs, uint32_t count)
{
    uint32_t at = PROFILE_AT_NOWHERE;

    for (uint32_t i = count; i-- > 0;) {
        at = child_of(profiled, at, i == 0 ? pcs[i] : pcs[i] | PROFILE_PC_CALL, i == count - 1);
        if (at == PROFILE_AT_NOWHERE)
            break;
    }
    return at;
}

void profiled_expect_sums(const struct profiled *profiled)
{
    const struct bobbin_profile *profile = &profiled->profile;
    const uint32_t *counters = profile->counters;
    uint32_t whole = 0, charged = 0;

    for (uint32_t i = 0; i < counters[PROFILE_COUNTER_CONTEXTS]; i++)
        charged += profile->contexts[i].charged;
    for (uint32_t i = 0; i < counters[PROFILE_COUNTER_NODES]; i++) {
        whole += profile->nodes[i].count;
        charged += profile->nodes[i].charged;
        assert_true(profile->nodes[i].parent & PROFILE_AT_CONTEXT || profile->nodes[i].parent < i);
    }
    assert_int_equal(whole, counters[PROFILE_COUNTER_WHOLE]);
    assert_int_equal(charged, counters[PROFILE_COUNTER_CHARGED]);
    assert_int_equal(whole + charged + counters[PROFILE_COUNTER_DROPPED],
                     counters[PROFILE_COUNTER_TAKEN]);
    assert_int_equal(profile->level, 0);
}
