/* SPDX-License-Identifier: MIT */
/* Evaluates condition codes (ARM ARM A8.3). */
#include "insn/condition.h"

const uint32_t condition_test_flags[CONDITION_TEST_FLAGS] = {0xf0000000, 0xa0000000};

bool condition_holds(uint8_t condition, uint32_t cpsr)
{
    bool n = cpsr >> 31 & 1;
    bool z = cpsr >> 30 & 1;
    bool c = cpsr >> 29 & 1;
    bool v = cpsr >> 28 & 1;
    const bool holds[] = {z, c, n, v, c && !z, n == v, n == v && !z, true};

    return holds[condition >> 1 & 7] != (condition & 1);
}

uint32_t condition_flags(uint8_t condition, bool holds)
{
    uint32_t flags = 0;

    while (condition < CONDITION_ALWAYS && condition_holds(condition, flags) != holds)
        flags += 1u << 28;
    return flags;
}

const char *condition_name(uint8_t condition)
{
    static const char *const names[] = {"eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc",
                                        "hi", "ls", "ge", "lt", "gt", "le", "al", "-"};

    return names[condition & 15];
}
