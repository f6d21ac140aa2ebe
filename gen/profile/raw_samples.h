/* SPDX-License-Identifier: MIT */
/* Samples one by one, as the rings of captures have kept the last of them: who ran when. */
#ifndef GEN_RAW_SAMPLES_H
#define GEN_RAW_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A capture whose raw samples are kept. */
struct raw_source {
    uint32_t image, processor;
    uint32_t run, epoch; /* run 0: not known, has nothing in common with others */
    uint32_t clock_hz;   /* 0: not known */
};

/* One sample of the ring of a capture. */
struct raw_sample {
    uint32_t source; /* index of its capture */
    uint32_t number; /* of the samples of its run, epoch and processor, from 0 */
    uint32_t time;   /* the clock's low 32 bits */
    uint32_t node;   /* of the profile, where it was counted */
};

/* Zeros are none. */
struct raw_samples {
    bool wanted;
    struct raw_source *sources;
    size_t sources_count, sources_capacity;
    struct raw_sample *samples;
    size_t count, capacity;
};

void raw_samples_free(struct raw_samples *raw);

/*
 * Orders them by image, run, epoch, processor and number. NUMBERS has for each node its new number;
 * samples with 0 are left out, and what several captures of a run have is kept once.
 */
void raw_samples_sort(struct raw_samples *raw, const uint32_t *numbers);

/* Whether A and B are of one row: the same clock, and numbers that go on. */
bool raw_samples_same_row(const struct raw_samples *raw, const struct raw_sample *a,
                          const struct raw_sample *b);

#endif
