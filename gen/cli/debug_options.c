/* SPDX-License-Identifier: MIT */
#include "cli/debug_options.h"

#include "discover/open_image.h"
#include "elf/symbol_faults.h"
#include "util/diag.h"

int debug_options_open(struct image *image, const struct options *options)
{
    struct debug_paths given;
    int status;

    debug_paths_init(&given, options->debug_files.items, options->debug_files.count);
    status = image_open_with(image, options->images.items[0], &given);
    if (status == STATUS_GOOD) {
        status = debug_paths_check(&given);
        if (status != STATUS_GOOD)
            image_close(image);
    }
    if (status == STATUS_GOOD)
        symbol_faults_warn(image);
    debug_paths_free(&given);
    return status;
}

int debug_options_open_list(struct image_list *list, const struct options *options)
{
    struct debug_paths given;
    int status;

    debug_paths_init(&given, options->debug_files.items, options->debug_files.count);
    status = image_list_open(list, options->images.items, options->images.count, &given);
    debug_paths_free(&given);
    return status;
}
