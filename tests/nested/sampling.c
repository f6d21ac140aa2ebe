/* SPDX-License-Identifier: MIT */
/* Samples by FIQ: the handlers too, and with them what they interrupted. */
#include <bobbin/sampler.h>

#include "board.h"
#include "pump.h"

enum { MEMORY_BYTES = 32768, CONTEXTS = 16, COSTS = 40, PERIODS_PER_SECOND = 200000 };

static uint32_t memory[MEMORY_BYTES / 4];
static struct bobbin_profile profile;
static struct bobbin_sampler sampler;
static struct bobbin_sampler_config config = {
    .timer = {.start = board_timer_start_fiq, .again = board_timer_again, .stop = board_timer_stop},
};

bool sampling_start(void)
{
    struct bobbin_profile_config counting = {
        .flags = PROFILE_FLAG_FIQ,
        .processors = 1,
        .now = board_now,
        .clock_hz = BOARD_EMULATED_HZ,
        .timer_hz = board_timer_hz,
        .contexts_max = CONTEXTS,
        .costs_max = COSTS,
    };

    config.period_ticks = board_timer_hz / PERIODS_PER_SECOND;
    config.jitter_ticks = config.period_ticks / 3;
    bobbin_sampler_describe(&config, &counting);
    if (!bobbin_profile_open(&profile, memory, sizeof(memory), &counting) ||
        bobbin_sampler_open(&sampler, &config, &profile) != BOBBIN_TABLE_OK)
        return false;
    bobbin_sampler_start(&sampler);
    return true;
}

/* The compiler must not make this a jump: then the handler would not be on the stack. */
__attribute__((noinline)) static void crash_if_nested(void)
{
    if (pump_crash == PUMP_CRASH_SAMPLER && pump_dosing && pump_regulating)
        pump_write_nowhere(0);
    __asm__ volatile("");
}

void bobbin_sampled_fiq(const struct bobbin_sampled *sampled)
{
    crash_if_nested();
    if (pump_sampling == PUMP_SAMPLES_ACROSS)
        bobbin_sampler_interrupt_across(&sampler, sampled);
    else
        bobbin_sampler_interrupt(&sampler, sampled);
}

void sampling_send(void)
{
    bobbin_sampler_stop(&sampler);
    bobbin_capture_send(&profile);
}
