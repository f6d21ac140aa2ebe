/* SPDX-License-Identifier: MIT */
/*
 * Walks over the entries of .ARM.exidx, for rows, landing pads and discovery. Source: Exception
 * Handling ABI for the Arm Architecture (EHABI, IHI 0038), section 6.
 */
#ifndef GEN_ELF_EXIDX_ENTRIES_H
#define GEN_ELF_EXIDX_ENTRIES_H

#include "elf/image.h"

/* WORD describes the code from START to END - 1. If END <= START, the entry describes no code. */
struct exidx_entry {
    uint32_t start;   /* without the Thumb bit */
    uint32_t end;     /* start of the next entry, or end of the code section if that is lower */
    uint32_t address; /* of WORD */
    uint32_t word;    /* the second word of the entry */
};

/*
 * Visits each entry of each .ARM.exidx section, in the order of the image. To start, set IMAGE and
 * zero the rest. exidx_walk_next returns false after the last entry.
 */
struct exidx_walk {
    const struct image *image;
    size_t section;
    uint32_t offset; /* of the next entry */
    struct exidx_entry entry;
};
bool exidx_walk_next(struct exidx_walk *walk);

/*
 * True if ENTRY refers to .ARM.extab, at *ADDRESS. False if the entry itself holds the unwinding
 * instructions or is EXIDX_CANTUNWIND; ignore *ADDRESS then.
 */
bool exidx_entry_in_extab(const struct exidx_entry *entry, uint32_t *address);

/*
 * Data of the generic model in .ARM.extab (EHABI 7.2): the address of the personality routine, one
 * word of unwinding instructions, as many more words as the highest byte of that word says, then
 * the language data (such as an LSDA).
 */
struct exidx_generic {
    uint32_t personality; /* without the Thumb bit */
    uint32_t language;    /* address of the language data */
};

/* Reads the data at ADDRESS. Returns false if it is of a compact model or not in the image. */
bool exidx_generic_read(const struct image *image, uint32_t address, struct exidx_generic *generic);

/*
 * The size in bytes of the unwinding data at ADDRESS in .ARM.extab, including a personality
 * routine's address. The language data follow. 0 if ADDRESS is not in the image.
 */
uint32_t exidx_data_bytes(const struct image *image, uint32_t address);

#endif
