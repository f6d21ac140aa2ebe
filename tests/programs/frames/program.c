/* SPDX-License-Identifier: MIT */
#include "frames.h"

static void frames_round(uint32_t round)
{
    frames_dynamic(round);
    frames_aligned(round);
    frames_large(round);
    frames_varargs(round);
    frames_structs(round);
    frames_tail(round);
    frames_jump(round);
}

const struct program program = {"frames", frames_round, 12};
