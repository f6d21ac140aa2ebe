/* SPDX-License-Identifier: MIT */
/*
 * Two processors work at the same time, in their own functions and in one that both call. Each has
 * its own sampling timer and profile. They write their captures to PREFIX.0 and PREFIX.1; the
 * command line is PREFIX.
 */
#include <stdio.h>
#include <stdlib.h>

#include "board.h"
#include "pair.h"
#include "port/armv7/cp15.h"
#include <bobbin/sampler.h>

enum { PROCESSORS = 2, MEMORY_WORDS = 4096, ROUNDS = 20000, PERIOD = 997, JITTER = 311, RUN = 5 };

struct processor {
    uint32_t memory[MEMORY_WORDS];
    struct bobbin_profile profile;
    struct bobbin_sampler sampler;
};

static struct processor processors[PROCESSORS];
static volatile uint32_t sums[PROCESSORS];
static const char *prefix; /* of the names of both files */
static volatile bool second_done, second_failed;

volatile uint32_t pair_go;
_Alignas(8) uint8_t second_stack[PAIR_STACK_BYTES], second_fiq_stack[PAIR_STACK_BYTES];

static const struct bobbin_sampler_config config = {
    .timer = {board_timer_start_fiq, board_timer_again, board_timer_stop},
    .period_ticks = PERIOD,
    .jitter_ticks = JITTER};

static uint32_t processor_number(void)
{
    uint32_t affinity;

    cp15_read(affinity, 0, c0, c0, 5); /* MPIDR */
    return affinity & 3;
}

void bobbin_sampled_fiq(const struct bobbin_sampled *sampled)
{
    uint32_t interrupt = board_interrupt_begin();

    bobbin_sampler_interrupt(&processors[processor_number()].sampler, sampled);
    board_interrupt_end(interrupt);
}

static bool start(struct processor *processor)
{
    struct bobbin_profile_config counting = {
        .now = board_now,
        .processor = (uint16_t)processor_number(),
        .processors = PROCESSORS,
        .flags = PROFILE_FLAG_FIQ,
        .clock_hz = BOARD_EMULATED_HZ,
        .timer_hz = board_timer_hz,
        .contexts_max = 8,
        .run = RUN,
    };

    bobbin_sampler_describe(&config, &counting);
    if (!bobbin_profile_open(&processor->profile, processor->memory, sizeof(processor->memory),
                             &counting) ||
        bobbin_sampler_open(&processor->sampler, &config, &processor->profile) != BOBBIN_TABLE_OK)
        return false;
    __asm__ volatile("cpsie f" ::: "memory");
    bobbin_sampler_start(&processor->sampler);
    return true;
}

static bool save(struct processor *processor)
{
    char path[BOARD_COMMAND_LINE_MAX + 4];

    bobbin_sampler_stop(&processor->sampler);
    snprintf(path, sizeof(path), "%s.%lu", prefix, (unsigned long)processor_number());
    return bobbin_capture_save(&processor->profile, path);
}

__attribute__((noinline)) static uint32_t work_of_both(uint32_t sum)
{
    for (uint32_t i = 0; i < 10; i++)
        sum = sum * 1664525 + 1013904223;
    return sum;
}

__attribute__((noinline)) static void work_of_first(void)
{
    for (uint32_t i = 0; i < ROUNDS; i++)
        sums[0] = work_of_both(sums[0] ^ i);
}

__attribute__((noinline)) static void work_of_second(void)
{
    for (uint32_t i = 0; i < ROUNDS; i++)
        sums[1] = work_of_both(sums[1] + i) >> 1;
}

void second_main(void)
{
    struct processor *processor = &processors[1];

    if (!start(processor))
        second_failed = true;
    work_of_second();
    if (!save(processor))
        second_failed = true;
    __asm__ volatile("dmb" ::: "memory");
    second_done = true;
    for (;;)
        ;
}

int main(void)
{
    struct processor *processor = &processors[0];

    prefix = board_command_line();
    __asm__ volatile("dsb" ::: "memory");
    pair_go = PAIR_GO;
    if (!start(processor))
        return EXIT_FAILURE;
    work_of_first();
    while (!second_done)
        ;
    return save(processor) && !second_failed ? EXIT_SUCCESS : EXIT_FAILURE;
}
