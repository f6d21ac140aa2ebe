/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_source_begin(struct fuzz_source *source, const uint8_t *data, size_t size)
{
    source->data = data;
    source->size = size;
    source->state = 0x9e3779b97f4a7c15;
    for (size_t i = 0; i < size; i++)
        source->state = (source->state ^ data[i]) * 0x100000001b3;
}

/* xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators". */
static uint32_t next_random(uint64_t *state)
{
    uint64_t x = *state ? *state : 1;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return (uint32_t)((x * 0x2545f4914f6cdd1d) >> 32);
}

uint32_t fuzz_u32(struct fuzz_source *source)
{
    uint32_t value;

    if (source->size < sizeof(value))
        return next_random(&source->state);
    memcpy(&value, source->data, sizeof(value));
    source->data += sizeof(value);
    source->size -= sizeof(value);
    return value;
}

uint32_t fuzz_below(struct fuzz_source *source, uint32_t limit)
{
    return fuzz_u32(source) % limit;
}

bool fuzz_one_in(struct fuzz_source *source, uint32_t n)
{
    return fuzz_below(source, n) == 0;
}

static void mutate_once(struct fuzz_source *source, uint8_t *bytes, uint32_t size)
{
    static const uint8_t extremes[] = {0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff};
    uint32_t at = fuzz_below(source, size);
    uint32_t from = fuzz_below(source, size);
    uint32_t length = 1 + fuzz_below(source, 16);

    switch (fuzz_below(source, 5)) {
    case 0:
        bytes[at] ^= (uint8_t)(1u << fuzz_below(source, 8));
        break;
    case 1:
        bytes[at] = (uint8_t)(bytes[at] + fuzz_below(source, 9) - 4);
        break;
    case 2:
        bytes[at] = extremes[fuzz_below(source, sizeof(extremes))];
        break;
    case 3:
        for (uint32_t i = 0; i < 4 && at + i < size; i++)
            bytes[at + i] = extremes[fuzz_below(source, sizeof(extremes))];
        break;
    default:
        if (at + length <= size && from + length <= size)
            memmove(bytes + at, bytes + from, length);
        break;
    }
}

void fuzz_mutate(struct fuzz_source *source, uint8_t *bytes, uint32_t size)
{
    if (size == 0)
        return;
    for (uint32_t i = fuzz_below(source, 12); i > 0; i--)
        mutate_once(source, bytes, size);
}

void fuzz_fail(const char *what)
{
    fprintf(stderr, "fuzz: does not hold: %s\n", what);
    abort();
}
