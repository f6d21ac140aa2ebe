/* SPDX-License-Identifier: MIT */
/*
 * Single samples: each capture keeps the last ones in its ring. They show which code ran at which
 * time.
 */
#ifndef GEN_PROFILE_RAW_SAMPLES_H
#define GEN_PROFILE_RAW_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A capture whose raw samples are kept. */
struct raw_source {
    uint32_t image, processor;
    uint32_t run, epoch; /* run 0: unknown, and different from every other run */
    uint32_t clock_hz;   /* 0: unknown */
};

/* One sample from the ring of a capture. */
struct raw_sample {
    uint32_t source; /* index of its capture */
    uint32_t number; /* number within its run, epoch and processor, from 0 */
    uint32_t time;   /* low 32 bits of the clock */
    uint32_t node;   /* node of the profile that counts this sample */
};

/* All fields 0: empty. */
struct raw_samples {
    bool wanted;
    struct raw_source *sources;
    size_t sources_count, sources_capacity;
    struct raw_sample *samples;
    size_t count, capacity;
};

void raw_samples_free(struct raw_samples *raw);

/*
 * Sorts by image, run, epoch, processor and number. NUMBERS has the new number of each node of the
 * profile (stack_tree_sort). Removes samples whose node was removed (new number 0). Keeps one copy
 * of a sample that several captures of a run contain.
 */
void raw_samples_sort(struct raw_samples *raw, const uint32_t *numbers);

/*
 * Whether B follows A in one sequence: both have the same clock, and their numbers are consecutive.
 */
bool raw_samples_same_row(const struct raw_samples *raw, const struct raw_sample *a,
                          const struct raw_sample *b);

#endif
