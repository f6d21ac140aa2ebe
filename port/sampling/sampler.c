/* SPDX-License-Identifier: MIT */
/* The sampler: chooses periods, traces the interrupted code, counts the trace in the profile. */
#include <bobbin/sampler.h>

#include "../common/image_state.h"
#include "../common/memory.h"

/* NULL unless the firmware links core/small, which only tables made with --small need. */
extern const struct bobbin_small bobbin_small __attribute__((weak));

void bobbin_sampler_describe(const struct bobbin_sampler_config *config,
                             struct bobbin_profile_config *out)
{
    struct bobbin_image_state image;

    bobbin_image_state(&image);
    out->build_id = image.build_id;
    out->build_id_size =
        image.build_id_size <= PROFILE_BUILD_ID_MAX ? image.build_id_size : PROFILE_BUILD_ID_MAX;
    out->period_ticks = config->period_ticks;
    out->jitter_ticks = config->jitter_ticks;
    out->depth_max = BOBBIN_SAMPLER_DEPTH_MAX;
}

static void set_up_env(struct bobbin_sampler *sampler)
{
    struct bobbin_env *env = &sampler->env;

    env->context = NULL;
    env->read = bobbin_memory_read;
    env->read_bank = NULL;
    env->tables = &sampler->image.table;
    env->tables_count = sampler->image.has_table ? 1 : 0;
    env->cache = sampler->cache;
    env->cache_mask = BOBBIN_SAMPLER_CACHE - 1;
    env->reads_max = 0;
    env->small = &bobbin_small;
    env->guess = bobbin_guess;
    env->foreign = bobbin_config.foreign;
    env->foreign_cache = NULL;
}

enum bobbin_table_error bobbin_sampler_open(struct bobbin_sampler *sampler,
                                            const struct bobbin_sampler_config *config,
                                            struct bobbin_profile *profile)
{
    sampler->config = config;
    sampler->profile = profile;
    sampler->running = false;
    sampler->random = 0x2545f491;
    for (uint32_t i = 0; i < BOBBIN_SAMPLER_CACHE; i++)
        sampler->cache[i].key = sampler->cache[i].word = 0;
    bobbin_image_state(&sampler->image);
    set_up_env(sampler);
    return sampler->image.has_table ? BOBBIN_TABLE_OK : sampler->image.error;
}

/* xorshift32 (Marsaglia 2003, section 3): its state takes every value except 0. The multiplication
   maps a random word evenly onto the range of periods. */
static uint32_t next_period(struct bobbin_sampler *sampler)
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

void bobbin_sampler_start(struct bobbin_sampler *sampler)
{
    bobbin_profile_start(sampler->profile);
    sampler->running = true;
    sampler->config->timer.start(next_period(sampler));
}

void bobbin_sampler_stop(struct bobbin_sampler *sampler)
{
    sampler->running = false;
    sampler->config->timer.stop();
}

/* Memory that bobbin_config.memory lists exists and is not a device, so the core reads it directly.
   All other reads go through bobbin_memory_read. */
static void open_window(struct bobbin_window *window, uint32_t address)
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

/* Without a table the trace has one frame; port/crash/trace_walk.h has the reason. */
static void begin_trace(struct bobbin_sampler *sampler, const struct bobbin_sampled *sampled,
                        struct bobbin_cursor *cursor)
{
    open_window(&sampler->env.window[BOBBIN_SPACE_STACK], sampled->r[BOBBIN_SP]);
    open_window(&sampler->env.window[BOBBIN_SPACE_CODE], sampled->r[BOBBIN_PC]);
    bobbin_begin(cursor, &sampler->env, sampled->r, sampled->cpsr);
    cursor->valid &= sampled->valid;
    if (!sampler->env.tables_count)
        cursor->stop = BOBBIN_STOP_NO_RULE;
}

static void take_sample(struct bobbin_sampler *sampler, const struct bobbin_sampled *sampled)
{
    uint32_t frames[BOBBIN_SAMPLER_DEPTH_MAX];
    struct bobbin_cursor cursor;
    struct bobbin_profile_what what = {0};

    if (sampler->config->what)
        sampler->config->what(sampled, &what);
    begin_trace(sampler, sampled, &cursor);
    bobbin_profile_sample(sampler->profile, &cursor, &sampler->env, frames, &what);
}

/*
 * If bobbin_sampler_stop ran while this interrupt was pending, timer.again has restarted the timer,
 * so it is stopped again.
 */
void bobbin_sampler_interrupt(struct bobbin_sampler *sampler, const struct bobbin_sampled *sampled)
{
    if (sampler->running)
        take_sample(sampler, sampled);
    sampler->config->timer.again(next_period(sampler));
    if (!sampler->running)
        sampler->config->timer.stop();
}
