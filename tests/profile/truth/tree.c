/* SPDX-License-Identifier: MIT */
#include "tree.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

static struct tree_entry *place_of(const struct tree_table *table, uint32_t first, uint32_t second)
{
    size_t at = ((first * 0x85ebca6bu ^ second) * 0x9e3779b1u >> 7) & (table->size - 1);

    while (table->entry[at].value &&
           (table->entry[at].first != first || table->entry[at].second != second))
        at = (at + 1) & (table->size - 1);
    return &table->entry[at];
}

static void grow(struct tree_table *table)
{
    struct tree_table old = *table;

    table->size = old.size ? 2 * old.size : 1024;
    table->entry = must_realloc(NULL, table->size, sizeof(*table->entry));
    memset(table->entry, 0, table->size * sizeof(*table->entry));
    for (size_t i = 0; i < old.size; i++)
        if (old.entry[i].value)
            *place_of(table, old.entry[i].first, old.entry[i].second) = old.entry[i];
    free(old.entry);
}

/* The entry with the key FIRST, SECOND. A new entry has value 0; the caller must change it. */
static struct tree_entry *entry_of(struct tree_table *table, uint32_t first, uint32_t second)
{
    struct tree_entry *entry;

    if (2 * table->used >= table->size)
        grow(table);
    entry = place_of(table, first, second);
    if (!entry->value) {
        entry->first = first;
        entry->second = second;
        table->used++;
    }
    return entry;
}

uint32_t tree_call(struct tree *tree, uint32_t parent, uint32_t return_address)
{
    struct tree_entry *entry = entry_of(&tree->nodes, parent, return_address);
    struct tree_node node = {parent, return_address};

    if (!entry->value) {
        array_push(tree->node, tree->count, tree->capacity, node);
        entry->value = tree->count;
    }
    return (uint32_t)entry->value;
}

void tree_count(struct tree *tree, uint32_t node, uint32_t function, uint64_t instructions)
{
    struct tree_entry *entry = tree->last;
    size_t size = tree->selves.size;

    if (!entry || entry->first != node || entry->second != function) {
        entry = entry_of(&tree->selves, node, function);
        tree->last = size == tree->selves.size ? entry : NULL;
    }
    entry->value += instructions;
}

void tree_print(const struct tree *tree, FILE *out)
{
    for (size_t i = 0; i < tree->count; i++)
        fprintf(out, "node %zu %" PRIu32 " %08" PRIx32 "\n", i + 1, tree->node[i].parent,
                tree->node[i].return_address);
    for (size_t i = 0; i < tree->selves.size; i++) {
        const struct tree_entry *entry = &tree->selves.entry[i];
        if (entry->value)
            fprintf(out, "self %" PRIu32 " %08" PRIx32 " %" PRIu64 "\n", entry->first,
                    entry->second, entry->value);
    }
}
