/* SPDX-License-Identifier: MIT */
#include "samples.h"

#include <assert.h>
#include <stdio.h>

_Static_assert(sizeof(struct sample) == SAMPLE_BYTES, "samples go to the checksum as they are");

/* The generator of Numerical Recipes; good enough for weather data. */
static inline uint32_t next_noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static inline float noise_between(uint32_t *state, float low, float high)
{
    return low + (high - low) * (float)(next_noise(state) & 0xffff) / 65536.0f;
}

static void record_one(struct sample *sample, uint32_t number, uint32_t *noise)
{
    sample->time_s = 60 * number + next_noise(noise) % 60;
    sample->sensor = (uint16_t)(next_noise(noise) % SENSORS);
    sample->flags = (uint16_t)(number % 7 == 0);
    sample->celsius = noise_between(noise, -24.0f, 4.0f);
    sample->humidity = noise_between(noise, 60.0f, 95.0f);
}

void samples_record(struct samples *samples, uint32_t count)
{
    uint32_t noise = 2463534242u;

    assert(count <= SAMPLES_MAX);
    for (uint32_t i = 0; i < count; i++)
        record_one(&samples->table[i], i, &noise);
    samples->count = count;
    printf("%lu samples of %d sensors\n", (unsigned long)count, SENSORS);
}

static void list_one(const struct sample *sample)
{
    printf("  %6lu s  sensor %2u  %7.2f C  %5.1f %%%s\n", (unsigned long)sample->time_s,
           sample->sensor, (double)sample->celsius, (double)sample->humidity,
           sample->flags ? "  door" : "");
}

void samples_list(const struct samples *samples, uint32_t count_max)
{
    for (uint32_t i = 0; i < samples->count && i < count_max; i++)
        list_one(&samples->table[i]);
}
