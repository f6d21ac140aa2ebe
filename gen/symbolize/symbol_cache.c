/* SPDX-License-Identifier: MIT */
#include "symbolize/symbol_cache.h"

#include <stdlib.h>
#include <string.h>

#include "symbolize/function_name.h"
#include "symbolize/tail_calls.h"
#include "util/memory.h"

static void set_plain(struct plain_name *plain, const struct symbol *symbol)
{
    const char *name = symbol->linkage ? symbol->linkage : symbol->function;
    char text[FUNCTION_NAME_BYTES];

    *plain = (struct plain_name){0};
    if (!symbol->function || !function_name_plain(name, text)[0])
        return;
    plain->text = must_strdup(text);
    plain->plumbing = function_name_is_plumbing(text);
}

static void look_up(struct cached_symbols *item, const struct debug_index *debug)
{
    struct symbol symbols[SYMBOLS_MAX];

    item->count = symbolizer_look_up(debug, item->pc, item->kind, symbols);
    item->symbols = must_realloc(NULL, item->count, sizeof(*symbols));
    memcpy(item->symbols, symbols, item->count * sizeof(*symbols));
    item->plain = must_realloc(NULL, item->count, sizeof(*item->plain));
    for (size_t i = 0; i < item->count; i++)
        set_plain(&item->plain[i], &symbols[i]);
}

static void free_item(struct cached_symbols *item)
{
    for (size_t i = 0; i < item->count; i++)
        free(item->plain[i].text);
    free(item->plain);
    free(item->symbols);
    *item = (struct cached_symbols){0};
}

static uint64_t hash_of(const void *items, uint32_t number)
{
    const struct cached_symbols *item = (const struct cached_symbols *)items + number;

    return hash_mix(item->kind, item->pc);
}

/* What is looked up, and where. */
struct wanted {
    const struct symbol_cache *cache;
    struct cached_symbols key;
};

static bool is_wanted(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    const struct cached_symbols *item = &wanted->cache->items[number];

    return item->pc == wanted->key.pc && item->kind == wanted->key.kind;
}

/* Reports may have any address: only those of code are kept. */
static bool is_code(const struct debug_index *debug, const struct cached_symbols *key)
{
    const struct image_section *section =
        image_section_at(debug->image, bobbin_lookup_address(key->pc, key->kind));

    return section && section->executable;
}

const struct cached_symbols *symbol_cache_find(struct symbol_cache *cache,
                                               const struct debug_index *debug, uint32_t pc,
                                               enum bobbin_kind kind)
{
    struct wanted wanted = {.cache = cache, .key = {.pc = pc, .kind = kind}};
    uint64_t hash = hash_mix(kind, pc);
    uint32_t number = hash_index_find(&cache->index, hash, is_wanted, &wanted);

    if (number != HASH_INDEX_NONE)
        return &cache->items[number];
    look_up(&wanted.key, debug);
    if (!is_code(debug, &wanted.key)) {
        free_item(&cache->other);
        cache->other = wanted.key;
        return &cache->other;
    }
    array_push(cache->items, cache->count, cache->capacity, wanted.key);
    hash_index_add(&cache->index, hash, (uint32_t)(cache->count - 1), hash_of, cache->items);
    return &cache->items[cache->count - 1];
}

/* ---- tail calls ------------------------------------------------------------------------------ */

static uint64_t hash_of_tails(const void *items, uint32_t number)
{
    const struct cached_tails *item = (const struct cached_tails *)items + number;

    return hash_mix(item->code, item->return_address);
}

struct wanted_tails {
    const struct symbol_cache *cache;
    struct cached_tails key;
};

static bool are_wanted(const void *context, uint32_t number)
{
    const struct wanted_tails *wanted = context;
    const struct cached_tails *item = &wanted->cache->tails[number];

    return item->code == wanted->key.code && item->return_address == wanted->key.return_address;
}

static void find_tails(struct cached_tails *item, const struct debug_index *debug)
{
    uint32_t after[TAIL_CALLS_MAX];

    item->count = tail_calls_find(debug, item->code, item->return_address, after);
    if (!item->count)
        return;
    item->after = must_realloc(NULL, item->count, sizeof(after[0]));
    memcpy(item->after, after, item->count * sizeof(after[0]));
}

size_t symbol_cache_tails(struct symbol_cache *cache, const struct debug_index *debug,
                          uint32_t code, uint32_t return_address, const uint32_t **after)
{
    struct wanted_tails wanted = {cache, {.code = code, .return_address = return_address}};
    uint64_t hash = hash_mix(code, return_address);
    uint32_t number = hash_index_find(&cache->tails_index, hash, are_wanted, &wanted);

    if (number == HASH_INDEX_NONE) {
        find_tails(&wanted.key, debug);
        number = (uint32_t)cache->tails_count;
        array_push(cache->tails, cache->tails_count, cache->tails_capacity, wanted.key);
        hash_index_add(&cache->tails_index, hash, number, hash_of_tails, cache->tails);
    }
    *after = cache->tails[number].after;
    return cache->tails[number].count;
}

void symbol_cache_free(struct symbol_cache *cache)
{
    for (size_t i = 0; i < cache->count; i++)
        free_item(&cache->items[i]);
    for (size_t i = 0; i < cache->tails_count; i++)
        free(cache->tails[i].after);
    free_item(&cache->other);
    free(cache->items);
    free(cache->tails);
    hash_index_free(&cache->index);
    hash_index_free(&cache->tails_index);
    *cache = (struct symbol_cache){0};
}
