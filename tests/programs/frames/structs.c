/* SPDX-License-Identifier: MIT */
#include "frames.h"

struct table {
    uint32_t words[40];
};

struct small {
    uint8_t bytes[3];
};

struct floats {
    float x, y, z; /* in s0-s2 with the hard-float ABI */
};

APART static struct table make(uint32_t seed)
{
    struct table table;

    for (uint32_t i = 0; i < 40; i++)
        table.words[i] = seed + i;
    return table;
}

/* The first words of TABLE arrive in registers and are stored before any register is saved. */
APART static struct table reverse(uint32_t add, struct table table)
{
    struct table result;

    for (uint32_t i = 0; i < 40; i++)
        result.words[i] = table.words[39 - i] + add;
    return result;
}

APART static struct small next(struct small small)
{
    small.bytes[0]++;
    small.bytes[2] ^= small.bytes[1];
    return small;
}

APART static struct floats scale(struct floats vector, float by)
{
    struct floats result = {vector.x * by, vector.y * by, vector.z * by};

    return result;
}

void frames_structs(uint32_t round)
{
    struct table table = reverse(1, make(round));
    struct small small = next((struct small){{1, 6, 3}});
    struct floats floats = scale((struct floats){1, 2, (float)round}, 2);

    CHECK(table.words[0] == round + 40);
    CHECK(table.words[39] == round + 1);
    table = reverse(0, reverse(0, table));
    CHECK(table.words[7] == round + 33);
    CHECK(small.bytes[0] == 2);
    CHECK(small.bytes[2] == 5);
    CHECK(floats.y == 4);
    CHECK(floats.z == 2 * (float)round);
}
