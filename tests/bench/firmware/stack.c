/* SPDX-License-Identifier: MIT */
/* Measures the deep stack: step by step, as whole walks, and by libgcc. */
#include <unwind.h>

#include "bench.h"
#include "layout.h"

enum { FRAMES_MAX = 1024 };

static uint32_t registers[16], cpsr;
static struct bobbin_frame frames[FRAMES_MAX];

/* Arguments of walk(), which count_walk calls without any. */
static struct {
    struct bobbin_cursor cursor;
    const struct bobbin_env *env;
    uint32_t depth;
} trace;

static void begin(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    bobbin_begin(cursor, env, registers, cpsr);
}

/* Each step starts where the step before ended. */
static void measure_steps(enum bench_series series, const struct bobbin_env *env)
{
    struct bobbin_cursor cursor;
    bool found;

    begin(&cursor, env);
    bobbin_step(&cursor, env);
    do {
        struct bench_sample sample = {.series = (uint8_t)series, .pc = cursor.r[BOBBIN_PC]};
        found = count_step(&sample, &cursor, env);
        count_add(sample);
    } while (found);
}

/*
 * Each step starts at a true frame, found by the firmware's own table, because some formats stop
 * early.
 */
static void measure_true_frames(enum bench_series series, const struct bobbin_env *env,
                                const struct bobbin_env *truth)
{
    struct bobbin_cursor cursor, tried;
    bool found;

    begin(&cursor, truth);
    bobbin_step(&cursor, truth);
    do {
        struct bench_sample sample = {.series = (uint8_t)series, .pc = cursor.r[BOBBIN_PC]};
        tried = cursor;
        tried.word = 0;
        count_step(&sample, &tried, env);
        found = bobbin_step(&cursor, truth);
        if (sample.stop == BOBBIN_STOP_NONE &&
            (!found || tried.r[BOBBIN_PC] != cursor.r[BOBBIN_PC] ||
             tried.r[BOBBIN_SP] != cursor.r[BOBBIN_SP]))
            sample.stop = BENCH_STOP_WRONG;
        count_add(sample);
    } while (found);
}

static uint32_t walk(void)
{
    return bobbin_walk(&trace.cursor, trace.env, frames, trace.depth);
}

static void measure_walk(enum bench_series series, const struct bobbin_env *env, uint32_t depth)
{
    trace.env = env;
    trace.depth = depth;
    begin(&trace.cursor, env);
    count_walk(series, walk);
}

static _Unwind_Reason_Code count_frame(struct _Unwind_Context *context, void *data)
{
    uint32_t *count = data;

    (void)context;
    ++*count;
    return _URC_NO_REASON;
}

static uint32_t walk_libgcc(void)
{
    uint32_t found = 0;

    _Unwind_Backtrace(count_frame, &found);
    return found;
}

static void measure_read(struct world *world)
{
    struct bench_sample sample = {.series = BENCH_READ};
    uint32_t address = world->memory[BOBBIN_SPACE_STACK].start;
    uint32_t word;
    uint32_t now = board_now();

    world_read(world, BOBBIN_SPACE_STACK, address, &word, 4);
    sample.step = count_since(now);
    count_add(sample);
}

static void measure_foreign(struct world *world, const struct bobbin_env *windows,
                            const struct bobbin_env *cached)
{
    const struct bobbin_env truth = world_true_env(world);

    measure_true_frames(BENCH_CALL, windows, &truth);
    measure_true_frames(BENCH_CALL_KEPT, cached, &truth);
    measure_true_frames(BENCH_CALL_CACHED, cached, &truth);
}

static void measure_own(struct world *world, const struct bobbin_env *windows,
                        const struct bobbin_env *cached)
{
    const struct bobbin_env by_read = world_env(world, 0);

    measure_steps(BENCH_CALL, windows);
    measure_steps(BENCH_CALL_READ, &by_read);
    measure_steps(BENCH_CALL_KEPT, cached);
    measure_steps(BENCH_CALL_CACHED, cached);
}

void measure_stack(void)
{
    const struct bobbin_region *main_stack = BOARD_FIRST_STACK;
    struct bobbin_env windows, cached;
    struct world world;

    world_set(&world, (const void *)main_stack->low, main_stack->high - main_stack->low);
    windows = world_env(&world, WITH_WINDOWS);
    cached = world_env(&world, WITH_WINDOWS | WITH_CACHE);
    cpsr = bench_registers(registers);
    (world_is_foreign() ? measure_foreign : measure_own)(&world, &windows, &cached);
    measure_walk(BENCH_WALK, &windows, FRAMES_MAX);
    measure_walk(BENCH_WALK_CACHED, &cached, FRAMES_MAX);
    measure_walk(BENCH_WALK_SHARED, &windows, count_walk(BENCH_LIBGCC, walk_libgcc));
    measure_read(&world);
}
