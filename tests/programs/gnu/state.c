/* SPDX-License-Identifier: MIT */
#include "gnu.h"

#define IN_ARM   __attribute__((target("arm"), noinline))
#define IN_THUMB __attribute__((target("thumb"), noinline))

IN_ARM static uint32_t arm_mix(uint32_t a, uint32_t b)
{
    return a * 5 ^ b;
}

IN_THUMB static uint32_t thumb_mix(uint32_t a, uint32_t b)
{
    return a * 3 ^ b;
}

/* Changes the state at every level; the last call of each function may be a jump. */
IN_THUMB static uint32_t thumb_ladder(uint32_t depth, uint32_t value);

IN_ARM static uint32_t arm_ladder(uint32_t depth, uint32_t value)
{
    if (depth == 0)
        return thumb_mix(value, 1);
    return thumb_ladder(depth - 1, arm_mix(value, depth) + thumb_mix(depth, value));
}

IN_THUMB static uint32_t thumb_ladder(uint32_t depth, uint32_t value)
{
    if (depth == 0)
        return arm_mix(value, 1);
    return arm_ladder(depth - 1, thumb_mix(value, depth) + arm_mix(depth, value));
}

static uint32_t ladder_wanted(uint32_t depth, uint32_t value)
{
    for (bool arm = true; depth; depth--, arm = !arm)
        value = arm ? (value * 5 ^ depth) + (depth * 3 ^ value)
                    : (value * 3 ^ depth) + (depth * 5 ^ value);
    return value;
}

void gnu_state(uint32_t round)
{
    uint32_t value = ladder_wanted(6, round);

    CHECK(arm_ladder(6, round) == ((value * 3) ^ 1));
    CHECK(arm_ladder(5, round) == ((ladder_wanted(5, round) * 5) ^ 1));
    CHECK(arm_mix(round, 2) == ((round * 5) ^ 2));
}
