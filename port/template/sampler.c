/* SPDX-License-Identifier: MIT */
/*
 * Example: all the code that a firmware writes to sample with the FIQ of a timer. Its FIQ vector
 * branches to bobbin_sample_fiq_entry; the FIQ stack has BOBBIN_SAMPLER_STACK_BYTES free.
 */
#include <bobbin/sampler.h>

/* Functions that the firmware already has. */
void timer_set(uint32_t ticks); /* clears the request, requests one TICKS from now */
void timer_stop(void);
uint32_t clock_now(void);
uint32_t boot_number(void); /* different at each start and on each device; never 0 */
uint32_t task_running(const char **name);

bool profiling_start(void);
void profiling_send(void);

enum { TIMER_HZ = 1000000, CLOCK_HZ = 400000000, MEMORY_BYTES = 16384, CONTEXTS = 32 };

static uint32_t memory[MEMORY_BYTES / 4];
static struct bobbin_profile profile;
static struct bobbin_sampler sampler;

static void what(const struct bobbin_sampled *sampled, struct bobbin_profile_what *out)
{
    (void)sampled;
    out->task = task_running(&out->name);
    out->flags = PROFILE_IS_TASK;
}

static const struct bobbin_sampler_config config = {
    .timer = {.start = timer_set, .again = timer_set, .stop = timer_stop},
    .period_ticks = 997, /* about 1 ms; a prime number, so not in step with a 1 ms tick */
    .jitter_ticks = 332,
    .what = what,
};

bool profiling_start(void)
{
    struct bobbin_profile_config counting = {
        .flags = PROFILE_FLAG_FIQ,
        .processors = 1,
        .now = clock_now,
        .clock_hz = CLOCK_HZ,
        .timer_hz = TIMER_HZ,
        .run = boot_number(),
        .contexts_max = CONTEXTS,
    };

    bobbin_sampler_describe(&config, &counting);
    if (!bobbin_profile_open(&profile, memory, sizeof(memory), &counting) ||
        bobbin_sampler_open(&sampler, &config, &profile) != BOBBIN_TABLE_OK)
        return false;
    bobbin_sampler_start(&sampler);
    return true;
}

void bobbin_sampled_fiq(const struct bobbin_sampled *sampled)
{
    bobbin_sampler_interrupt(&sampler, sampled);
}

/* Call it on the sampling processor, but not in an interrupt. Sampling continues meanwhile. */
void profiling_send(void)
{
    bobbin_capture_send(&profile);
}
