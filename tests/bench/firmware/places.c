/* SPDX-License-Identifier: MIT */
/*
 * Measures a frame at each instruction and each return address of the image, with made registers.
 */
#include "bench.h"

enum {
    PLACES_AT_ONCE = 1024,
    SP_WORDS = 1024, /* of the made stack: sp is in the second so many words */
    MODE_SYS = 0x1f,
    WAYS_MAX = 3,
};

static uint32_t stack[BENCH_STACK_WORDS];
static uint32_t entry; /* of a function of the subject, with its Thumb bit */

/*
 * sp depends on PLACE. r4-r11 point into the stack above sp, as frame registers do. All other
 * registers and all words of the stack are return addresses.
 */
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
    struct bench_sample sample = {.series = (uint8_t)series, .pc = place & ~1u};
    struct bobbin_cursor cursor;
    uint32_t r[16];
    uint32_t cpsr = make_registers(r, place);
    uint32_t now = board_now();

    bobbin_begin(&cursor, env, r, cpsr);
    sample.begin = count_since(now);
    count_step(&sample, &cursor, env);
    count_add(sample);
}

/*
 * Makes CURSOR a call frame whose return address is PLACE: by a step from a function entry, where
 * lr has the return address. If the table has no rule there, the cursor is set by hand.
 */
static void begin_at_return(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                            uint32_t place)
{
    uint32_t r[16];
    uint32_t cpsr = make_registers(r, entry);

    r[BOBBIN_LR] = place;
    bobbin_begin(cursor, env, r, cpsr);
    if (entry && bobbin_step(cursor, env))
        return;
    r[BOBBIN_PC] = place & ~1u;
    cpsr = (cpsr & ~BOBBIN_CPSR_T) | (place & 1 ? BOBBIN_CPSR_T : 0);
    bobbin_begin(cursor, env, r, cpsr);
    cursor->kind = BOBBIN_KIND_CALL;
}

static void come_back(enum bench_series series, const struct bobbin_env *env, uint32_t place)
{
    struct bench_sample sample = {.series = (uint8_t)series, .pc = place & ~1u};
    struct bobbin_cursor cursor;

    begin_at_return(&cursor, env, place);
    count_step(&sample, &cursor, env);
    count_add(sample);
}

/* Fills the cache with a first step, then measures the second. */
static void come_back_again(enum bench_series series, const struct bobbin_env *env, uint32_t place)
{
    struct bobbin_cursor cursor;

    begin_at_return(&cursor, env, place);
    bobbin_step(&cursor, env);
    come_back(series, env, place);
}

static void look_up(enum bench_series series, const struct bobbin_env *env, uint32_t place)
{
    struct bench_sample sample = {.series = (uint8_t)series, .pc = place & ~1u};
    struct bobbin_cursor cursor;

    begin_at_return(&cursor, env, place);
    bobbin_step(&cursor, env);
    sample.stop = cursor.stop;
    sample.step = world_lookup();
    count_add(sample);
}

struct way {
    enum bench_series series;
    uint32_t with;
    void (*measure)(enum bench_series, const struct bobbin_env *, uint32_t);
};

/* Measures each way at each address of the next list in FILE. */
static void measure_each(uint32_t file, struct world *world, const struct way ways[],
                         uint32_t count)
{
    static uint32_t places[PLACES_AT_ONCE];
    struct bobbin_env env[WAYS_MAX];
    uint32_t left;

    for (uint32_t i = 0; i < count; i++)
        env[i] = world_env(world, ways[i].with);
    host_read(file, &left, sizeof(left));
    while (left) {
        uint32_t now = left < PLACES_AT_ONCE ? left : PLACES_AT_ONCE;
        host_read(file, places, now * sizeof(places[0]));
        for (uint32_t place = 0; place < now; place++)
            for (uint32_t i = 0; i < count; i++)
                ways[i].measure(ways[i].series, &env[i], places[place]);
        left -= now;
    }
}

void measure_places(uint32_t questions, uint32_t entry_address)
{
    static const struct way interrupted[] = {
        {BENCH_INTERRUPTED, WITH_WINDOWS, interrupt},
        {BENCH_INTERRUPTED_READ, 0, interrupt},
    };
    static const struct way returned[] = {
        {BENCH_RETURN, WITH_WINDOWS, come_back},
        {BENCH_RETURN_CACHED, WITH_WINDOWS | WITH_CACHE, come_back_again},
        {BENCH_RETURN_READ, 0, come_back},
    };
    static const struct way returned_foreign[] = {
        {BENCH_RETURN, WITH_WINDOWS, come_back},
        {BENCH_RETURN_CACHED, WITH_WINDOWS | WITH_CACHE, come_back_again},
        {BENCH_LOOKUP, WITH_WINDOWS | WITH_COUNTER, look_up},
    };
    bool slow = world_is_slow();
    struct world world;
    uint32_t words;

    entry = entry_address;
    world_set(&world, stack, sizeof(stack));
    host_read(questions, &words, sizeof(words));
    host_read(questions, stack, sizeof(stack));
    measure_each(questions, &world, interrupted, slow ? 1 : 2);
    if (world_is_foreign())
        measure_each(questions, &world, returned_foreign, 3);
    else
        measure_each(questions, &world, returned, slow ? 2 : 3);
}
