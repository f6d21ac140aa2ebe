/* SPDX-License-Identifier: MIT */
#include "flow.h"

/* Short cases: in Thumb code, a table of bytes (tbb). */
APART static uint32_t apply(uint32_t operation, uint32_t a, uint32_t b)
{
    switch (operation) {
    case 0:
        return a + b;
    case 1:
        return a - b;
    case 2:
        return a * b;
    case 3:
        return a & b;
    case 4:
        return a | b;
    case 5:
        return a ^ b;
    case 6:
        return a << (b & 31);
    case 7:
        return a >> (b & 31);
    case 8:
        return ~a;
    default:
        return b;
    }
}

static uint32_t trail[4];

/* Calls with four arguments make the cases long, so the table needs halfwords (tbh). */
APART static uint32_t leave_trail(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    trail[a % 4] += b ^ c;
    trail[b % 4] ^= c + d;
    return trail[c % 4] - d;
}

#define STEP(n)                                                                                    \
    case n:                                                                                        \
        sum += leave_trail(sum, (n)*3, number ^ (n), n);                                           \
        sum ^= leave_trail(number, sum >> 3, (n)*77777, sum);                                      \
        break;
#define STEPS(n) STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3)

APART static uint32_t walk(uint32_t number, uint32_t sum)
{
    switch (number) {
        STEPS(20)
        STEPS(24)
        STEPS(28)
        STEPS(32)
        STEPS(36)
    default:
        sum++;
    }
    return sum;
}

static uint32_t one_step(uint32_t number, uint32_t sum)
{
    uint32_t n = number;

    sum += leave_trail(sum, (n)*3, number ^ n, n);
    return sum ^ leave_trail(number, sum >> 3, n * 77777, sum);
}

static void clear_trail(void)
{
    for (uint32_t i = 0; i < 4; i++)
        trail[i] = 0;
}

static void check_walk(uint32_t seed)
{
    uint32_t direct = seed, switched = seed;

    clear_trail();
    for (uint32_t i = 20; i < 40; i++)
        direct = one_step(i, direct);
    clear_trail();
    for (uint32_t i = 20; i < 40; i++)
        switched = walk(i, switched);
    CHECK(switched == direct);
    CHECK(walk(19, 1) == 2);
    CHECK(walk(40, 2) == 3);
}

void flow_dense(uint32_t round)
{
    static const uint32_t wanted[] = {15, 9, 36, 0, 15, 15, 96, 1, ~12u, 3, 3};

    for (uint32_t i = 0; i < 11; i++)
        CHECK(apply(i, 12, 3) == wanted[i]);
    check_walk(round);
}
