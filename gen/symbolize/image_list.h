/* SPDX-License-Identifier: MIT */
/*
 * The images on a command line, for example boot ROM, bootloader and application, and the choice of
 * the right one.
 */
#ifndef GEN_SYMBOLIZE_IMAGE_LIST_H
#define GEN_SYMBOLIZE_IMAGE_LIST_H

#include "elf/memory_map.h"
#include "symbolize/symbol_cache.h"

struct named_image {
    struct image image;
    struct debug_index debug; /* filled by image_list_debug */
    bool debug_open;
    struct memory_map map; /* filled by image_list_map */
    bool map_open;
    struct symbol_cache symbols; /* for image_list_symbols */
};

struct image_list {
    struct named_image *items;
    size_t count;
};

/*
 * Opens all PATHS, which must outlive the list. On failure the list is empty. GIVEN are the debug
 * files that the user names; NULL: none. Each must belong to one of the images.
 */
int image_list_open(struct image_list *list, char *const *paths, size_t count,
                    struct debug_paths *given);
void image_list_close(struct image_list *list);

/* Returns the image with this build id, or NULL. An image without a build id never matches. */
struct named_image *image_list_by_build_id(struct image_list *list, const uint8_t *build_id,
                                           uint32_t size_bytes);

/* Returns the image that has a section with ADDRESS, or NULL. */
struct named_image *image_list_at(struct image_list *list, uint32_t address);

/*
 * Returns the debug index of the image, and loads it at the first call. The first call warns if the
 * image lacks debug information or symbols.
 */
const struct debug_index *image_list_debug(struct named_image *image);

/* Returns the memory map of the image, and loads it at the first call. */
const struct memory_map *image_list_map(struct named_image *image);

/* The names at PC, valid until the next call for this image. Each address is looked up once. */
const struct cached_symbols *image_list_symbols(struct named_image *image, uint32_t pc,
                                                enum bobbin_kind kind);

/* Like symbol_cache_tails. */
size_t image_list_tails(struct named_image *image, uint32_t code, uint32_t return_address,
                        const uint32_t **after);

/*
 * Writes a build id in hexadecimal digits, or "none" if SIZE_BYTES is 0. SIZE_BYTES is at most 64.
 */
#define BUILD_ID_TEXT_BYTES (2 * 64 + 1)
const char *build_id_text(const uint8_t *build_id, uint32_t size_bytes,
                          char text[BUILD_ID_TEXT_BYTES]);

#endif
