/* SPDX-License-Identifier: MIT */
#include "board.h"
#include "handlers.h"
#include "tasks.h"

enum { MEMORY_BYTES_MAX = 1 << 18, CONTEXTS = 32 };

static uint32_t memory[MEMORY_BYTES_MAX / 4];
static enum sampling kind;
static volatile uint32_t serving; /* number of the running interrupt + 1; 0: none */
static struct bobbin_sampler_config main_config, tick_config;
static struct bobbin_sampler main_sampler, tick_sampler;

struct bobbin_profile sampling_profile;

static bool in_interrupt(const struct bobbin_sampled *sampled)
{
    return (sampled->cpsr & BOBBIN_CPSR_MODE) == 0x12;
}

static void what(const struct bobbin_sampled *sampled, struct bobbin_profile_what *out)
{
    uint32_t number = serving;

    out->task = task_number();
    out->name = task_name();
    out->flags = PROFILE_IS_TASK | (task_is_idle() ? PROFILE_IS_IDLE : 0);
    if (!in_interrupt(sampled))
        return;
    out->flags = PROFILE_IS_TASK | PROFILE_IS_INTERRUPT;
    out->interrupt = (uint16_t)(number ? number - 1 : board_tick_interrupt);
}

/* The system tick restarts itself. */
static void nothing_to_set(uint32_t ticks)
{
    (void)ticks;
}

static void nothing_to_stop(void)
{
}

static void configure(const struct sampling_options *options)
{
    main_config.timer.start = kind == SAMPLING_IRQ ? board_timer_start : board_timer_start_fiq;
    main_config.timer.again = board_timer_again;
    main_config.timer.stop = board_timer_stop;
    main_config.period_ticks = options->period_ticks;
    main_config.jitter_ticks = options->jitter_ticks;
    main_config.what = what;
    tick_config.timer.start = tick_config.timer.again = nothing_to_set;
    tick_config.timer.stop = nothing_to_stop;
    tick_config.what = what;
}

bool sampling_open(const struct sampling_options *options)
{
    struct bobbin_profile_config config = {.now = board_now, .processors = 1};

    kind = options->kind;
    configure(options);
    bobbin_sampler_describe(&main_config, &config);
    config.flags = kind == SAMPLING_IRQ ? 0 : PROFILE_FLAG_FIQ;
    config.clock_hz = BOARD_EMULATED_HZ;
    config.timer_hz = board_timer_hz;
    config.contexts_max = CONTEXTS;
    config.ring_max = options->ring;
    config.costs_max = options->costs;
    config.cost_max = options->cost_max;
    config.run = options->run;
    return options->memory_bytes <= sizeof(memory) &&
           bobbin_profile_open(&sampling_profile, memory, options->memory_bytes, &config) &&
           bobbin_sampler_open(&main_sampler, &main_config, &sampling_profile) == BOBBIN_TABLE_OK &&
           bobbin_sampler_open(&tick_sampler, &tick_config, &sampling_profile) == BOBBIN_TABLE_OK;
}

void sampling_start(void)
{
    if (kind != SAMPLING_NONE)
        bobbin_sampler_start(&main_sampler);
    if (kind == SAMPLING_BOTH)
        bobbin_sampler_start(&tick_sampler);
}

void sampling_stop(void)
{
    bobbin_sampler_stop(&tick_sampler);
    if (kind != SAMPLING_NONE)
        bobbin_sampler_stop(&main_sampler);
}

static void serve_tick(const struct bobbin_sampled *sampled)
{
    board_tick_clear();
    producer_tick();
    if (tick_sampler.running)
        bobbin_sampler_interrupt(&tick_sampler, sampled);
}

void bobbin_sampled_irq(const struct bobbin_sampled *sampled)
{
    uint32_t interrupt = board_interrupt_begin();

    serving = interrupt + 1;
    if (interrupt == board_tick_interrupt)
        serve_tick(sampled);
    else if (interrupt == board_timer_interrupt)
        bobbin_sampler_interrupt(&main_sampler, sampled);
    serving = 0;
    board_interrupt_end(interrupt);
}

void bobbin_sampled_fiq(const struct bobbin_sampled *sampled)
{
    uint32_t interrupt = board_interrupt_begin();

    bobbin_sampler_interrupt(&main_sampler, sampled);
    board_interrupt_end(interrupt);
}
