/* SPDX-License-Identifier: MIT */
/* Searches for the debug file of an image; see debug_search.h. */
#include "elf/debug_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/format/bytes.h"
#include "elf/debug_section.h"

#define SYSTEM_FOLDER "/usr/lib/debug"

const char *debug_link(const struct image *image, uint32_t *checksum)
{
    Elf_Data *data = debug_section_named(image->elf, ".gnu_debuglink");
    const char *name = data ? data->d_buf : NULL;
    size_t length = data ? strnlen(name, data->d_size) : 0;
    size_t offset = (length + 4) & ~(size_t)3; /* of the checksum, after the zero of the name */

    if (length == 0 || offset + 4 > data->d_size)
        return NULL;
    *checksum = bytes_u32((const uint8_t *)data->d_buf + offset);
    return name;
}

/* ---- by build id ----------------------------------------------------------------------------- */

/* Opens FOLDER/MIDDLE/ab/cdef.debug if it belongs to IMAGE, whose build id is abcdef. */
static bool open_by_build_id(struct debug_file *file, const struct image *image, const char *folder,
                             const char *middle)
{
    char id[2 * sizeof(image->build_id) + 1] = "";
    char path[4096];

    if (image->build_id_size < 2)
        return false;
    for (uint32_t i = 0; i < image->build_id_size; i++)
        snprintf(id + 2 * i, 3, "%02x", image->build_id[i]);
    snprintf(path, sizeof(path), "%s%s/%.2s/%s.debug", folder, middle, id, id + 2);
    if (!debug_file_open(file, path))
        return false;
    if (debug_file_belongs(file, image))
        return true;
    debug_file_close(file);
    return false;
}

/* ---- by link --------------------------------------------------------------------------------- */

static bool has_checksum(const struct debug_file *file, uint32_t checksum)
{
    size_t size = 0;
    const char *bytes = elf_rawfile(file->elf, &size);

    return bytes && crc32_z(0, (const Bytef *)bytes, size) == checksum;
}

/* Opens FOLDER/MIDDLE/NAME, NAME from .gnu_debuglink. IMAGE itself may have this path too. */
static bool open_by_link(struct debug_file *file, const struct image *image, const char *folder,
                         const char *middle)
{
    char path[4096];
    uint32_t checksum = 0;
    const char *name = debug_link(image, &checksum);

    if (!name)
        return false;
    snprintf(path, sizeof(path), "%s%s/%s", folder, middle, name);
    if (!debug_file_open(file, path))
        return false;
    if (has_checksum(file, checksum) || (image->build_id_size && debug_file_belongs(file, image) &&
                                         debug_section_exists(file->elf, ".debug_info")))
        return true;
    debug_file_close(file);
    return false;
}

/* ---- all folders ----------------------------------------------------------------------------- */

/* The folder of IMAGE without symbolic links, malloc'ed; NULL if it cannot be found. */
static char *folder_of(const struct image *image)
{
    char *path = realpath(image->path, NULL);
    char *slash = path ? strrchr(path, '/') : NULL;

    if (slash)
        *slash = 0;
    return path;
}

static bool search_folder(struct debug_file *file, const struct image *image, const char *folder)
{
    return open_by_build_id(file, image, folder, "/.build-id") ||
           open_by_link(file, image, folder, "");
}

bool debug_search(struct debug_file *file, const struct image *image, const char *directory)
{
    char *folder;
    bool found;

    if (directory)
        return search_folder(file, image, directory) ||
               open_by_build_id(file, image, directory, "");
    folder = folder_of(image);
    if (!folder)
        return false;
    found = search_folder(file, image, folder) ||
            open_by_build_id(file, image, folder, "/.debug/.build-id") ||
            open_by_link(file, image, folder, "/.debug") ||
            open_by_build_id(file, image, SYSTEM_FOLDER, "/.build-id") ||
            open_by_link(file, image, SYSTEM_FOLDER, folder);
    free(folder);
    return found;
}
