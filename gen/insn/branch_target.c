/* SPDX-License-Identifier: MIT */
/* Reads the targets of direct branches. */
#include "insn/branch_target.h"

static uint32_t extended(uint32_t value, unsigned bits)
{
    return (uint32_t)((int32_t)(value << (32 - bits)) >> (32 - bits));
}

static enum branch_kind arm_target(uint32_t address, uint32_t code, uint32_t *target)
{
    bool exchanges = code >> 28 == 15;

    if ((code & 0x0e000000) != 0x0a000000)
        return BRANCH_NONE;
    *target = address + 8 + extended(code << 2 & 0x03fffffc, 26);
    if (exchanges)
        *target += code >> 23 & 2;
    return exchanges || (code & 0x01000000) ? BRANCH_CALL : BRANCH_JUMP;
}

static enum branch_kind short_target(uint32_t address, uint32_t code, uint32_t *target)
{
    if ((code & 0xf000) == 0xd000 && (code & 0x0e00) != 0x0e00)
        *target = address + 4 + extended(code << 1 & 0x1fe, 9);
    else if ((code & 0xf800) == 0xe000)
        *target = address + 4 + extended(code << 1 & 0xffe, 12);
    else
        return BRANCH_NONE;
    return BRANCH_JUMP;
}

/* BL, BLX and B of 32 bits in Thumb state; FIRST and SECOND are the halfwords. */
static enum branch_kind wide_target(uint32_t address, uint32_t first, uint32_t second,
                                    uint32_t *target)
{
    uint32_t sign = first >> 10 & 1;
    uint32_t j1 = second >> 13 & 1, j2 = second >> 11 & 1;
    uint32_t low = (second & 0x7ff) << 1;
    bool exchanges = !(second & 0x1000);

    if ((first & 0xf800) != 0xf000 || !(second & 0x8000))
        return BRANCH_NONE;
    if ((second & 0x5000) == 0) {
        if ((first & 0x0380) == 0x0380)
            return BRANCH_NONE;
        *target = address + 4 +
                  extended(sign << 20 | j2 << 19 | j1 << 18 | (first & 0x3f) << 12 | low, 21);
        return BRANCH_JUMP;
    }
    *target = ((address + 4) & (exchanges ? ~3u : ~0u)) +
              extended(sign << 24 | (!(j1 ^ sign) ? 1u << 23 : 0) | (!(j2 ^ sign) ? 1u << 22 : 0) |
                           (first & 0x3ff) << 12 | low,
                       25);
    return second & 0x4000 ? BRANCH_CALL : BRANCH_JUMP;
}

enum branch_kind branch_target(const struct image *image, const struct image_instruction *at,
                               uint32_t *target)
{
    uint32_t code;

    if (!image_read_number(image, at->address, at->size_bytes, &code))
        return BRANCH_NONE;
    if (!at->thumb)
        return arm_target(at->address, code, target);
    return at->size_bytes == 2 ? short_target(at->address, code, target)
                               : wide_target(at->address, code & 0xffff, code >> 16, target);
}
