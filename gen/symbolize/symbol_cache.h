/* SPDX-License-Identifier: MIT */
/*
 * The names at code addresses of an image, each looked up once: a fleet crashes at the same places
 * again and again. Memory depends on the image's code and its calls, not on the number of look-ups.
 */
#ifndef GEN_SYMBOLIZE_SYMBOL_CACHE_H
#define GEN_SYMBOLIZE_SYMBOL_CACHE_H

#include "symbolize/symbolizer.h"
#include "util/pair_index.h"

/* What symbolizer_look_up has found, and the plain names (function_name.h). */
struct cached_symbols {
    size_t count;
    struct symbol *symbols;
    struct plain_name {
        char *text; /* NULL: the level has no name */
        bool plumbing;
    } * plain; /* one for each of SYMBOLS */
};

/* What tail_calls_find has found. */
struct cached_tails {
    size_t count;
    uint32_t *after;
};

/* Zero-initialize it. */
struct symbol_cache {
    struct cached_symbols *items;
    size_t count, capacity;
    struct pair_index index; /* of ITEMS by kind and pc */
    struct cached_tails *tails;
    size_t tails_count, tails_capacity;
    struct pair_index tails_index; /* of TAILS by code and return address */
    struct cached_symbols other;   /* the last address outside of the code, which is not kept */
};

/* The names at PC, valid until the next call. CACHE belongs to DEBUG alone. */
const struct cached_symbols *symbol_cache_find(struct symbol_cache *cache,
                                               const struct debug_index *debug, uint32_t pc,
                                               enum bobbin_kind kind);

/*
 * The addresses after the tail calls between the function at CODE and its caller at RETURN_ADDRESS,
 * innermost first (tail_calls.h). Valid as long as CACHE. Both are addresses of code.
 */
size_t symbol_cache_tails(struct symbol_cache *cache, const struct debug_index *debug,
                          uint32_t code, uint32_t return_address, const uint32_t **after);
void symbol_cache_free(struct symbol_cache *cache);

#endif
