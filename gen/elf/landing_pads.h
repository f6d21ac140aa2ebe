/* SPDX-License-Identifier: MIT */
/*
 * Landing pads: code that catches a C++ exception or cleans up after it. Only the C++ unwinder
 * jumps there; no instruction of the image does. So the tables of the personality routine (LSDA)
 * are the only evidence that this code is used.
 */
#ifndef GEN_ELF_LANDING_PADS_H
#define GEN_ELF_LANDING_PADS_H

#include "elf/image.h"

/*
 * A call from START to END - 1 that throws an exception continues at PAD. Addresses are without the
 * Thumb bit.
 */
struct landing_pad {
    uint32_t start, end, pad;
};

struct landing_pads {
    struct landing_pad *pad; /* ascending by start */
    size_t count, capacity;
};

/* Collects the landing pads of IMAGE. Invalid entries of .ARM.extab are ignored. */
void landing_pads_find(struct landing_pads *pads, const struct image *image);
void landing_pads_free(struct landing_pads *pads);

/* The call site that contains the call at ADDRESS, or NULL if the call has no landing pad. */
const struct landing_pad *landing_pads_at(const struct landing_pads *pads, uint32_t address);

#endif
