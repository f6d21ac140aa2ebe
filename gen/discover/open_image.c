/* SPDX-License-Identifier: MIT */
/* Opens an image: reads the file, then discovers its code if necessary. */
#include "discover/open_image.h"

#include "discover/discover.h"
#include "util/diag.h"

int image_open(struct image *image, const char *path)
{
    int status = image_read_file(image, path);

    if (status != STATUS_GOOD || image->mappings_count != 0)
        return status;
    status = discovery_run(image);
    if (status != STATUS_GOOD)
        image_close(image);
    return status;
}
