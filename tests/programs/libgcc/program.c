/* SPDX-License-Identifier: MIT */
#include "libgcc.h"

static void libgcc_round(uint32_t round)
{
    libgcc_divide(round);
    libgcc_bits(round);
    libgcc_double(round);
    libgcc_single(round);
    libgcc_convert(round);
}

const struct program program = {"libgcc", libgcc_round, 5};
