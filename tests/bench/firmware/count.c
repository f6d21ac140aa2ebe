/* SPDX-License-Identifier: MIT */
#include "bench.h"

enum {
    BUFFERED = 1024,
    STACK_WORDS = 512, /* that are checked below sp */
    UNTOUCHED = 0x5ee5a55a,
};

static struct bench_sample buffer[BUFFERED];
static uint32_t buffered, answers;
uint32_t count_nothing;

static void write_buffer(void)
{
    if (buffered)
        host_write(answers, buffer, buffered * sizeof(buffer[0]));
    buffered = 0;
}

void count_open(const char *path)
{
    uint32_t now = board_now();

    count_nothing = board_now() - now;
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

/* ---- the stack below a call ------------------------------------------------------------------ */

/* sp of the function into which this is inlined. Memory below sp is free until it calls. */
static inline __attribute__((always_inline)) volatile uint32_t *stack_here(void)
{
    volatile uint32_t *sp;

    __asm__ volatile("mov %0, sp" : "=r"(sp));
    return sp;
}

static inline __attribute__((always_inline)) void stack_paint(volatile uint32_t *sp)
{
    for (uint32_t i = 1; i <= STACK_WORDS; i++)
        sp[-(int32_t)i] = UNTOUCHED;
}

static inline __attribute__((always_inline)) uint16_t stack_used(volatile uint32_t *sp)
{
    uint32_t words = STACK_WORDS;

    while (words && sp[-(int32_t)words] == UNTOUCHED)
        words--;
    return (uint16_t)(4 * words);
}

bool count_step(struct bench_sample *sample, struct bobbin_cursor *cursor,
                const struct bobbin_env *env)
{
    volatile uint32_t *sp = stack_here();
    uint32_t now;
    bool found;

    stack_paint(sp);
    now = board_now();
    found = bobbin_step(cursor, env);
    sample->step = count_since(now);
    sample->stack_bytes = stack_used(sp);
    sample->stop = cursor->stop;
    return found;
}

uint32_t count_walk(enum bench_series series, uint32_t (*walk)(void))
{
    struct bench_sample sample = {.series = (uint8_t)series};
    volatile uint32_t *sp = stack_here();
    uint32_t now;

    stack_paint(sp);
    now = board_now();
    sample.pc = walk();
    sample.step = count_since(now);
    sample.stack_bytes = stack_used(sp);
    count_add(sample);
    return sample.pc;
}
