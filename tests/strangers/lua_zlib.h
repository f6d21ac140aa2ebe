/* SPDX-License-Identifier: MIT */
/* Shared by the images with Lua and zlib. */
#ifndef LUA_ZLIB_H
#define LUA_ZLIB_H

#define STRANGER_TEXT_BYTES 63 /* with the terminating zero */
extern const char stranger_text[STRANGER_TEXT_BYTES];

/* Calls Lua and zlib once. */
void ask_lua_and_zlib(void);

#endif
