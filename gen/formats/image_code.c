/* SPDX-License-Identifier: MIT */
/* Decodes instructions of an image with the core's decoder. */
#include "formats/image_code.h"

bool image_decode(const struct image *image, const struct image_instruction *at, struct code_op *op)
{
    uint32_t unit_bytes = at->thumb ? 2 : 4;
    uint32_t first, second = 0;

    if (!image_read_number(image, at->address, unit_bytes, &first) ||
        (at->size_bytes > unit_bytes && !image_read_number(image, at->address + 2, 2, &second)))
        return false;
    code_decode(at->thumb ? first << 16 | second : first, op, at->thumb);
    return true;
}
