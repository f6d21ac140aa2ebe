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

static struct cached_symbols look_up(const struct debug_index *debug, uint32_t pc,
                                     enum bobbin_kind kind)
{
    struct symbol symbols[SYMBOLS_MAX];
    struct cached_symbols item = {.count = symbolizer_look_up(debug, pc, kind, symbols)};

    item.symbols = must_realloc(NULL, item.count, sizeof(*symbols));
    memcpy(item.symbols, symbols, item.count * sizeof(*symbols));
    item.plain = must_realloc(NULL, item.count, sizeof(*item.plain));
    for (size_t i = 0; i < item.count; i++)
        set_plain(&item.plain[i], &symbols[i]);
    return item;
}

static void free_item(struct cached_symbols *item)
{
    for (size_t i = 0; i < item->count; i++)
        free(item->plain[i].text);
    free(item->plain);
    free(item->symbols);
    *item = (struct cached_symbols){0};
}

/* Reports may have any address: only those of code are kept. */
static bool is_code(const struct debug_index *debug, uint32_t pc, enum bobbin_kind kind)
{
    const struct image_section *section =
        image_section_at(debug->image, bobbin_lookup_address(pc, kind));

    return section && section->executable;
}

const struct cached_symbols *symbol_cache_find(struct symbol_cache *cache,
                                               const struct debug_index *debug, uint32_t pc,
                                               enum bobbin_kind kind)
{
    uint32_t number = pair_index_find(&cache->index, kind, pc);
    struct cached_symbols item;

    if (number != HASH_INDEX_NONE)
        return &cache->items[number];
    item = look_up(debug, pc, kind);
    if (!is_code(debug, pc, kind)) {
        free_item(&cache->other);
        cache->other = item;
        return &cache->other;
    }
    array_push(cache->items, cache->count, cache->capacity, item);
    pair_index_add(&cache->index, kind, pc);
    return &cache->items[cache->count - 1];
}

/* ---- tail calls ------------------------------------------------------------------------------ */

static struct cached_tails find_tails(const struct debug_index *debug, uint32_t code,
                                      uint32_t return_address)
{
    uint32_t after[TAIL_CALLS_MAX];
    struct cached_tails item = {.count = tail_calls_find(debug, code, return_address, after)};

    if (item.count) {
        item.after = must_realloc(NULL, item.count, sizeof(after[0]));
        memcpy(item.after, after, item.count * sizeof(after[0]));
    }
    return item;
}

size_t symbol_cache_tails(struct symbol_cache *cache, const struct debug_index *debug,
                          uint32_t code, uint32_t return_address, const uint32_t **after)
{
    uint32_t number = pair_index_find(&cache->tails_index, code, return_address);

    if (number == HASH_INDEX_NONE) {
        struct cached_tails item = find_tails(debug, code, return_address);
        number = (uint32_t)cache->tails_count;
        array_push(cache->tails, cache->tails_count, cache->tails_capacity, item);
        pair_index_add(&cache->tails_index, code, return_address);
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
    pair_index_free(&cache->index);
    pair_index_free(&cache->tails_index);
    *cache = (struct symbol_cache){0};
}
