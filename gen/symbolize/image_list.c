/* SPDX-License-Identifier: MIT */
/* Opens the images of a command line and finds one by build id or by address. */
#include "symbolize/image_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discover/open_image.h"
#include "util/diag.h"
#include "util/memory.h"

int image_list_open(struct image_list *list, char *const *paths, size_t count)
{
    list->items = must_realloc(NULL, count, sizeof(*list->items));
    for (list->count = 0; list->count < count; list->count++) {
        struct named_image *item = &list->items[list->count];
        int status;
        memset(item, 0, sizeof(*item));
        status = image_open(&item->image, paths[list->count]);
        if (status != STATUS_GOOD) {
            image_list_close(list);
            return status;
        }
    }
    return STATUS_GOOD;
}

void image_list_close(struct image_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].debug_open)
            debug_index_free(&list->items[i].debug);
        image_close(&list->items[i].image);
    }
    free(list->items);
    memset(list, 0, sizeof(*list));
}

struct named_image *image_list_by_build_id(struct image_list *list, const uint8_t *build_id,
                                           uint32_t size_bytes)
{
    for (size_t i = 0; size_bytes && i < list->count; i++) {
        const struct image *image = &list->items[i].image;
        if (image->build_id_size == size_bytes &&
            memcmp(image->build_id, build_id, size_bytes) == 0)
            return &list->items[i];
    }
    return NULL;
}

struct named_image *image_list_at(struct image_list *list, uint32_t address)
{
    for (size_t i = 0; i < list->count; i++)
        if (image_section_at(&list->items[i].image, address))
            return &list->items[i];
    return NULL;
}

const struct debug_index *image_list_debug(struct named_image *image)
{
    if (image->debug_open)
        return &image->debug;
    debug_index_load(&image->debug, &image->image);
    image->debug_open = true;
    if (!image_has_names(&image->image))
        diag_error(image->image.path,
                   "no function symbols, so addresses have no names; use the image before strip");
    else if (image->debug.units_count == 0)
        diag_warning(image->image.path,
                     "no debug information, so names have no file and line; compile with -g");
    return &image->debug;
}

const char *build_id_text(const uint8_t *build_id, uint32_t size_bytes,
                          char text[BUILD_ID_TEXT_BYTES])
{
    if (size_bytes == 0)
        return "none";
    for (uint32_t i = 0; i < size_bytes; i++)
        snprintf(text + 2 * i, 3, "%02x", build_id[i]);
    return text;
}
