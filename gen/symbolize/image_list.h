/* SPDX-License-Identifier: MIT */
/* The images of a command line: boot ROM, bootloader, application, and which of them is meant. */
#ifndef GEN_IMAGE_LIST_H
#define GEN_IMAGE_LIST_H

#include "symbolize/symbolizer.h"

struct named_image {
    struct image image;
    struct symbolizer names; /* by image_list_names */
    bool names_open;
};

struct image_list {
    struct named_image *items;
    size_t count;
};

/* Opens all PATHS, which must outlive the list. On failure the list is empty. */
int image_list_open(struct image_list *list, char *const *paths, size_t count);
void image_list_close(struct image_list *list);

/* The image with this build id, or NULL; never one without a build id. */
struct named_image *image_list_by_build_id(struct image_list *list, const uint8_t *build_id,
                                           uint32_t size_bytes);

/* The image that has a section with ADDRESS, or NULL. */
struct named_image *image_list_at(struct image_list *list, uint32_t address);

/* The index of names, made when it is first asked for. Says then when the image lacks debug
   information or symbols. */
const struct symbolizer *image_list_names(struct named_image *image);

/* A build id in hexadecimal digits; "none" when SIZE_BYTES is 0. At most 64 bytes. */
#define BUILD_ID_TEXT_BYTES (2 * 64 + 1)
const char *build_id_text(const uint8_t *build_id, uint32_t size_bytes,
                          char text[BUILD_ID_TEXT_BYTES]);

#endif
