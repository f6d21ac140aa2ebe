/* SPDX-License-Identifier: MIT */
/* The command line is "crash KIND", with a KIND of the table below, or empty. */
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "pump.h"

enum { TICK_MICROSECONDS = 50, BATCHES = 2000, BATCHES_WITHOUT_CRASH = 20 };

volatile enum pump_crash pump_crash;
volatile bool pump_dosing, pump_regulating;

static const struct {
    const char *command;
    enum pump_crash crash;
} commands[] = {
    {"", PUMP_CRASH_NONE},
    {"crash irq", PUMP_CRASH_IRQ},
    {"crash nested", PUMP_CRASH_NESTED},
    {"crash nested-assert", PUMP_CRASH_ASSERT},
    {"crash call", PUMP_CRASH_CALL},
};

int main(void)
{
    const char *line = board_command_line();
    uint32_t batches = *line == '\0' ? BATCHES_WITHOUT_CRASH : BATCHES;

    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        if (strcmp(line, commands[i].command) == 0)
            pump_crash = commands[i].crash;
    puts("dosing pump");
    board_tick_start(TICK_MICROSECONDS);
    __asm__ volatile("cpsie if" ::: "memory");
    printf("dosed %lu ml\n", (unsigned long)batch_run(batches));
    return 0;
}

__attribute__((noinline)) void pump_write_nowhere(uint32_t value)
{
    *(volatile uint32_t *)0xcafe0000u = value;
}
