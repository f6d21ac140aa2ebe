/* SPDX-License-Identifier: MIT */
#include "cxx.h"

static void cxx_round(uint32_t round)
{
    cxx_throw(round);
    cxx_call(round);
    cxx_contain(round);
    cxx_stream(round);
    cxx_regex(round);
    if (round == 1) // takes as long as many rounds, so `repeat=1` leaves it out
        cxx_scarce();
}

extern const struct program program = {"cxx", cxx_round, 1};
