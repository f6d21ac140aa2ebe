/* SPDX-License-Identifier: MIT */
/*
 * What a sampling interrupt does. sampler.c, port/sampling-cross and port/sampling-wall share it.
 */
#ifndef BOBBIN_SAMPLER_STEPS_H
#define BOBBIN_SAMPLER_STEPS_H

#include "../common/memory.h"
#include <bobbin/sampler.h>

/* xorshift32 (Marsaglia 2003, section 3): its state takes every value except 0. The multiplication
   maps a random word evenly onto the range of periods. */
static inline uint32_t next_period(struct bobbin_sampler *sampler)
{
    const struct bobbin_sampler_config *config = sampler->config;
    uint64_t range = 2 * config->jitter_ticks + 1;
    uint32_t random = sampler->random;

    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    sampler->random = random;
    return config->period_ticks - config->jitter_ticks + (uint32_t)(random * range >> 32);
}

/* Memory that bobbin_config.memory lists exists and is not a device, so the core reads it directly.
   All other reads go through bobbin_memory_read. */
static inline void open_window(struct bobbin_window *window, uint32_t address)
{
    const struct bobbin_region *region =
        bobbin_region_of(bobbin_config.memory, bobbin_config.memory_count, address);

    window->size_bytes = 0;
    if (!region)
        return;
    window->start = region->low & ~3u;
    window->bytes = (const void *)(uintptr_t)window->start;
    window->size_bytes = region->high - window->start;
}

/* The windows for code with registers R. */
static inline void open_windows(struct bobbin_env *env, const uint32_t r[16])
{
    open_window(&env->window[BOBBIN_SPACE_STACK], r[BOBBIN_SP]);
    open_window(&env->window[BOBBIN_SPACE_CODE], r[BOBBIN_PC]);
}

/* For traces that cross exceptions: env.read_bank, and what they do after each crossing. */
static inline bool crossing_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out)
{
    (void)context;
    return bobbin_port_cross_bank(mode, number, out);
}

static inline void crossed(struct bobbin_env *env, const struct bobbin_cursor *cursor)
{
    open_windows(env, cursor->r);
}

/* Without a table the trace has one frame; port/crash/trace_walk.h has the reason. */
static inline void complete_cursor(const struct bobbin_sampler *sampler,
                                   const struct bobbin_sampled *sampled,
                                   struct bobbin_cursor *cursor)
{
    cursor->valid &= bobbin_valid_inner(sampled->valid);
    if (!sampler->env.tables_count)
        cursor->stop = BOBBIN_STOP_NO_RULE;
}

/*
 * If bobbin_sampler_stop ran while this interrupt was pending, timer.again has restarted the timer,
 * so it is stopped again.
 */
static inline void serve_interrupt(struct bobbin_sampler *sampler,
                                   const struct bobbin_sampled *sampled,
                                   void (*take_sample)(struct bobbin_sampler *sampler,
                                                       const struct bobbin_sampled *sampled))
{
    if (sampler->running)
        take_sample(sampler, sampled);
    sampler->config->timer.again(next_period(sampler));
    if (!sampler->running)
        sampler->config->timer.stop();
}

#endif
