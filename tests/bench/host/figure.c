/* SPDX-License-Identifier: MIT */
#include "figure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/bobbin.h>

const struct figure_kind figure_kinds[FIGURES] = {
    [FIGURE_CALL] = {"call", "call frame of the deep stack", BENCH_CALL, FIGURE_STEP, 120},
    [FIGURE_CALL_READ] = {"call_read", "  all memory by env.read", BENCH_CALL_READ, FIGURE_STEP, 0},
    [FIGURE_CALL_KEPT] = {"call_kept", "  kept in the cache", BENCH_CALL_KEPT, FIGURE_STEP, 0},
    [FIGURE_CALL_CACHED] = {"call_cached", "  known to the cache", BENCH_CALL_CACHED, FIGURE_STEP,
                            60},
    [FIGURE_RETURN] = {"return", "call frame, each call of the image", BENCH_RETURN, FIGURE_STEP,
                       0},
    [FIGURE_RETURN_READ] = {"return_read", "  all memory by env.read", BENCH_RETURN_READ,
                            FIGURE_STEP, 0},
    [FIGURE_RETURN_CACHED] = {"return_cached", "  known to the cache", BENCH_RETURN_CACHED,
                              FIGURE_STEP, 0},
    [FIGURE_LOOKUP] = {"lookup", "  of that, the reader's look-up", BENCH_LOOKUP, FIGURE_STEP, 0},
    [FIGURE_INTERRUPTED] = {"interrupted", "interrupted frame: begin and step", BENCH_INTERRUPTED,
                            FIGURE_BOTH, 400},
    [FIGURE_INTERRUPTED_BEGIN] = {"interrupted_begin", "  of that, begin", BENCH_INTERRUPTED,
                                  FIGURE_BEGIN, 0},
    [FIGURE_INTERRUPTED_STEP] = {"interrupted_step", "  of that, step", BENCH_INTERRUPTED,
                                 FIGURE_STEP, 0},
    [FIGURE_INTERRUPTED_READ] = {"interrupted_read", "  all memory by env.read",
                                 BENCH_INTERRUPTED_READ, FIGURE_BOTH, 0},
    [FIGURE_WALK] = {"walk", "bobbin_walk, a frame", BENCH_WALK, FIGURE_PER_FRAME, 0},
    [FIGURE_WALK_CACHED] = {"walk_cached", "  known to the cache", BENCH_WALK_CACHED,
                            FIGURE_PER_FRAME, 0},
    [FIGURE_WALK_SHARED] = {"walk_shared", "  where libgcc comes too", BENCH_WALK_SHARED,
                            FIGURE_PER_FRAME, 0},
    [FIGURE_LIBGCC] = {"libgcc", "libgcc's _Unwind_Backtrace, a frame", BENCH_LIBGCC,
                       FIGURE_PER_FRAME, 0},
    [FIGURE_FRAME_POINTER] = {"frame_pointer", "frame pointers, a frame", BENCH_FRAME_POINTER,
                              FIGURE_PER_FRAME, 0},
    [FIGURE_FRAME_POINTER_WALK] = {"frame_pointer_walk", "bobbin_walk of the same, fast table",
                                   BENCH_FRAME_POINTER_WALK, FIGURE_PER_FRAME, 0},
    [FIGURE_READ] = {"read", "a call of env.read", BENCH_READ, FIGURE_STEP, 0},
};

int answers_read(struct answers *answers, const char *path)
{
    size_t capacity = 0;
    struct bench_sample sample;
    FILE *in = fopen(path, "rb");

    *answers = (struct answers){0};
    if (!in)
        return diag_error(path, "%s", strerror(errno));
    while (fread(&sample, sizeof(sample), 1, in) == 1)
        array_push(answers->sample, answers->count, capacity, sample);
    fclose(in);
    return answers->count ? STATUS_GOOD : diag_error(path, "no answers");
}

static uint32_t part_of(const struct bench_sample *sample, enum figure_part part)
{
    return (part == FIGURE_STEP ? 0 : sample->begin) + (part == FIGURE_BEGIN ? 0 : sample->step);
}

static void add(struct figure *figure, const struct bench_sample *sample, uint32_t value)
{
    figure->count++;
    figure->stopped += sample->stop != BOBBIN_STOP_NONE && sample->stop != BENCH_STOP_WRONG;
    figure->wrong += sample->stop == BENCH_STOP_WRONG;
    if (sample->stack_bytes > figure->stack_bytes)
        figure->stack_bytes = sample->stack_bytes;
    figure->total += value;
    if (value > figure->worst) {
        figure->worst = value;
        figure->worst_pc = sample->pc;
    }
}

static int ascending(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left;
    uint32_t b = *(const uint32_t *)right;

    return (a > b) - (a < b);
}

struct figure figure_of(const struct answers *answers, enum figure_number number)
{
    const struct figure_kind *kind = &figure_kinds[number];
    uint32_t *values = must_realloc(NULL, answers->count, sizeof(*values));
    struct figure figure = {0};
    uint32_t frames = 0;

    for (size_t i = 0; i < answers->count; i++) {
        const struct bench_sample *sample = &answers->sample[i];
        if (sample->series != kind->series)
            continue;
        values[figure.count] = part_of(sample, kind->part);
        add(&figure, sample, values[figure.count]);
        frames += sample->pc;
    }
    qsort(values, figure.count, sizeof(values[0]), ascending);
    if (figure.count) {
        figure.median = values[figure.count / 2];
        figure.percentile_99 = values[figure.count * 99ull / 100];
    }
    free(values);
    if (kind->part == FIGURE_PER_FRAME)
        figure = (struct figure){
            .count = frames, .total = figure.total, .stack_bytes = figure.stack_bytes};
    if (figure.count)
        figure.mean = (uint32_t)((figure.total + figure.count - 1) / figure.count);
    return figure;
}

bool figure_is_met(const struct figure *figure, enum figure_number number)
{
    return figure->count && figure->mean <= figure_kinds[number].limit;
}

static bool reads_all(uint32_t series)
{
    return series == BENCH_CALL_READ || series == BENCH_INTERRUPTED_READ ||
           series == BENCH_RETURN_READ;
}

struct figure figure_worst_step(const struct answers *answers, bool by_read)
{
    struct figure figure = {0};

    for (size_t i = 0; i < answers->count; i++) {
        const struct bench_sample *sample = &answers->sample[i];
        if (sample->series < BENCH_STEPS && reads_all(sample->series) == by_read)
            add(&figure, sample, sample->step);
    }
    return figure;
}
