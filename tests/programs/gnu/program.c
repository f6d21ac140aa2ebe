/* SPDX-License-Identifier: MIT */
#include "gnu.h"

static void gnu_round(uint32_t round)
{
    gnu_nested(round);
    gnu_state(round);
}

const struct program program = {"gnu", gnu_round, 100};
