/* SPDX-License-Identifier: MIT */
/* What the firmware's answers come to. Counts are executed instructions. */
#ifndef BENCH_FIGURE_H
#define BENCH_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "sample.h"

struct answers {
    struct bench_sample *sample;
    size_t count;
};

/* STATUS_... */
int answers_read(struct answers *answers, const char *path);

/* What of the samples of a series is added up. */
enum figure_part {
    FIGURE_STEP,
    FIGURE_BEGIN,
    FIGURE_BOTH,
    FIGURE_PER_FRAME, /* samples of whole traces, whose pc is how many frames they have */
};

struct figure_kind {
    const char *key, *title;
    enum bench_series series;
    enum figure_part part;
    uint32_t limit; /* of the mean, for Thumb code for size and a fast table; 0: none */
};

enum figure_number {
    FIGURE_CALL,
    FIGURE_CALL_READ,
    FIGURE_CALL_KEPT,
    FIGURE_CALL_CACHED,
    FIGURE_RETURN,
    FIGURE_RETURN_READ,
    FIGURE_RETURN_CACHED,
    FIGURE_LOOKUP,
    FIGURE_INTERRUPTED,
    FIGURE_INTERRUPTED_BEGIN,
    FIGURE_INTERRUPTED_STEP,
    FIGURE_INTERRUPTED_READ,
    FIGURE_WALK,
    FIGURE_WALK_CACHED,
    FIGURE_WALK_SHARED,
    FIGURE_LIBGCC,
    FIGURE_FRAME_POINTER,
    FIGURE_FRAME_POINTER_WALK,
    FIGURE_READ,
    FIGURES,
};
extern const struct figure_kind figure_kinds[FIGURES];

struct figure {
    uint32_t count;       /* samples, or frames; 0: there is no such figure */
    uint32_t stopped;     /* without a caller; the last frame of the deep stack is one of these */
    uint32_t wrong;       /* with a caller that is not the one */
    uint32_t stack_bytes; /* at most */
    uint64_t total;
    uint32_t mean;                                   /* rounded up */
    uint32_t median, percentile_99, worst, worst_pc; /* of single samples */
};

struct figure figure_of(const struct answers *answers, enum figure_number number);
bool figure_is_met(const struct figure *figure, enum figure_number number);

/* The most that a step has taken from any place of the image, in both kinds of frames; BY_READ: without windows. */
struct figure figure_worst_step(const struct answers *answers, bool by_read);

#endif
