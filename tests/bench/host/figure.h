/* SPDX-License-Identifier: MIT */
/* Means and extremes of the firmware's answers. Values are executed instructions. */
#ifndef BENCH_FIGURE_H
#define BENCH_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "sample.h"

struct answers {
    struct bench_sample *sample;
    size_t count;
};

/* Returns STATUS_... */
int answers_read(struct answers *answers, const char *path);

/* The part of each sample that is added up. */
enum figure_part {
    FIGURE_STEP,
    FIGURE_BEGIN,
    FIGURE_BOTH,
    FIGURE_PER_FRAME, /* samples of whole traces; sample.pc is the number of frames */
};

struct figure_kind {
    const char *key, *title;
    enum bench_series series;
    enum figure_part part;
    uint32_t limit; /* of the mean, for the fast table of Thumb -Os code; 0: none */
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
    uint32_t count;       /* of samples, or of frames; 0: not measured */
    uint32_t stopped;     /* no caller found; the outermost frame of the deep stack counts here */
    uint32_t wrong;       /* a caller found that is not the true one */
    uint32_t stack_bytes; /* maximum */
    uint64_t total;
    uint32_t mean;                                   /* rounded up */
    uint32_t median, percentile_99, worst, worst_pc; /* of samples */
};

struct figure figure_of(const struct answers *answers, enum figure_number number);
bool figure_is_met(const struct figure *figure, enum figure_number number);

/*
 * The most instructions of one step, at any address of the image, in both kinds of frames. BY_READ:
 * of the steps that read all memory by env.read.
 */
struct figure figure_worst_step(const struct answers *answers, bool by_read);

#endif
