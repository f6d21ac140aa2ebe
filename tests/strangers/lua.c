/* SPDX-License-Identifier: MIT */
/* Lua and zlib alone: an image of about 1,300 functions, most of them from newlib. */
#include "lua_zlib.h"
#include "program.h"

static void stranger_round(uint32_t round)
{
    (void)round;
    ask_lua_and_zlib();
}

const struct program program = {"lua", stranger_round, 1};
