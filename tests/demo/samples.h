/* SPDX-License-Identifier: MIT */
/* The log of a cold store: the samples of its sensors in one table. */
#ifndef DEMO_SAMPLES_H
#define DEMO_SAMPLES_H

#include <stdbool.h>
#include <stdint.h>

#define SAMPLES_MAX  256
#define SENSORS      12
#define SAMPLE_BYTES 16

struct sample {
    uint32_t time_s; /* since the store was opened */
    uint16_t sensor; /* 0..SENSORS - 1 */
    uint16_t flags;
    float celsius;
    float humidity; /* percent */
};

struct samples {
    struct sample table[SAMPLES_MAX];
    uint32_t count;
};

/*
 * Fills the log with the same COUNT samples each time. Asserts that COUNT is at most SAMPLES_MAX.
 */
void samples_record(struct samples *samples, uint32_t count);

void samples_list(const struct samples *samples, uint32_t count_max);

enum sort_key { SORT_TIME, SORT_SENSOR, SORT_CELSIUS };

/* Returns the number of comparisons. */
uint32_t samples_sort(struct samples *samples, enum sort_key key);

/* Makes the journal of the next sort write to a wild address after so many COMPARISONS. */
void samples_sort_astray(uint32_t comparisons);

void samples_statistics(const struct samples *samples);

/* Adler-32 of the table. */
uint32_t samples_checksum(const struct samples *samples);

/*
 * Compares the table's checksum with EXPECTED. If it differs, stops the processor on an undefined
 * instruction.
 */
bool samples_verify(const struct samples *samples, uint32_t expected);

#endif
