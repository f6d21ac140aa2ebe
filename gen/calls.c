/* SPDX-License-Identifier: MIT */
#include "calls.h"

#include "code.h"

static bool is_call(const struct image *image, const struct image_instruction *at)
{
    struct code_op op;
    uint32_t first, second = 0;

    if (!at->thumb) {
        if (!image_read_number(image, at->address, 4, &first))
            return false;
        code_decode(first, &op, false);
        return op.kind == CODE_CALL;
    }
    if (!image_read_number(image, at->address, 2, &first) ||
        (at->size_bytes == 4 && !image_read_number(image, at->address + 2, 2, &second)))
        return false;
    code_decode(first << 16 | second, &op, true);
    return op.kind == CODE_CALL;
}

bool calls_somebody(const struct image *image, uint32_t start, uint32_t end)
{
    const struct image_section *section = image_section_at(image, start);
    struct image_instruction next = {.address = start};

    while (section && image_next_instruction(image, section, next.address, &next) &&
           next.address < end) {
        if (is_call(image, &next))
            return true;
        next.address += next.size_bytes;
    }
    return false;
}
