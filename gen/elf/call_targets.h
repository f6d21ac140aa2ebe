/* SPDX-License-Identifier: MIT */
/*
 * The targets of all direct calls in an image, with the state (ARM or Thumb) in which each is
 * called. For the check of the symbols, before any analysis.
 */
#ifndef GEN_ELF_CALL_TARGETS_H
#define GEN_ELF_CALL_TARGETS_H

#include "elf/image.h"

struct call_target {
    uint32_t address;
    bool thumb;
};

struct call_targets {
    struct call_target *target; /* ascending by address */
    size_t count, capacity;
};

/* Reads BL and BLX (immediate), ARM ARM A8.8.25, in code as the mapping symbols describe it. */
void call_targets_find(struct call_targets *targets, const struct image *image);
void call_targets_free(struct call_targets *targets);

/* How often ADDRESS is called in this state. */
size_t call_targets_count(const struct call_targets *targets, uint32_t address, bool thumb);

#endif
