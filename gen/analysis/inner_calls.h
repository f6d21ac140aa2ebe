/* SPDX-License-Identifier: MIT */
/*
 * Inner calls: BL and BLX to addresses at which no function symbol starts. Hand-written code calls
 * plain labels in this way. For the stage analysis.
 */
#ifndef GEN_ANALYSIS_INNER_CALLS_H
#define GEN_ANALYSIS_INNER_CALLS_H

#include "elf/image.h"

struct inner_call {
    uint32_t callee;
    uint32_t from; /* the address of the call */
};

struct inner_calls {
    struct inner_call *call; /* ascending by callee */
    size_t count, capacity;
};

/* Finds the inner calls of IMAGE. */
void inner_calls_find(struct inner_calls *calls, const struct image *image);
void inner_calls_free(struct inner_calls *calls);

/* The number of inner calls of the code at CALLEE. */
size_t inner_calls_count(const struct inner_calls *calls, uint32_t callee);

#endif
