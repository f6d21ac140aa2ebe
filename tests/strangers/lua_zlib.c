/* SPDX-License-Identifier: MIT */
#include "lua_zlib.h"

#include <string.h>

#include "lauxlib.h"
#include "program.h"
#include "zlib.h"

const char stranger_text[] = "a thread unwinds from a bobbin, a thread unwinds from a bobbin";

static void ask_lua(void)
{
    lua_State *lua = luaL_newstate();

    CHECK(luaL_dostring(lua, "local s = 0 for i = 1, 10 do s = s + i * i end return s") == LUA_OK);
    CHECK(lua_tointeger(lua, -1) == 385);
    lua_close(lua);
}

static void ask_zlib(void)
{
    Bytef packed[100], unpacked[100];
    uLongf packed_bytes = sizeof(packed), unpacked_bytes = sizeof(unpacked);

    CHECK(compress(packed, &packed_bytes, (const Bytef *)stranger_text, sizeof(stranger_text)) ==
          Z_OK);
    CHECK(uncompress(unpacked, &unpacked_bytes, packed, packed_bytes) == Z_OK);
    CHECK(memcmp(unpacked, stranger_text, sizeof(stranger_text)) == 0);
}

void ask_lua_and_zlib(void)
{
    ask_lua();
    ask_zlib();
}
