/* SPDX-License-Identifier: MIT */
/* Finds the targets of direct calls; see call_targets.h. */
#include "elf/call_targets.h"

#include <stdlib.h>

#include "util/memory.h"

static int by_address(const void *a, const void *b)
{
    const struct call_target *x = a;
    const struct call_target *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

/* BL and BLX in ARM state, encodings A1 and A2. False if CODE at AT is another instruction. */
static bool arm_call(uint32_t at, uint32_t code, struct call_target *target)
{
    uint32_t offset = ((code & 0xffffff) << 2) - ((code & 0x800000) << 3);

    target->thumb = code >> 28 == 15;
    target->address = at + 8 + offset + (target->thumb ? code >> 23 & 2 : 0);
    return (code & 0x0f000000) == 0x0b000000 || (code & 0xfe000000) == 0xfa000000;
}

/* BL and BLX in Thumb state, encodings T1 and T2. CODE has the first halfword in its low bits. */
static bool thumb_call(uint32_t at, uint32_t code, struct call_target *target)
{
    uint32_t second = code >> 16;
    uint32_t sign = code >> 10 & 1;
    uint32_t i1 = !((second >> 13 & 1) ^ sign);
    uint32_t i2 = !((second >> 11 & 1) ^ sign);
    uint32_t offset =
        i1 << 23 | i2 << 22 | (code & 0x3ff) << 12 | (second & 0x7ff) << 1 | (0 - sign) << 24;

    target->thumb = second & 0x1000;
    target->address = (target->thumb ? at + 4 : (at + 4) & ~3u) + offset;
    return (code & 0xf800) == 0xf000 && (second & 0xc000) == 0xc000;
}

void call_targets_find(struct call_targets *targets, const struct image *image)
{
    struct image_walk walk = {.image = image};
    struct call_target target;
    uint32_t code;

    *targets = (struct call_targets){0};
    while (image_walk_next(&walk)) {
        const struct image_instruction *at = &walk.instruction;
        if (at->size_bytes != 4 || !image_read_number(image, at->address, 4, &code))
            continue;
        if (at->thumb ? thumb_call(at->address, code, &target)
                      : arm_call(at->address, code, &target))
            array_push(targets->target, targets->count, targets->capacity, target);
    }
    if (targets->count)
        qsort(targets->target, targets->count, sizeof(*targets->target), by_address);
}

void call_targets_free(struct call_targets *targets)
{
    free(targets->target);
    *targets = (struct call_targets){0};
}

size_t call_targets_count(const struct call_targets *targets, uint32_t address, bool thumb)
{
    size_t i = array_lower_bound(targets->target, targets->count, address, address);
    size_t found = 0;

    for (; i < targets->count && targets->target[i].address == address; i++)
        found += targets->target[i].thumb == thumb;
    return found;
}
