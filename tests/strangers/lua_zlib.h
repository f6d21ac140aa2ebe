/* SPDX-License-Identifier: MIT */
/* What two of the images have. */
#ifndef LUA_ZLIB_H
#define LUA_ZLIB_H

#define STRANGER_TEXT_BYTES 63 /* with its end */
extern const char stranger_text[STRANGER_TEXT_BYTES];

/* Asks Lua and zlib for something, once. */
void ask_lua_and_zlib(void);

#endif
