/* SPDX-License-Identifier: MIT */
/* Collects characters to lines in a queue, as the driver of a UART does. */
#include "board.h"
#include "handlers.h"

static struct {
    char line[QUEUE_LINES][LINE_MAX];
    volatile uint32_t put, taken;
    volatile uint32_t left; /* lines still to produce */
    char now[LINE_MAX];
    uint32_t length, seed;
} queue;

volatile uint32_t producer_lost, producer_checksum;

void producer_start(uint32_t period_microseconds, uint32_t lines)
{
    queue.left = lines;
    queue.seed = 1;
    board_tick_start(period_microseconds);
}

static uint32_t next_random(void)
{
    queue.seed = queue.seed * 1664525 + 1013904223;
    return queue.seed >> 16;
}

/* A line is three numbers and a word: "-12.25,7,831 valve\n". */
static char next_character(void)
{
    static const char pattern[] = "-dd.dd,d,ddd wwwww\n";
    uint32_t random = next_random();
    char c = pattern[queue.length];

    if (c == 'd')
        return (char)('0' + random % 10);
    return c == 'w' ? (char)('a' + random % 26) : c;
}

__attribute__((noinline)) static uint32_t checksum_line(const char *line, uint32_t sum)
{
    for (; *line; line++)
        for (int bit = 0; bit < 8; bit++)
            sum = (sum << 1) ^ (((sum >> 31) ^ (uint32_t)(*line >> bit & 1)) * 0x04c11db7u);
    return sum;
}

static void end_line(void)
{
    queue.now[queue.length] = '\0';
    queue.length = 0;
    queue.left--;
    if (queue.put - queue.taken == QUEUE_LINES) {
        producer_lost++;
        return;
    }
    producer_checksum = checksum_line(queue.now, producer_checksum);
    for (int i = 0; i < LINE_MAX; i++)
        queue.line[queue.put % QUEUE_LINES][i] = queue.now[i];
    queue.put++;
}

void producer_tick(void)
{
    for (int i = 0; i < 8 && queue.left > 0; i++) {
        char c = next_character();
        if (c == '\n')
            end_line();
        else
            queue.now[queue.length++] = c;
    }
}

bool producer_ready(void)
{
    return queue.put != queue.taken || queue.left == 0;
}

bool producer_take(char out[LINE_MAX])
{
    if (queue.put == queue.taken)
        return false;
    for (int i = 0; i < LINE_MAX; i++)
        out[i] = queue.line[queue.taken % QUEUE_LINES][i];
    queue.taken++;
    return true;
}
