/* SPDX-License-Identifier: MIT */
/*
 * The names at code addresses of an image, each looked up once: a fleet crashes at the same places
 * again and again. Memory depends on the size of the image's code, not on the number of look-ups.
 */
#ifndef GEN_SYMBOLIZE_SYMBOL_CACHE_H
#define GEN_SYMBOLIZE_SYMBOL_CACHE_H

#include "symbolize/symbolizer.h"
#include "util/hash_index.h"

/* What symbolizer_look_up has found, and the plain names (function_name.h). */
struct cached_symbols {
    uint32_t pc;
    enum bobbin_kind kind;
    size_t count;
    struct symbol *symbols;
    struct plain_name {
        char *text; /* NULL: the level has no name */
        bool plumbing;
    } * plain; /* one for each of SYMBOLS */
};

/* Zero-initialize it. */
struct symbol_cache {
    struct cached_symbols *items;
    size_t count, capacity;
    struct hash_index index;
    struct cached_symbols other; /* the last address outside of the code, which is not kept */
};

/* The names at PC, valid until the next call. CACHE belongs to DEBUG alone. */
const struct cached_symbols *symbol_cache_find(struct symbol_cache *cache,
                                               const struct debug_index *debug, uint32_t pc,
                                               enum bobbin_kind kind);
void symbol_cache_free(struct symbol_cache *cache);

#endif
