/* SPDX-License-Identifier: MIT */
#include "export.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define EXPORT_SAMPLES_MAX 4

struct format {
    const char *name;
    void (*begin)(uint32_t count);
    void (*sample)(const struct sample *sample);
    void (*end)(void);
};

static void csv_begin(uint32_t count)
{
    (void)count;
    puts("time_s,sensor,celsius,humidity");
}

static void csv_sample(const struct sample *sample)
{
    printf("%lu,%u,%.2f,%.1f\n", (unsigned long)sample->time_s, sample->sensor,
           (double)sample->celsius, (double)sample->humidity);
}

static void csv_end(void)
{
}

static void json_begin(uint32_t count)
{
    printf("{\"count\": %lu, \"samples\": [\n", (unsigned long)count);
}

static void json_sample(const struct sample *sample)
{
    printf("  {\"time_s\": %lu, \"celsius\": %.2f},\n", (unsigned long)sample->time_s,
           (double)sample->celsius);
}

static void json_end(void)
{
    puts("  null]}");
}

static void raw_sample(const struct sample *sample)
{
    const uint8_t *bytes = (const uint8_t *)sample;

    for (size_t i = 0; i < SAMPLE_BYTES; i++)
        printf("%02x", bytes[i]);
    putchar('\n');
}

/* The "raw" format is a mistake for `crash null`: its begin and end are null. */
static const struct format formats[] = {
    {"csv", csv_begin, csv_sample, csv_end},
    {"json", json_begin, json_sample, json_end},
    {"raw", NULL, raw_sample, NULL},
};

static const struct format *find_format(const char *name)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

static uint32_t write_samples(const struct samples *samples, const struct format *format)
{
    uint32_t count = samples->count < EXPORT_SAMPLES_MAX ? samples->count : EXPORT_SAMPLES_MAX;

    format->begin(count);
    for (uint32_t i = 0; i < count; i++)
        format->sample(&samples->table[i]);
    format->end();
    return count;
}

bool export_samples(const struct samples *samples, const char *name)
{
    const struct format *format = find_format(name);

    if (format == NULL)
        return false;
    printf("  %lu samples as %s\n", (unsigned long)write_samples(samples, format), format->name);
    return true;
}
