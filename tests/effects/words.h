/* SPDX-License-Identifier: MIT */
/* The distinct instruction words of images: an encoding with its state, whatever stands around it. */
#ifndef EFFECTS_WORDS_H
#define EFFECTS_WORDS_H

#include "elf/image.h"

struct word {
    uint32_t bits; /* the bytes in memory, read as a little-endian number */
    uint8_t size_bytes;
    bool thumb;
};

struct words {
    struct word *word; /* ascending, each once, after words_settle */
    size_t count, capacity;
};

/* Adds the instructions of the image at PATH; STATUS_... */
int words_add(struct words *words, const char *path);
void words_settle(struct words *words);
void words_free(struct words *words);

/* Whether WORD writes to system registers, which would change the emulated machine. */
bool word_writes_system(const struct word *word);

/* IMAGE has WORD at ADDRESS and nothing else. Both must outlive it. */
struct word_image {
    struct image image;
    struct image_section section;
};
void word_image(struct word_image *image, const struct word *word, uint32_t address);

#endif
