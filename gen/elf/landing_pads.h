/* SPDX-License-Identifier: MIT */
/*
 * Where a C++ exception that leaves a call is caught or cleaned up after. The unwinder goes there, so no
 * instruction of the image does: the tables of the personality routine (LSDA) are the only trace.
 */
#ifndef GEN_ELF_LANDING_PADS_H
#define GEN_ELF_LANDING_PADS_H

#include "elf/image.h"

/* Exceptions that leave a call at START to END - 1 go to PAD. Addresses without Thumb bits. */
struct landing_pad {
    uint32_t start, end, pad;
};

struct landing_pads {
    struct landing_pad *pad; /* ascending by start */
    size_t count, capacity;
};

/* What makes no sense in .ARM.extab is left out. */
void landing_pads_find(struct landing_pads *pads, const struct image *image);
void landing_pads_free(struct landing_pads *pads);

/* The landing pad of the call at ADDRESS; NULL when it has none. */
const struct landing_pad *landing_pads_at(const struct landing_pads *pads, uint32_t address);

#endif
