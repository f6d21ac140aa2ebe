/* SPDX-License-Identifier: MIT */
/*
 * The lower limit of walking: ARM functions with frame pointers. Each stores lr at the address in
 * r11, and its caller's r11 in the word below.
 */
#include "bench.h"
#include "board.h"
#include "layout.h"

enum { FRAMES_MAX = 64, DEPTH = 48, STATUS_DIFFERS = 5 };

static struct bobbin_frame frames[FRAMES_MAX];
static uint32_t pcs[FRAMES_MAX]; /* found by frame pointers */
static const uint32_t *outermost;

/* For walk_table. */
static struct bobbin_cursor cursor;
static struct bobbin_env env;
static uint32_t depth;

/* The only check: frame pointers ascend within the stack. */
static uint32_t walk_frame_pointers(void)
{
    const uint32_t *frame = __builtin_frame_address(0);
    const uint32_t *caller = (const uint32_t *)frame[-1];
    uint32_t count = 0;

    while (caller > frame && caller <= outermost && count < FRAMES_MAX) {
        frame = caller;
        caller = (const uint32_t *)frame[-1];
        frames[count].pc = frame[0] & ~1u;
        frames[count].sp = (uint32_t)(frame + 1);
        count++;
    }
    return count;
}

static uint32_t walk_table(void)
{
    return bobbin_walk(&cursor, &env, frames, depth);
}

/* Both walks start here. The first step of the core leaves this function's own frame. */
static __attribute__((noinline)) void compare(void)
{
    const struct bobbin_region *stack = BOARD_FIRST_STACK;
    uint32_t registers[16], cpsr;
    struct world world;

    depth = count_walk(BENCH_FRAME_POINTER, walk_frame_pointers);
    for (uint32_t i = 0; i < depth; i++)
        pcs[i] = frames[i].pc;
    world_set(&world, (const void *)stack->low, stack->high - stack->low);
    env = world_true_env(&world);
    cpsr = bench_registers(registers);
    bobbin_begin(&cursor, &env, registers, cpsr);
    bobbin_step(&cursor, &env);
    count_walk(BENCH_FRAME_POINTER_WALK, walk_table);
    for (uint32_t i = 0; i < depth; i++)
        if (pcs[i] != frames[i].pc)
            board_exit(STATUS_DIFFERS);
}

static uint32_t odd(uint32_t level);

static __attribute__((noinline)) uint32_t even(uint32_t level)
{
    uint32_t sum = level;

    if (level == 0)
        compare();
    else
        sum += odd(level - 1);
    return sum + level;
}

static __attribute__((noinline)) uint32_t odd(uint32_t level)
{
    volatile uint32_t room[12] = {level};

    return even(level - 1) + room[0];
}

void measure_frame_pointers(void)
{
    outermost = __builtin_frame_address(0);
    even(DEPTH);
    __asm__ volatile("");
}
