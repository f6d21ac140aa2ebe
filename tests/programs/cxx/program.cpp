/* SPDX-License-Identifier: MIT */
#include "cxx.h"

static void cxx_round(uint32_t round)
{
    cxx_throw(round);
    cxx_call(round);
    cxx_contain(round);
    cxx_stream(round);
    cxx_regex(round);
}

extern const struct program program = {"cxx", cxx_round, 1};
