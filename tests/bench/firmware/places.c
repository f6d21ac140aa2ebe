/* SPDX-License-Identifier: MIT */
/* Every instruction of the image interrupted, and every call of it returned to, with made-up registers. */
#include "bench.h"

enum {
    PLACES_AT_ONCE = 1024,
    SP_WORDS = 1024, /* of the made-up stack that sp is in; as many below it, all others above */
    MODE_SYS = 0x1f,
};

static uint32_t stack[BENCH_STACK_WORDS];

/* sp differs from place to place, r4-r11 are near it as frame registers are; all else is a return address. */
static uint32_t make_registers(uint32_t r[16], uint32_t place)
{
    const uint32_t *sp = &stack[SP_WORDS + (place >> 1) % SP_WORDS];

    for (uint32_t i = 0; i < 16; i++)
        r[i] = i >= 4 && i < 12 ? (uint32_t)(sp + 4 * i) : stack[(place >> 1 | i) % SP_WORDS];
    r[BOBBIN_SP] = (uint32_t)sp;
    r[BOBBIN_PC] = place & ~1u;
    return MODE_SYS | (place << 23 & 0xf0000000u) | (place & 1 ? BOBBIN_CPSR_T : 0);
}

static void interrupt(enum bench_series series, const struct bobbin_env *env, uint32_t place)
{
    struct bench_sample sample = {(uint16_t)series, 0, place & ~1u, 0, 0};
    struct bobbin_cursor cursor;
    uint32_t r[16];
    uint32_t cpsr = make_registers(r, place);
    uint32_t now = board_now();

    bobbin_begin(&cursor, env, r, cpsr);
    sample.begin = count_since(now);
    now = board_now();
    bobbin_step(&cursor, env);
    sample.step = count_since(now);
    sample.stop = cursor.stop;
    count_add(sample);
}

/* One that has no frame: from here the caller is found by lr alone. */
__attribute__((naked, noinline)) static void leaf(void)
{
    __asm__ volatile("bx lr");
}

static void come_back(enum bench_series series, const struct bobbin_env *env, uint32_t place)
{
    struct bobbin_cursor cursor;
    uint32_t r[16];
    uint32_t cpsr = make_registers(r, (uint32_t)leaf);
    uint32_t now, count;

    r[BOBBIN_LR] = place;
    bobbin_begin(&cursor, env, r, cpsr);
    bobbin_step(&cursor, env);
    now = board_now();
    bobbin_step(&cursor, env);
    count = count_since(now);
    count_add((struct bench_sample){(uint16_t)series, cursor.stop, place & ~1u, 0, count});
}

/* MEASURE with windows is SERIES, without them the series behind it. */
struct way {
    enum bench_series series;
    void (*measure)(enum bench_series, const struct bobbin_env *, uint32_t);
};

static void measure_each(uint32_t file, struct world *world, const struct way *way)
{
    static uint32_t places[PLACES_AT_ONCE];
    const struct bobbin_env windows = world_env(world, WITH_WINDOWS);
    const struct bobbin_env by_read = world_env(world, 0);
    uint32_t left;

    host_read(file, &left, sizeof(left));
    while (left) {
        uint32_t count = left < PLACES_AT_ONCE ? left : PLACES_AT_ONCE;
        host_read(file, places, count * sizeof(places[0]));
        for (uint32_t i = 0; i < count; i++) {
            way->measure(way->series, &windows, places[i]);
            way->measure(way->series + 1, &by_read, places[i]);
        }
        left -= count;
    }
}

void measure_places(const char *questions_path)
{
    static const struct way ways[] = {{BENCH_INTERRUPTED, interrupt}, {BENCH_RETURN, come_back}};
    uint32_t file = host_open(questions_path, false);
    struct world world;
    uint32_t words;

    world_set(&world, stack, sizeof(stack));
    host_read(file, &words, sizeof(words));
    host_read(file, stack, sizeof(stack));
    for (uint32_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        measure_each(file, &world, &ways[i]);
    host_close(file);
}
