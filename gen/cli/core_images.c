/* SPDX-License-Identifier: MIT */
#include "cli/core_images.h"

#include "util/diag.h"

int core_images_check(struct image_list *images, const struct core_file *core)
{
    char id[BUILD_ID_TEXT_BYTES];
    int status = STATUS_GOOD;

    for (size_t i = 0; i < images->count; i++)
        if (!image_has_names(&images->items[i].image))
            status = STATUS_PROBLEMS;
    if (core->build_id_size == 0 ||
        image_list_by_build_id(images, core->build_id, core->build_id_size))
        return status;
    diag_error(core->path, "no image has the build id %s of the core; the backtrace may be wrong",
               build_id_text(core->build_id, core->build_id_size, id));
    return STATUS_PROBLEMS;
}
