/* SPDX-License-Identifier: MIT */
/* Where an interrupted frame needs no look at the code: the body map of a fast table (core/format.h). */
#ifndef GEN_BODY_MAP_H
#define GEN_BODY_MAP_H

#include "buffer.h"
#include "image.h"
#include "plan.h"

/* What a fast table with its map may take, in bytes a function, where nobody says otherwise. */
#define BODY_MAP_BUDGET 2.5

struct body_map {
    uint32_t shift; /* a bit for each block of 1 << shift bytes */
    /* instructions at which the code, or a row, has another rule than the body's; ascending */
    uint32_t *other;
    size_t count, capacity;
};

/*
 * Finds the least blocks with which the table of PLAN, of SIZE_BYTES without a map, takes no more than BUDGET_BYTES;
 * with a map of a few bytes it always may, unless that is 0. False: there is to be no map.
 */
bool body_map_fit(struct body_map *map, const struct plan *plan, uint32_t size_bytes,
                  double budget_bytes);

/* Asks the core, which reads the table of IMAGE at BYTES, at each instruction; false: it does not read it. */
bool body_map_find(struct body_map *map, const struct image *image, const uint8_t *bytes,
                   uint32_t size_bytes);
void body_map_free(struct body_map *map);

/* Appends the bits of a range from START to END - 1, and returns how many bytes they take. */
uint32_t body_map_write(const struct body_map *map, uint32_t start, uint32_t end,
                        struct buffer *out);

#endif
