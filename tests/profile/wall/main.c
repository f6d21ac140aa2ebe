/* SPDX-License-Identifier: MIT */
/*
 * Tasks of the kernel of tests/rtos that wait in known places, and a FIQ that samples them. The
 * command line is "PREFIX": the captures are PREFIX.wall and PREFIX.time. The last line says how
 * many interrupts sampled, how many samples of tasks were skipped, and how many cycles the longest
 * part of an interrupt for tasks took.
 */
#include <stdio.h>
#include <stdlib.h>

#include "board.h"
#include "port.h"

#include <bobbin/wall.h>

enum {
    STACK_WORDS = 512,
    TASKS = 6,
    TICKS = 300,
    CONTEXTS = 32,
    PER_ROUND = 4,
    PER_INTERRUPT = 2,
};

static struct work_task {
    struct task task;
    uint64_t stack[STACK_WORDS / 2];
} tasks[TASKS];

static struct mutex answer;
static uint32_t wall_memory[4096], time_memory[8192];
static struct bobbin_profile wall_profile, time_profile;
static struct bobbin_sampler sampler;
static struct bobbin_wall wall;
static uint32_t interrupts, cycles_worst;

static struct bobbin_sampler_config sampling = {
    .timer = {board_timer_start_fiq, board_timer_again, board_timer_stop},
};

static const struct bobbin_wall_config wall_sampling = {
    .profile = &wall_profile,
    .interrupts_per_round = PER_ROUND,
    .tasks_per_interrupt = PER_INTERRUPT,
};

/* ---- interrupts ------------------------------------------------------------------------------ */

uint32_t kernel_acknowledge(void)
{
    uint32_t interrupt = board_interrupt_begin();

    board_tick_clear();
    board_interrupt_end(interrupt);
    return interrupt;
}

void kernel_handle(uint32_t interrupt)
{
    (void)interrupt;
    kernel_tick();
}

void bobbin_sampled_fiq(const struct bobbin_sampled *sampled)
{
    uint32_t interrupt = board_interrupt_begin(), start, cycles;

    bobbin_sampler_interrupt_across(&sampler, sampled);
    start = board_now();
    bobbin_wall_interrupt(&wall, sampled);
    cycles = board_now() - start;
    interrupts++;
    cycles_worst = cycles > cycles_worst ? cycles : cycles_worst;
    board_interrupt_end(interrupt);
}

/* ---- the tasks ------------------------------------------------------------------------------- */

/* The owner of the mutex waits for ever, and so do all others that want it. */
__attribute__((noinline)) static void wait_for_answer(void)
{
    mutex_lock(&answer);
    mutex_unlock(&answer);
}

static void asker(uint32_t number)
{
    (void)number;
    for (;;)
        wait_for_answer();
}

static void owner(uint32_t number)
{
    (void)number;
    mutex_lock(&answer);
    for (;;)
        kernel_suspend();
}

__attribute__((noinline)) static uint32_t compute(uint32_t seed)
{
    for (volatile uint32_t i = 0; i < 500; i++)
        seed += i * seed;
    return seed;
}

static void worker(uint32_t number)
{
    static volatile uint32_t sum;

    for (;;)
        sum += compute(number);
}

static void nothing(uint32_t number)
{
    (void)number;
}

static bool save(struct bobbin_profile *profile, const char *suffix)
{
    char path[BOARD_COMMAND_LINE_MAX + 8];

    snprintf(path, sizeof(path), "%s%s", board_command_line(), suffix);
    return bobbin_capture_save(profile, path);
}

static void judge(uint32_t number)
{
    bool good;

    (void)number;
    port_use_fpu(); /* printf may use it */
    bobbin_sampler_start(&sampler);
    bobbin_profile_start(&wall_profile);
    kernel_delay(TICKS);
    bobbin_sampler_stop(&sampler);
    kernel_mask();
    good = save(&wall_profile, ".wall");
    good = save(&time_profile, ".time") && good;
    printf("%lu interrupts, %lu skipped, %lu cycles at most\n", (unsigned long)interrupts,
           (unsigned long)wall.skipped, (unsigned long)cycles_worst);
    exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
}

static const struct {
    const char *name;
    task_entry *entry;
    uint32_t priority;
    bool suspended;
} made[TASKS] = {
    {"owner", owner, 2, false},  {"asker", asker, 1, false},  {"worker", worker, 1, false},
    {"other", worker, 1, false}, {"never", nothing, 2, true}, {"judge", judge, 3, false},
};

static bool open_profiles(void)
{
    struct bobbin_profile_config config = {
        .flags = PROFILE_FLAG_FIQ,
        .now = board_now,
        .processors = 1,
        .clock_hz = BOARD_EMULATED_HZ,
        .timer_hz = board_timer_hz,
        .contexts_max = CONTEXTS,
    };

    /* 15 us; 60 us on the board whose timer is slow, so that the interrupts leave time for tasks */
    sampling.period_ticks = board_timer_hz > 10000000 ? board_timer_hz / 66667 : 60;
    sampling.jitter_ticks = sampling.period_ticks / 3;
    bobbin_sampler_describe(&sampling, &config);
    if (!bobbin_profile_open(&time_profile, time_memory, sizeof(time_memory), &config) ||
        bobbin_sampler_open(&sampler, &sampling, &time_profile) != BOBBIN_TABLE_OK)
        return false;
    bobbin_wall_describe(&wall_sampling, &sampling, &config);
    bobbin_wall_open(&wall, &wall_sampling, &sampler);
    return bobbin_profile_open(&wall_profile, wall_memory, sizeof(wall_memory), &config);
}

int main(void)
{
    if (!open_profiles())
        return EXIT_FAILURE;
    for (uint32_t i = 0; i < TASKS; i++)
        kernel_create(&tasks[i].task, made[i].name, made[i].entry, i, made[i].priority,
                      tasks[i].stack, sizeof(tasks[i].stack), made[i].suspended);
    kernel_mask();
    __asm__ volatile("cpsie f" ::: "memory");
    board_tick_start(100);
    kernel_start();
}
