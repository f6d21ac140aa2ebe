/* SPDX-License-Identifier: MIT */
/* Walks over the functions of an image; see function_walk.h. */
#include "elf/function_walk.h"

bool function_walk_next(struct function_walk *walk)
{
    const struct image *image = walk->image;
    const struct image_function *function = image->functions + walk->next;
    const struct image_function *end = image->functions + image->functions_count;
    const struct image_function *next = function;

    if (function == end)
        return false;
    walk->start = function->address;
    walk->end = image_function_end(image, function);
    while (next < end && next->address == function->address)
        next++;
    if (next < end && next->address < walk->end)
        walk->end = next->address;
    walk->next = (size_t)(next - image->functions);
    return true;
}
