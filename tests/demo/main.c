/* SPDX-License-Identifier: MIT */
/* The logger of a cold store: typical firmware, with mistakes on request. */
#include <stdio.h>

#include "board.h"
#include "samples.h"
#include "shell.h"

#define SAMPLES_AT_START 64

static struct samples samples;

int main(void)
{
    uint32_t start = board_now();
    int failed;

    puts("cold store logger");
    samples_record(&samples, SAMPLES_AT_START);
    failed = shell_run(&samples, board_command_line());
    printf("done after %lu cycles\n", (unsigned long)(board_now() - start));
    return failed != 0;
}
