/* SPDX-License-Identifier: MIT */
/* Opens the images of a command line and finds one by build id or by address. */
#include "symbolize/image_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discover/open_image.h"
#include "elf/debug_search.h"
#include "util/diag.h"
#include "util/memory.h"

static int open_all(struct image_list *list, char *const *paths, size_t count,
                    struct debug_paths *given)
{
    int status = STATUS_GOOD;

    for (list->count = 0; list->count < count && status == STATUS_GOOD; list->count++) {
        struct named_image *item = &list->items[list->count];
        memset(item, 0, sizeof(*item));
        status = image_open_with(&item->image, paths[list->count], given);
    }
    list->count -= status != STATUS_GOOD;
    return status;
}

int image_list_open(struct image_list *list, char *const *paths, size_t count,
                    struct debug_paths *given)
{
    int status;

    list->items = must_realloc(NULL, count, sizeof(*list->items));
    status = open_all(list, paths, count, given);
    if (status == STATUS_GOOD && given)
        status = debug_paths_check(given);
    if (status != STATUS_GOOD)
        image_list_close(list);
    return status;
}

void image_list_close(struct image_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        symbol_cache_free(&list->items[i].symbols);
        if (list->items[i].debug_open)
            debug_index_free(&list->items[i].debug);
        memory_map_free(&list->items[i].map);
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

/* ---- what is missing ------------------------------------------------------------------------- */

static void warn_no_lines(const struct image *image)
{
    uint32_t checksum;
    const char *link = debug_link(image, &checksum);

    if (link)
        diag_warning(image->path,
                     "the debug file %s is not found, so names have no file and line; give it with "
                     "--debug-file=",
                     link);
    else if (!image->unreadable)
        diag_warning(image->path, "no debug information, so names have no file and line; compile "
                                  "with -g, or give its debug file with --debug-file=");
}

static void note_missing_units(const struct image *image, const struct debug_index *debug)
{
    diag_note(image->path,
              "the split debug information of %zu of %zu units is not found (%s), so inlined calls "
              "are missing; keep the .dwo files, or give a package with --debug-file=FILE.dwp",
              debug->missing_count, debug->units_count,
              debug->missing ? debug->missing : "without a name");
}

/* Prints what is missing in the image, once. */
static void report_missing(const struct image *image, const struct debug_index *debug)
{
    if (!image_has_names(image))
        diag_error(image->path,
                   "no function symbols, so addresses have no names; use the image before strip, "
                   "or give its debug file with --debug-file=");
    else if (debug->units_count == 0)
        warn_no_lines(image);
    else if (debug->missing_count)
        note_missing_units(image, debug);
}

const struct debug_index *image_list_debug(struct named_image *image)
{
    if (image->debug_open)
        return &image->debug;
    debug_index_load(&image->debug, &image->image);
    image->debug_open = true;
    report_missing(&image->image, &image->debug);
    return &image->debug;
}

const struct memory_map *image_list_map(struct named_image *image)
{
    if (!image->map_open)
        memory_map_load(&image->map, &image->image);
    image->map_open = true;
    return &image->map;
}

const struct cached_symbols *image_list_symbols(struct named_image *image, uint32_t pc,
                                                enum bobbin_kind kind)
{
    return symbol_cache_find(&image->symbols, image_list_debug(image), pc, kind);
}

size_t image_list_tails(struct named_image *image, uint32_t code, uint32_t return_address,
                        const uint32_t **after)
{
    return symbol_cache_tails(&image->symbols, image_list_debug(image), code, return_address,
                              after);
}

const char *build_id_text(const uint8_t *build_id, uint32_t size_bytes,
                          char text[BUILD_ID_TEXT_BYTES])
{
    static const char digits[] = "0123456789abcdef";

    if (size_bytes == 0)
        return "none";
    for (uint32_t i = 0; i < size_bytes; i++) {
        text[2 * i] = digits[build_id[i] >> 4];
        text[2 * i + 1] = digits[build_id[i] & 15];
    }
    text[2 * size_bytes] = '\0';
    return text;
}
