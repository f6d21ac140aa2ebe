/* SPDX-License-Identifier: MIT */
/* The firmware's work. The results are used, so that the compiler cannot remove any of it. */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>

/* Sorts with newlib's qsort and with a heap. Returns the number of differences. */
uint32_t sort_round(uint32_t seed);

/* Floating point: a Fourier transform and an integral. Never returns 0. */
uint32_t float_round(uint32_t seed);

/* Recursive: LEVELS + 1 frames of itself. */
uint32_t deep_round(uint32_t levels, uint32_t seed);

/* Parses a line of the producer: numbers and a word, which is counted with IRQ masked. */
void parse_line(const char *line);
uint32_t parse_checksum(void);

#endif
