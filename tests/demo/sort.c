/* SPDX-License-Identifier: MIT */
/* Sorts samples and keeps a journal of the last comparison. */
#include <stdlib.h>

#include "samples.h"

#define JOURNAL_SLOTS  8
#define ASTRAY_ADDRESS 0xdead0000u

static struct {
    uint32_t last[JOURNAL_SLOTS];
    uint32_t *slots;
    uint32_t comparisons;
    /* the journal writes to a wild address after so many comparisons; 0: never */
    uint32_t astray_after;
} journal;

static inline void journal_note(const struct sample *sample)
{
    journal.comparisons++;
    if (journal.comparisons == journal.astray_after)
        journal.slots = (uint32_t *)ASTRAY_ADDRESS;
    journal.slots[journal.comparisons % JOURNAL_SLOTS] = sample->time_s;
}

static inline int order(float a, float b)
{
    return (a > b) - (a < b);
}

static int by_time(const void *a, const void *b)
{
    const struct sample *left = a, *right = b;

    journal_note(left);
    return (left->time_s > right->time_s) - (left->time_s < right->time_s);
}

static int by_sensor(const void *a, const void *b)
{
    const struct sample *left = a, *right = b;

    journal_note(left);
    return left->sensor == right->sensor ? order(left->celsius, right->celsius)
                                         : left->sensor - right->sensor;
}

static int by_celsius(const void *a, const void *b)
{
    const struct sample *left = a, *right = b;

    journal_note(left);
    return order(left->celsius, right->celsius);
}

uint32_t samples_sort(struct samples *samples, enum sort_key key)
{
    static int (*const comparisons[])(const void *, const void *) = {
        [SORT_TIME] = by_time,
        [SORT_SENSOR] = by_sensor,
        [SORT_CELSIUS] = by_celsius,
    };

    journal.slots = journal.last;
    journal.comparisons = 0;
    qsort(samples->table, samples->count, sizeof(samples->table[0]), comparisons[key]);
    return journal.comparisons;
}

void samples_sort_astray(uint32_t comparisons)
{
    journal.astray_after = comparisons;
}
