/* SPDX-License-Identifier: MIT */
/* Finds equal byte strings through a fixed table of FNV-1a hashes with chains. */
#include "util/byte_pool.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum { HASHES = 1 << 14 };

/* FNV-1a with 32 bits, folded. */
static size_t hash_of(const uint8_t *bytes, size_t size)
{
    uint32_t hash = 0x811c9dc5;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x01000193;
    return (hash ^ hash >> 16) % HASHES;
}

size_t byte_pool_find(const struct byte_pool *pool, const void *bytes, size_t size)
{
    size_t link = pool->first ? pool->first[hash_of(bytes, size)] : 0;

    for (; link; link = pool->item[link - 1].next) {
        const struct byte_pool_item *item = &pool->item[link - 1];
        if (item->size == size && memcmp(pool->bytes.bytes + item->offset, bytes, size) == 0)
            return link - 1;
    }
    return POOL_NONE;
}

size_t byte_pool_add(struct byte_pool *pool, const void *bytes, size_t size)
{
    struct byte_pool_item item = {.offset = pool->bytes.size, .size = size};
    size_t *first;

    if (!pool->first) {
        pool->first = must_realloc(NULL, HASHES, sizeof(*pool->first));
        memset(pool->first, 0, HASHES * sizeof(*pool->first));
    }
    first = &pool->first[hash_of(bytes, size)];
    item.next = *first;
    buffer_put(&pool->bytes, bytes, size);
    array_push(pool->item, pool->count, pool->capacity, item);
    *first = pool->count;
    return pool->count - 1;
}

size_t byte_pool_number(struct byte_pool *pool, const void *bytes, size_t size)
{
    size_t number = byte_pool_find(pool, bytes, size);

    return number == POOL_NONE ? byte_pool_add(pool, bytes, size) : number;
}

void byte_pool_free(struct byte_pool *pool)
{
    free(pool->bytes.bytes);
    free(pool->item);
    free(pool->first);
    *pool = (struct byte_pool){{0}, NULL, 0, 0, NULL};
}
