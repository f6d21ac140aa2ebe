/* SPDX-License-Identifier: MIT */
#include "image_env.h"

static bool read_image(void *context, enum bobbin_space space, uint32_t address, void *out,
                       uint32_t size_bytes)
{
    (void)space;
    return image_read(context, address, out, size_bytes);
}

struct bobbin_env image_env(const struct image *image, const struct bobbin_table *table)
{
    return (struct bobbin_env){
        .context = (void *)(uintptr_t)image,
        .read = read_image,
        .tables = table,
        .tables_count = 1,
        .small = &bobbin_small,
    };
}
