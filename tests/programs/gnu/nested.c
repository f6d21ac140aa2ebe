/* SPDX-License-Identifier: MIT */
/* Takes no address of a nested function: the trampoline would need an executable stack. */
#include "gnu.h"

APART static uint32_t count_down(uint32_t from)
{
    uint32_t turns = 0, sum = 0;

    APART void add(uint32_t value)
    {
        sum += value;
        turns++;
    }
    APART void descend(uint32_t depth)
    {
        add(depth);
        if (depth)
            descend(depth - 1);
    }

    descend(from);
    return sum * 100 + turns;
}

/* Two levels of nesting, and a jump from the inner function to a label of the outer one. */
APART static int32_t find(const int32_t *values, uint32_t count, int32_t wanted)
{
    __label__ found;
    int32_t at = -1;

    APART void look_from(uint32_t first)
    {
        APART void look_at(uint32_t i)
        {
            at = (int32_t)i;
            if (values[i] == wanted)
                goto found;
        }

        for (uint32_t i = first; i < count; i++)
            look_at(i);
        at = -1;
    }

    look_from(1);
found:
    return at;
}

void gnu_nested(uint32_t round)
{
    static const int32_t values[] = {5, 7, 9, 11};
    uint32_t n = round % 6;

    CHECK(count_down(n) == n * (n + 1) / 2 * 100 + n + 1);
    CHECK(find(values, 4, 9) == 2);
    CHECK(find(values, 4, 5) == -1);
}
