/* SPDX-License-Identifier: MIT */
/* Lua, zlib, mbed TLS and Zstandard in one image, each asked for something once. */
#include <string.h>

#include "lauxlib.h"
#include "mbedtls/sha256.h"
#include "program.h"
#include "zlib.h"
#include "zstd.h"

static const char text[] = "a thread unwinds from a bobbin, a thread unwinds from a bobbin";

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

    CHECK(compress(packed, &packed_bytes, (const Bytef *)text, sizeof(text)) == Z_OK);
    CHECK(uncompress(unpacked, &unpacked_bytes, packed, packed_bytes) == Z_OK);
    CHECK(memcmp(unpacked, text, sizeof(text)) == 0);
}

static void ask_zstd(void)
{
    char packed[200], unpacked[100];
    size_t packed_bytes = ZSTD_compress(packed, sizeof(packed), text, sizeof(text), 1);

    CHECK(ZSTD_decompress(unpacked, sizeof(unpacked), packed, packed_bytes) == sizeof(text));
    CHECK(memcmp(unpacked, text, sizeof(text)) == 0);
}

static void ask_mbedtls(void)
{
    unsigned char hash[32];

    CHECK(mbedtls_sha256_ret((const unsigned char *)"abc", 3, hash, 0) == 0);
    CHECK(hash[0] == 0xba);
    CHECK(hash[31] == 0xad);
}

static void stranger_round(uint32_t round)
{
    (void)round;
    ask_lua();
    ask_zlib();
    ask_zstd();
    ask_mbedtls();
}

const struct program program = {"c", stranger_round, 1};
