/* SPDX-License-Identifier: MIT */
/* Opens an image: reads the file, then finds code that no mapping symbol names. */
#include "discover/open_image.h"

#include "discover/discover.h"
#include "discover/executed_data.h"
#include "elf/state_blocks.h"
#include "util/diag.h"

int image_open(struct image *image, const char *path)
{
    return image_open_with(image, path, NULL);
}

/* The proof needs no debug information, so the command continues. */
static void note_unreadable(const struct image *image)
{
    if (image->unreadable)
        diag_note(image->path,
                  "the debug information is compressed with %s, which this bobbin cannot read: "
                  "names have no file and line; use `objcopy --decompress-debug-sections`",
                  image->unreadable);
}

int image_open_with(struct image *image, const char *path, struct debug_paths *given)
{
    int status = image_read_file(image, path, given);

    if (status == STATUS_GOOD)
        note_unreadable(image);
    if (status != STATUS_GOOD)
        return status;
    status = image->mappings_count ? executed_data_map(image) : discovery_run(image);
    if (status == STATUS_GOOD)
        state_blocks_make(image);
    else
        image_close(image);
    return status;
}
