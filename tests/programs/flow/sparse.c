/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "flow.h"

APART static int classify(uint32_t code)
{
    switch (code) {
    case 3:
        return 1;
    case 100:
    case 101:
        return 2;
    case 0x1234:
        return 3;
    case 0x40000000:
        return 4;
    case 0xdeadbeef:
        return 5;
    case 0xffffffff:
        return 6;
    default:
        return 0;
    }
}

/* Cases with a range. Each does other work; one falls through to the next. */
APART static uint32_t band(uint32_t value)
{
    uint32_t result = 0;

    switch (value) {
    case 0 ... 9:
        result += value;
        /* fall through */
    case 1000 ... 1999:
        result += 1000;
        break;
    case 50000 ... 60000:
        result = value * 2;
        break;
    default:
        result = value ^ 0x55;
    }
    return result;
}

static const char *const names[] = {"call", "exact", "table", "code", "exidx", "guess"};

APART static int find_name(const char *name)
{
    if (strcmp(name, "call") == 0)
        return 0;
    if (strcmp(name, "exact") == 0)
        return 1;
    if (strcmp(name, "table") == 0)
        return 2;
    if (strcmp(name, "code") == 0)
        return 3;
    if (strcmp(name, "exidx") == 0)
        return 4;
    return -1;
}

/* Decides by the first letter, then by the next, as a parser does. */
APART static int find_by_letter(const char *name)
{
    switch (name[0]) {
    case 'c':
        return name[1] == 'a' ? 0 : 3;
    case 'e':
        return name[2] == 'a' ? 1 : 4;
    case 't':
        return 2;
    default:
        return -1;
    }
}

static void check_numbers(void)
{
    static const uint32_t codes[] = {3, 100, 101, 0x1234, 0x40000000, 0xdeadbeef, 0xffffffff, 7};
    static const int wanted[] = {1, 2, 2, 3, 4, 5, 6, 0};

    for (uint32_t i = 0; i < 8; i++)
        CHECK(classify(codes[i]) == wanted[i]);
}

void flow_sparse(uint32_t round)
{
    check_numbers();
    CHECK(band(round % 10) == 1000 + round % 10);
    CHECK(band(1500) == 1000);
    CHECK(band(50001) == 100002);
    CHECK(band(10) == (10 ^ 0x55));
    for (int i = 0; i < 6; i++) {
        CHECK(find_name(names[i]) == (i < 5 ? i : -1));
        CHECK(find_by_letter(names[i]) == (i < 5 ? i : -1));
    }
}
