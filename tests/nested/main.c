/* SPDX-License-Identifier: MIT */
/* The command line is one of the table below. */
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "pump.h"

enum { TICK_MICROSECONDS = 50, BATCHES = 2000, BATCHES_WITHOUT_CRASH = 20 };

volatile enum pump_crash pump_crash;
volatile enum pump_sampling pump_sampling;
volatile bool pump_dosing, pump_regulating;

static const struct {
    const char *command;
    enum pump_crash crash;
    enum pump_sampling sampling;
} commands[] = {
    {"", PUMP_CRASH_NONE, PUMP_NO_SAMPLES},
    {"crash irq", PUMP_CRASH_IRQ, PUMP_NO_SAMPLES},
    {"crash nested", PUMP_CRASH_NESTED, PUMP_NO_SAMPLES},
    {"crash nested-assert", PUMP_CRASH_ASSERT, PUMP_NO_SAMPLES},
    {"crash call", PUMP_CRASH_CALL, PUMP_NO_SAMPLES},
    {"crash sampler", PUMP_CRASH_SAMPLER, PUMP_SAMPLES_ACROSS},
    {"sample within", PUMP_CRASH_NONE, PUMP_SAMPLES_WITHIN},
    {"sample across", PUMP_CRASH_NONE, PUMP_SAMPLES_ACROSS},
};

static void choose(const char *line)
{
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (strcmp(line, commands[i].command) != 0)
            continue;
        pump_crash = commands[i].crash;
        pump_sampling = commands[i].sampling;
    }
}

int main(void)
{
    choose(board_command_line());
    puts("dosing pump");
    if (pump_sampling && !sampling_start())
        return 1;
    board_tick_start(TICK_MICROSECONDS);
    __asm__ volatile("cpsie if" ::: "memory");
    printf("dosed %lu ml\n",
           (unsigned long)batch_run(pump_crash ? BATCHES : BATCHES_WITHOUT_CRASH));
    if (pump_sampling)
        sampling_send();
    return 0;
}

__attribute__((noinline)) void pump_write_nowhere(uint32_t value)
{
    *(volatile uint32_t *)0xcafe0000u = value;
}
