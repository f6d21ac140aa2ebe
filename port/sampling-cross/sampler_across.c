/* SPDX-License-Identifier: MIT */
/* The sampling interrupt of traces that cross exceptions. */
#include "../sampling/sampler_steps.h"
#include <bobbin/cross.h>

static void take_sample(struct bobbin_sampler *sampler, const struct bobbin_sampled *sampled)
{
    uint32_t frames[BOBBIN_SAMPLER_DEPTH_MAX];
    struct bobbin_cursor cursor;
    struct bobbin_banks banks;
    struct bobbin_profile_what what = {0};

    if (sampler->config->what)
        sampler->config->what(sampled, &what);
    open_windows(&sampler->env, sampled->r);
    sampler->env.read_bank = crossing_bank;
    if (!sampler->env.foreign)
        sampler->env.foreign = &bobbin_cross;
    bobbin_begin_across(&cursor, &sampler->env, &banks, sampled->r, sampled->cpsr);
    bobbin_banks_mark(&banks, bobbin_port_cross_lost(), BOBBIN_BANKED_LOST);
    complete_cursor(sampler, sampled, &cursor);
    bobbin_profile_sample_across(sampler->profile, &cursor, &sampler->env, frames, &what, crossed);
}

void bobbin_sampler_interrupt_across(struct bobbin_sampler *sampler,
                                     const struct bobbin_sampled *sampled)
{
    serve_interrupt(sampler, sampled, take_sample);
}
