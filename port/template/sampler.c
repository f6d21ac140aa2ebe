/* SPDX-License-Identifier: MIT */
/*
 * The sampling profiler in a firmware, by a timer's FIQ: all that it has to write. Its FIQ vector branches to
 * bobbin_sample_fiq_entry, on a stack with BOBBIN_SAMPLER_STACK_BYTES for that.
 */
#include <bobbin/sampler.h>

/* What such a firmware has already. */
void timer_set(uint32_t ticks); /* takes the request back, and makes one in so many ticks */
void timer_stop(void);
uint32_t clock_now(void);
uint32_t boot_number(void); /* another one each time, and on each device; never 0 */
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
    .period_ticks = 997, /* 1 ms, nearly: a prime number keeps no step with a tick of 1 ms */
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

/* As often as it is wanted, while samples go on being taken. */
void profiling_send(void)
{
    bobbin_capture_send(&profile);
}
