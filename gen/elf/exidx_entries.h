/* SPDX-License-Identifier: MIT */
/* The entries of .ARM.exidx (Exception Handling ABI for the Arm Architecture, IHI 0038, 6). */
#ifndef GEN_ELF_EXIDX_ENTRIES_H
#define GEN_ELF_EXIDX_ENTRIES_H

#include "elf/image.h"

/* What WORD says holds for the code at START to END - 1; none when END is not above START. */
struct exidx_entry {
    uint32_t start, end; /* without Thumb bits; to the next entry, else to the end of its section */
    uint32_t address;    /* of WORD */
    uint32_t word;
};

/* Each entry of each such section, in the order of the image. Zero it but for IMAGE to start. */
struct exidx_walk {
    const struct image *image;
    size_t section;
    uint32_t offset; /* of the next entry */
    struct exidx_entry entry;
};
bool exidx_walk_next(struct exidx_walk *walk);

/* Whether ENTRY goes on in .ARM.extab, at *ADDRESS; it may also say all itself, or that nobody unwinds. */
bool exidx_entry_in_extab(const struct exidx_entry *entry, uint32_t *address);

/* How many bytes at ADDRESS in .ARM.extab say how to unwind; what is behind them is for languages. */
uint32_t exidx_data_bytes(const struct image *image, uint32_t address);

#endif
