/* SPDX-License-Identifier: MIT */
/* What the firmware does all day. Each gives a checksum, so that nothing of it can be left out. */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>

/* Sorting: by newlib's qsort and by a heap. */
uint32_t sort_round(uint32_t seed);

/* Floating point: a transform, and an integral. */
uint32_t float_round(uint32_t seed);

/* LEVELS + 1 frames of itself, most of the time. */
uint32_t deep_round(uint32_t levels, uint32_t seed);

/* A line of the producer's: numbers and a word, counted with interrupts off. */
void parse_line(const char *line);
uint32_t parse_checksum(void);

#endif
