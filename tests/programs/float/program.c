/* SPDX-License-Identifier: MIT */
#include "float.h"

static void float_round(uint32_t round)
{
    float_double(round);
    float_single(round);
    float_kernel(round);
    float_vector(round);
}

const struct program program = {"float", float_round, 8};
