/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "work.h"

enum { WORDS = 64 };

static struct {
    uint32_t count[WORDS];
    double sum;
    long most;
    uint32_t text;
} seen;

__attribute__((noinline)) static uint32_t hash_word(const char *word)
{
    uint32_t hash = 5381;

    for (int round = 0; round < 40; round++)
        for (const char *c = word; *c; c++)
            hash = hash * 33 + (unsigned char)*c;
    return hash;
}

/* Runs with IRQ masked, as code does that shares data with a handler. Only FIQ samples it. */
__attribute__((noinline)) static void note_word(const char *word, long number)
{
    __asm__ volatile("cpsid i" ::: "memory");
    seen.count[hash_word(word) % WORDS]++;
    if (number > seen.most)
        seen.most = number;
    __asm__ volatile("cpsie i" ::: "memory");
}

__attribute__((noinline)) static void report_line(double value, long channel, long number)
{
    char text[64];

    snprintf(text, sizeof(text), "%ld: %.3f of %ld", channel, value, number);
    for (const char *c = text; *c; c++)
        seen.text = seen.text * 31 + (unsigned char)*c;
}

void parse_line(const char *line)
{
    char *end;
    double value = strtod(line, &end);
    long channel = strtol(end + 1, &end, 10);
    long number = strtol(end + 1, &end, 10);

    seen.sum += value;
    report_line(value, channel, number);
    note_word(end + strspn(end, " "), number);
}

uint32_t parse_checksum(void)
{
    uint32_t sum = (uint32_t)(long)seen.sum + (uint32_t)seen.most + seen.text;

    for (int i = 0; i < WORDS; i++)
        sum = sum * 3 + seen.count[i];
    return sum;
}
