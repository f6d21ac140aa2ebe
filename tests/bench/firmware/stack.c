/* SPDX-License-Identifier: MIT */
/* The deep stack: step by step, as a whole, and by libgcc. */
#include <unwind.h>

#include "bench.h"
#include "layout.h"

enum { FRAMES_MAX = 1024 };

static uint32_t registers[16], cpsr;
static struct bobbin_frame frames[FRAMES_MAX];

static void begin(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    bobbin_begin(cursor, env, registers, cpsr);
}

static void add(enum bench_series series, const struct bobbin_cursor *cursor, uint32_t pc,
                uint32_t count)
{
    count_add((struct bench_sample){(uint16_t)series, cursor->stop, pc, 0, count});
}

static void measure_steps(enum bench_series series, const struct bobbin_env *env)
{
    struct bobbin_cursor cursor;
    bool found;

    begin(&cursor, env);
    bobbin_step(&cursor, env);
    do {
        uint32_t pc = cursor.r[BOBBIN_PC];
        uint32_t now = board_now();
        found = bobbin_step(&cursor, env);
        uint32_t count = count_since(now);
        add(series, &cursor, pc, count);
    } while (found);
}

static void measure_walk(enum bench_series series, const struct bobbin_env *env, uint32_t depth)
{
    struct bobbin_cursor cursor;
    uint32_t now, count, found;

    begin(&cursor, env);
    now = board_now();
    found = bobbin_walk(&cursor, env, frames, depth);
    count = count_since(now);
    add(series, &cursor, found, count);
}

static _Unwind_Reason_Code count_frame(struct _Unwind_Context *context, void *data)
{
    uint32_t *count = data;

    (void)context;
    ++*count;
    return _URC_NO_REASON;
}

static uint32_t measure_libgcc(void)
{
    uint32_t found = 0;
    uint32_t now = board_now();
    uint32_t count;

    _Unwind_Backtrace(count_frame, &found);
    count = count_since(now);
    count_add((struct bench_sample){BENCH_LIBGCC, BOBBIN_STOP_NONE, found, 0, count});
    return found;
}

static void measure_read(struct world *world)
{
    uint32_t address = world->memory[BOBBIN_SPACE_STACK].start;
    uint32_t word, count;
    uint32_t now = board_now();

    world_read(world, BOBBIN_SPACE_STACK, address, &word, 4);
    count = count_since(now);
    count_add((struct bench_sample){BENCH_READ, BOBBIN_STOP_NONE, 0, 0, count});
}

void measure_stack(void)
{
    const struct bobbin_region *main_stack = BOARD_FIRST_STACK;
    struct world world;
    struct bobbin_env by_read, windows, cached;

    world_set(&world, (const void *)main_stack->low, main_stack->high - main_stack->low);
    by_read = world_env(&world, 0);
    windows = world_env(&world, WITH_WINDOWS);
    cached = world_env(&world, WITH_WINDOWS | WITH_CACHE);
    cpsr = bench_registers(registers);
    measure_steps(BENCH_CALL, &windows);
    measure_steps(BENCH_CALL_READ, &by_read);
    measure_steps(BENCH_CALL_KEPT, &cached);
    measure_steps(BENCH_CALL_CACHED, &cached);
    measure_walk(BENCH_WALK, &windows, FRAMES_MAX);
    measure_walk(BENCH_WALK_CACHED, &cached, FRAMES_MAX);
    measure_walk(BENCH_WALK_SHARED, &windows, measure_libgcc());
    measure_read(&world);
}
