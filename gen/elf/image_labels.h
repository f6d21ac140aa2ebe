/* SPDX-License-Identifier: MIT */
/* The labels of an image: untyped symbols in code, see struct image_label. */
#ifndef GEN_ELF_IMAGE_LABELS_H
#define GEN_ELF_IMAGE_LABELS_H

#include "elf/image.h"

/* The first label at ADDRESS, or NULL. Further labels at ADDRESS follow it in the array. */
const struct image_label *image_label_at(const struct image *image, uint32_t address);

/*
 * The state of the code at LABEL: its Thumb bit, else the mapping at its address. IMAGE_UNREACHED
 * if neither is known.
 */
enum image_state image_label_state(const struct image *image, const struct image_label *label);

/* Only for image_load_symbols: sorts the labels and removes those on data. */
void image_sort_labels(struct image *image);

/*
 * For the order of symbols that share an address: below 0 if symbol A names the address better than
 * B. Strong names come before weak ones, then global before local ones, then names with fewer
 * leading underscores: memcpy before __aeabi_memcpy.
 */
struct symbol_rank {
    const char *name;
    bool global, weak;
};
int symbol_rank_compare(const struct symbol_rank *a, const struct symbol_rank *b);

#endif
