/* SPDX-License-Identifier: MIT */
/* Finds the number of a string through a hash index. */
#include "util/string_table.h"
#include "util/memory.h"

struct wanted {
    char *const *items;
    const char *text;
};

static bool is_equal(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;

    return strcmp(wanted->items[number], wanted->text) == 0;
}

static uint64_t hash_of(const void *items, uint32_t number)
{
    return hash_text(0, ((char *const *)items)[number]);
}

uint32_t string_table_number(struct string_table *table, const char *text)
{
    struct wanted wanted = {table->items, text};
    uint64_t hash = hash_text(0, text);
    uint32_t found = hash_index_find(&table->index, hash, is_equal, &wanted);

    if (found != HASH_INDEX_NONE)
        return found;
    found = (uint32_t)table->count;
    array_push(table->items, table->count, table->capacity, must_strdup(text));
    hash_index_add(&table->index, hash, found, hash_of, table->items);
    return found;
}

void string_table_free(struct string_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        free(table->items[i]);
    free(table->items);
    hash_index_free(&table->index);
    *table = (struct string_table){0};
}
