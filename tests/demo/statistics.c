/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "samples.h"

/* Mean and spread in one pass (Welford 1962). */
struct running {
    uint32_t count;
    float mean, squares, low, high;
};

static inline void running_add(struct running *running, float value)
{
    float distance = value - running->mean;

    running->count++;
    running->mean += distance / (float)running->count;
    running->squares += distance * (value - running->mean);
    if (running->count == 1 || value < running->low)
        running->low = value;
    if (running->count == 1 || value > running->high)
        running->high = value;
}

static inline float running_deviation(const struct running *running)
{
    return running->count < 2 ? 0.0f : sqrtf(running->squares / (float)(running->count - 1));
}

static void print_running(const char *title, const struct running *running)
{
    printf("  %-10s %4lu  mean %7.2f  deviation %6.2f  %7.2f .. %.2f\n", title,
           (unsigned long)running->count, (double)running->mean, (double)running_deviation(running),
           (double)running->low, (double)running->high);
}

static void print_sensor(const struct samples *samples, uint16_t sensor)
{
    struct running celsius = {0};
    char title[16];

    for (uint32_t i = 0; i < samples->count; i++)
        if (samples->table[i].sensor == sensor)
            running_add(&celsius, samples->table[i].celsius);
    snprintf(title, sizeof(title), "sensor %u", sensor);
    print_running(title, &celsius);
}

void samples_statistics(const struct samples *samples)
{
    struct running humidity = {0};

    for (uint16_t sensor = 0; sensor < SENSORS; sensor++)
        print_sensor(samples, sensor);
    for (uint32_t i = 0; i < samples->count; i++)
        running_add(&humidity, samples->table[i].humidity);
    print_running("humidity", &humidity);
}
