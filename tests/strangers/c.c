/* SPDX-License-Identifier: MIT */
/* Lua, zlib, mbed TLS and Zstandard in one image. Calls each of them once. */
#include <string.h>

#include "lua_zlib.h"
#include "mbedtls/sha256.h"
#include "program.h"
#include "zstd.h"

static void ask_zstd(void)
{
    char packed[200], unpacked[100];
    size_t packed_bytes =
        ZSTD_compress(packed, sizeof(packed), stranger_text, sizeof(stranger_text), 1);

    CHECK(ZSTD_decompress(unpacked, sizeof(unpacked), packed, packed_bytes) ==
          sizeof(stranger_text));
    CHECK(memcmp(unpacked, stranger_text, sizeof(stranger_text)) == 0);
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
    ask_lua_and_zlib();
    ask_zstd();
    ask_mbedtls();
}

const struct program program = {"c", stranger_round, 1};
