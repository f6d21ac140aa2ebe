/* SPDX-License-Identifier: MIT */
/* The sampler: chooses periods, traces the interrupted code, counts the trace in the profile. */
#include "../common/image_state.h"
#include "sampler_steps.h"

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

static void take_sample(struct bobbin_sampler *sampler, const struct bobbin_sampled *sampled)
{
    uint32_t frames[BOBBIN_SAMPLER_DEPTH_MAX];
    struct bobbin_cursor cursor;
    struct bobbin_profile_what what = {0};

    if (sampler->config->what)
        sampler->config->what(sampled, &what);
    open_windows(&sampler->env, sampled->r);
    bobbin_begin(&cursor, &sampler->env, sampled->r, sampled->cpsr);
    complete_cursor(sampler, sampled, &cursor);
    bobbin_profile_sample(sampler->profile, &cursor, &sampler->env, frames, &what);
}

void bobbin_sampler_interrupt(struct bobbin_sampler *sampler, const struct bobbin_sampled *sampled)
{
    serve_interrupt(sampler, sampled, take_sample);
}
