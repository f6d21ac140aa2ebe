/* SPDX-License-Identifier: MIT */
#include "clib.h"

static void clib_round(uint32_t round)
{
    clib_print(round);
    clib_stream(round);
    clib_string(round);
    clib_number(round);
    clib_sort(round);
    clib_heap(round);
    clib_time(round);
}

const struct program program = {"clib", clib_round, 4};
