/* SPDX-License-Identifier: MIT */
/*
 * Wall-clock profiles: where tasks spend time, also where they wait. In rounds, the sampler takes
 * the stack of each task of bobbin_config.task, whether it runs or not. They have a profile of
 * their own, which `bobbin profile --wall` shows.
 *
 *     bobbin_wall_describe(&wall_config, &sampler_config, &profile_config);
 *     bobbin_profile_open(&wall_profile, memory, sizeof(memory), &profile_config);
 *     bobbin_wall_open(&wall, &wall_config, &sampler);
 *     ...
 *     // in the sampling interrupt, after bobbin_sampler_interrupt:
 *     bobbin_wall_interrupt(&wall, sampled);
 *
 * Needs the sources of port/tasks and port/sampling-wall, and a table made after the firmware links
 * them. If the interrupt is a FIQ, it may stop the kernel while it changes a list of tasks; then a
 * round may miss a task or count it twice.
 */
#ifndef BOBBIN_WALL_H
#define BOBBIN_WALL_H

#include <bobbin/sampler.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BOBBIN_WALL_TASKS_MAX 4

/*
 * The budget of an interrupt: it walks over the list of tasks once, and traces at most
 * TASKS_PER_INTERRUPT tasks, each with at most depth_max frames and cost_max ticks of the profile.
 * The next interrupt continues with the next tasks, in the order of their ids.
 */
struct bobbin_wall_config {
    struct bobbin_profile *profile; /* for this alone; two contexts for each task */
    uint32_t interrupts_per_round;  /* a round begins at each such sampling interrupt; at least 1 */
    uint32_t tasks_per_interrupt;   /* 1 to BOBBIN_WALL_TASKS_MAX */
    uint32_t processor;             /* the number of the one that takes the samples */
};

/* The caller owns it; the fields but SKIPPED are private. */
struct bobbin_wall {
    /* Samples not taken because the task had no trace: no resume rule fits, or the kernel was just
       about to save it. */
    uint32_t skipped;
    const struct bobbin_wall_config *config;
    struct bobbin_sampler *sampler;
    struct bobbin_env env;
    uint32_t until_round; /* interrupts until the next round begins */
    uint32_t last;        /* id of the last task that was traced in this round */
    bool in_round;
};

/* Bytes that must be free on the stack of the interrupt. */
#define BOBBIN_WALL_STACK_BYTES (BOBBIN_SAMPLER_STACK_BYTES + 512)

/* Like bobbin_sampler_describe. Also sets the flag PROFILE_FLAG_WALL, and the period of a round. */
void bobbin_wall_describe(const struct bobbin_wall_config *config,
                          const struct bobbin_sampler_config *sampler_config,
                          struct bobbin_profile_config *out);

/* Prepares WALL. SAMPLER is open. CONFIG and SAMPLER must stay valid. */
void bobbin_wall_open(struct bobbin_wall *wall, const struct bobbin_wall_config *config,
                      struct bobbin_sampler *sampler);

/* Takes samples of tasks while SAMPLER runs. The rules of bobbin_sampler_interrupt hold here. */
void bobbin_wall_interrupt(struct bobbin_wall *wall, const struct bobbin_sampled *sampled);

#ifdef __cplusplus
}
#endif

#endif
