/* SPDX-License-Identifier: MIT */
#include "util/pair_index.h"

#include "util/memory.h"

static uint64_t hash_of(const void *items, uint32_t number)
{
    const struct pair *pair = (const struct pair *)items + number;

    return hash_mix(pair->a, pair->b);
}

struct wanted {
    const struct pair_index *index;
    uint32_t a, b;
};

static bool is_wanted(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    const struct pair *pair = &wanted->index->pair[number];

    return pair->a == wanted->a && pair->b == wanted->b;
}

uint32_t pair_index_find(const struct pair_index *index, uint32_t a, uint32_t b)
{
    const struct wanted wanted = {index, a, b};

    return hash_index_find(&index->index, hash_mix(a, b), is_wanted, &wanted);
}

void pair_index_add(struct pair_index *index, uint32_t a, uint32_t b)
{
    const struct pair pair = {a, b};

    array_push(index->pair, index->count, index->capacity, pair);
    hash_index_add(&index->index, hash_mix(a, b), (uint32_t)index->count - 1, hash_of, index->pair);
}

void pair_index_free(struct pair_index *index)
{
    free(index->pair);
    hash_index_free(&index->index);
    *index = (struct pair_index){0};
}
