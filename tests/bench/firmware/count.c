/* SPDX-License-Identifier: MIT */
#include "bench.h"
#include "board.h"

enum { BUFFERED = 1024 };

static struct bench_sample buffer[BUFFERED];
static uint32_t buffered, answers;

static void write_buffer(void)
{
    if (buffered)
        host_write(answers, buffer, buffered * sizeof(buffer[0]));
    buffered = 0;
}

void count_open(const char *path)
{
    answers = host_open(path, true);
}

void count_close(void)
{
    write_buffer();
    host_close(answers);
}

void count_add(struct bench_sample sample)
{
    if (buffered == BUFFERED)
        write_buffer();
    buffer[buffered++] = sample;
}

uint32_t count_since(uint32_t now)
{
    uint32_t counted = board_now() - now;
    uint32_t start = board_now();
    uint32_t nothing = board_now() - start;

    return counted - nothing;
}
