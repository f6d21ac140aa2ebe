/* SPDX-License-Identifier: MIT */
#include "flow.h"

APART static uint32_t fibonacci(uint32_t n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

APART static uint32_t ackermann(uint32_t m, uint32_t n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

struct towers {
    uint32_t height[3];
    uint32_t moves;
};

APART static void move_tower(struct towers *towers, uint32_t disks, uint32_t from, uint32_t to)
{
    uint32_t other = 3 - from - to;

    if (disks == 0)
        return;
    move_tower(towers, disks - 1, from, other);
    towers->height[from]--;
    towers->height[to]++;
    towers->moves++;
    move_tower(towers, disks - 1, other, to);
}

/* expression := term {'+' term}; term := digit | '(' expression ')' */
APART static uint32_t expression(const char **text);

APART static uint32_t term(const char **text)
{
    uint32_t value;

    if (**text != '(')
        return (uint32_t)(*(*text)++ - '0');
    (*text)++;
    value = expression(text);
    (*text)++;
    return value;
}

APART static uint32_t expression(const char **text)
{
    uint32_t sum = term(text);

    while (**text == '+') {
        (*text)++;
        sum += term(text);
    }
    return sum;
}

void flow_recurse(uint32_t round)
{
    static const uint32_t wanted[] = {21, 34, 55};
    struct towers towers = {.height = {6, 0, 0}};
    const char *text = "1+(2+(3+4)+5)+((6))";

    CHECK(fibonacci(round % 3 + 8) == wanted[round % 3]);
    CHECK(ackermann(2, 3) == 9);
    move_tower(&towers, 6, 0, 2);
    CHECK(towers.height[2] == 6);
    CHECK(towers.moves == 63);
    CHECK(expression(&text) == 21);
}
