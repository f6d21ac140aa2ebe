/* SPDX-License-Identifier: MIT */
/*
 * The distinct instruction words of images. Each is an encoding with its state; its surroundings do
 * not count.
 */
#ifndef EFFECTS_WORDS_H
#define EFFECTS_WORDS_H

#include "elf/image.h"

struct word {
    uint32_t bits; /* the bytes in memory, read as a little-endian number */
    uint8_t size_bytes;
    bool thumb;
};

struct words {
    struct word *word; /* after words_settle: sorted, without duplicates */
    size_t count, capacity;
};

/* Adds the instructions of the image at PATH. Returns STATUS_GOOD or another STATUS_ value. */
int words_add(struct words *words, const char *path);
void words_settle(struct words *words);
void words_free(struct words *words);

/* True if WORD writes a system register. Such a write would change the emulated machine. */
bool word_writes_system(const struct word *word);

/* An image that contains only WORD, at ADDRESS. Both must outlive the image. */
struct word_image {
    struct image image;
    struct image_section section;
};
void word_image(struct word_image *image, const struct word *word, uint32_t address);

#endif
