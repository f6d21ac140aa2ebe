/* SPDX-License-Identifier: MIT */
#include "words.h"

#include <stdlib.h>

#include "core/format/bytes.h"
#include "discover/open_image.h"
#include "util/diag.h"
#include "util/memory.h"

static int compare(const void *left, const void *right)
{
    const struct word *a = left;
    const struct word *b = right;

    if (a->thumb != b->thumb)
        return a->thumb < b->thumb ? -1 : 1;
    if (a->size_bytes != b->size_bytes)
        return a->size_bytes < b->size_bytes ? -1 : 1;
    return a->bits == b->bits ? 0 : a->bits < b->bits ? -1 : 1;
}

int words_add(struct words *words, const char *path)
{
    struct image image;
    struct image_walk walk = {.image = &image};
    int status = image_open(&image, path);

    if (status != STATUS_GOOD)
        return status;
    while (image_walk_next(&walk)) {
        const struct image_instruction *at = &walk.instruction;
        uint8_t bytes[4] = {0};
        image_read(&image, at->address, bytes, at->size_bytes);
        struct word word = {bytes_u32(bytes), (uint8_t)at->size_bytes, at->thumb};
        array_push(words->word, words->count, words->capacity, word);
    }
    image_close(&image);
    words_settle(words);
    return STATUS_GOOD;
}

void words_settle(struct words *words)
{
    size_t kept = 0;

    if (words->count == 0)
        return;
    qsort(words->word, words->count, sizeof(words->word[0]), compare);
    for (size_t i = 1; i < words->count; i++)
        if (compare(&words->word[kept], &words->word[i]) != 0)
            words->word[++kept] = words->word[i];
    words->count = kept + 1;
}

void words_free(struct words *words)
{
    free(words->word);
    *words = (struct words){0};
}

/*
 * MCR and MCRR for coprocessors 14 and 15 (ARM ARM A8.8.98). ARM and Thumb have the same encoding.
 */
bool word_writes_system(const struct word *word)
{
    uint32_t bits = word->thumb ? word->bits << 16 | word->bits >> 16 : word->bits;
    bool coprocessor = (bits & 0xe00) == 0xe00 && (!word->thumb || bits >> 28 >= 0xe);

    return word->size_bytes == 4 && coprocessor &&
           ((bits & 0x0f100010) == 0x0e000010 || (bits & 0x0ff00000) == 0x0c400000);
}

void word_image(struct word_image *image, const struct word *word, uint32_t address)
{
    image->section = (struct image_section){.address = address,
                                            .size_bytes = word->size_bytes,
                                            .bytes = (const uint8_t *)&word->bits,
                                            .executable = true};
    image->image = (struct image){.sections = &image->section, .sections_count = 1};
}
