/* SPDX-License-Identifier: MIT */
#include "elf/padding.h"

uint32_t padding_bytes_at(const struct image *image, uint32_t address, uint32_t end)
{
    uint32_t word, half;

    if (end - address >= 4 && image_read_number(image, address, 4, &word) &&
        (padding_is_nop_wide(word) || (address % 4 == 0 && padding_is_nop_arm(word))))
        return 4;
    return image_read_number(image, address, 2, &half) && (half == 0 || padding_is_nop_half(half))
               ? 2
               : 0;
}
