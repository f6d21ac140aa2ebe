/* SPDX-License-Identifier: MIT */
#include "fuzz_groups.h"

#include <string.h>

enum { MODE_NULL = 8, MODE_PARAMETER = 12, RECORD_BYTES_PAGES = 4 };

struct descriptor {
    uint32_t place, frame;
};

static uint8_t *put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        *at++ = (uint8_t)(value >> 8 * i);
    return at;
}

static struct descriptor pick_descriptor(struct fuzz_source *source)
{
    static const uint8_t modes[] = {4, MODE_NULL, 9, 10, 10, 10, 11, MODE_PARAMETER, 13};
    uint32_t mode = modes[fuzz_below(source, sizeof(modes))];
    struct descriptor descriptor = {
        .place = mode << 28 | fuzz_below(source, 4) << 16 | fuzz_below(source, 4) << 8 |
                 fuzz_below(source, 4),
        .frame = fuzz_below(source, 3) << 27 | fuzz_below(source, 12) << 17 |
                 (fuzz_u32(source) & (fuzz_one_in(source, 4) ? 0x1ffff : 0x1f3)),
    };

    if (fuzz_one_in(source, 16))
        descriptor.place = fuzz_u32(source);
    if (mode == MODE_NULL || mode == 13)
        descriptor.frame = fuzz_below(source, 2) & (mode == 13);
    return descriptor;
}

/* The start of group I of COUNT. The last group marks the end. */
static uint32_t pick_start(struct fuzz_source *source, uint32_t i, uint32_t count, uint32_t bytes)
{
    uint32_t step = bytes / count;

    if (i == count - 1)
        return bytes;
    return i * step + 2 * fuzz_below(source, step / 2);
}

static uint32_t pick_records(struct fuzz_source *source, uint32_t code_bytes, uint8_t *part)
{
    static const uint8_t sizes[] = {12, 16, 20};
    uint32_t size = sizes[fuzz_below(source, 3)];
    uint32_t count = 2 + fuzz_below(source, FUZZ_GROUPS_MAX - 1);
    uint8_t *at = put_u32(put_u32(part, size), count);

    for (uint32_t i = 0; i < count; i++) {
        struct descriptor descriptor = pick_descriptor(source);
        if (i == count - 1)
            descriptor = (struct descriptor){(uint32_t)MODE_PARAMETER << 28, 0};
        put_u32(at, pick_start(source, i, count, code_bytes));
        put_u32(at + 4, descriptor.place);
        put_u32(at + 8, descriptor.frame);
        at += size;
    }
    return (uint32_t)(at - part);
}

/* One page. Half of the descriptors are in the common palette. */
static uint32_t pick_page(struct fuzz_source *source, uint32_t code_bytes, uint8_t *part)
{
    uint32_t palette = 2 + fuzz_below(source, 5), common = palette / 2;
    uint32_t count = 2 + fuzz_below(source, FUZZ_GROUPS_MAX - 1);
    uint8_t *at = put_u32(put_u32(part, common << 16 | RECORD_BYTES_PAGES), 1);

    for (uint32_t i = 0; i < palette; i++) {
        struct descriptor descriptor = pick_descriptor(source);
        if (i == common) {
            at = put_u32(put_u32(at, 0), (uint32_t)(at - part) + 8);
            at = put_u32(at, (palette - common) << 16 | count);
        }
        if (i == palette - 1)
            descriptor = (struct descriptor){(uint32_t)MODE_PARAMETER << 28, 0};
        at = put_u32(put_u32(at, descriptor.place), descriptor.frame);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = i == count - 1 ? palette - 1 : fuzz_below(source, palette);
        at = put_u32(at, number << 24 | pick_start(source, i, count, code_bytes) / 2);
    }
    return (uint32_t)(at - part);
}

uint32_t fuzz_pick_groups(struct fuzz_source *source, uint32_t code_bytes, uint8_t *part)
{
    memset(part, 0, FUZZ_GROUPS_MAX_BYTES);
    if (fuzz_one_in(source, 3))
        return pick_page(source, code_bytes, part);
    return pick_records(source, code_bytes, part);
}
